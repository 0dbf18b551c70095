/** A proxy on loopback before an HTTP service, which reports each write before and after the service performs it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** Before the service gets a write, after the service performed it, and after the client got the answer. */
export const MOMENTS = ["before", "after", "answered"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface PerformedWrite {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The body of the request. */
  readonly sent: string;
}

export interface KillGate {
  readonly url: string;
  /** The writes that the service performed, in its order. */
  readonly writes: readonly PerformedWrite[];
  close(): void;
}

/** @param onMoment is called for each moment of each write. @returns whether the client is gone. */
export async function startKillGate(
  service: string,
  onMoment: (moment: Moment) => Promise<boolean>,
): Promise<KillGate> {
  const writes: PerformedWrite[] = [];
  const { origin, pathname } = new URL(service);

  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "GET", url: path = "/" } = request;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isWrite = method !== "GET";
    if (isWrite && (await onMoment("before"))) return;
    const { authorization = "", "content-type": type } = request.headers;
    const answer = await fetch(origin + path, {
      method,
      headers: { authorization, ...(type !== undefined && { "content-type": type }) },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = await answer.text();
    if (isWrite) {
      writes.push({ method, path, status: answer.status, sent: String(Buffer.concat(chunks)) });
      if (await onMoment("after")) return;
    }
    const sent = answer.headers.get("content-type");
    response.writeHead(answer.status, sent === null ? {} : { "content-type": sent });
    response.end(body);
    if (isWrite) await onMoment("answered");
  };

  const server = createServer((request, response) => {
    // A client that was killed breaks its connection.
    pass(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}${pathname}`,
    writes,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
