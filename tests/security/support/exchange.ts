/** Raw bytes to a listening server and back, as no regular client sends them. */
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";

const MAX_WAIT = 5000;

/**
 * Sends the bytes, waits for the server to close the connection, and returns its answers separately. If the server
 * waits for more, the stream ends after its first answer.
 */
export async function exchange(app: FastifyInstance, bytes: string): Promise<readonly string[]> {
  const address = app.server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen");
  const socket = connect(address.port, "127.0.0.1");
  let text = "";
  await new Promise<void>((resolve) => {
    socket.setTimeout(MAX_WAIT, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.write(Buffer.from(bytes, "latin1"));
  });
  return text.split(/(?=HTTP\/1\.1 \d{3} )/).filter((part) => part !== "");
}
