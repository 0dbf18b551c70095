/** An HTTP server on loopback whose answers a test writes, faults included. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

export interface Call {
  readonly method: string;
  /** Path and query after the base address. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type WriteAnswer = (response: ServerResponse) => void;

/** A status with a body, or a function that writes the answer. */
export type Response =
  | { readonly status?: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | WriteAnswer;

export async function startServer(
  answer: (call: Call) => Response,
): Promise<{ url: string; port: number; calls: Call[] }> {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const url = new URL(request.url ?? "", "http://localhost");
      const call = {
        method: request.method ?? "",
        path: url.pathname.slice(1),
        query: url.searchParams,
        headers: request.headers,
        body,
      };
      calls.push(call);
      const reply = answer(call);
      if (typeof reply === "function") {
        reply(response);
        return;
      }
      const text = reply.body === undefined ? "" : JSON.stringify(reply.body);
      response.writeHead(reply.status ?? 200, reply.headers).end(text);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, port, calls };
}

/** A user with this number. */
export function user(at: number): Record<string, unknown> {
  return { id: `${at}`, userName: `user${at}` };
}

/** A service of RFC 7643 without discovery, with this answer to everything else. */
export function withoutDiscovery(answer: (call: Call) => Response): (call: Call) => Response {
  return (call) =>
    /^(?:ServiceProviderConfig|ResourceTypes|Schemas)$/.test(call.path)
      ? { status: 404 }
      : answer(call);
}
