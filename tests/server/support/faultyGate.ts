/** A gate on loopback before a server, which loses requests and answers on their way. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** lostBefore: the server does not get what the client sent. lostAfter: the client does not get the answer. */
export type NetworkFault = "none" | "lostBefore" | "lostAfter";

export interface FaultyGate {
  readonly port: number;
  close(): void;
}

/** @param fault is called for everything that a client sends */
export async function startFaultyGate(
  port: number,
  fault: (sent: Buffer) => NetworkFault,
): Promise<FaultyGate> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    let isLost = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", () => {
        sockets.delete(socket);
        end();
      });
    }
    client.on("data", (sent) => {
      const how = fault(sent);
      if (how === "lostBefore") return end();
      isLost = how === "lostAfter";
      upstream.write(sent);
    });
    upstream.on("data", (answer) => {
      if (isLost) end();
      else client.write(answer);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
