/** Bodies are JSON and nothing else. An empty one counts as absent. Large ones are read elsewhere. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LargeBodies } from "./largeBodies.ts";
import { parseJson } from "./parseJson.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The name of the call that the route mounts. */
    call?: string;
  }
}

/** Bytes up to which a body is read on the event loop: with the worst of them that takes some 50 ms. */
export const LARGE_BODY = 256 * 1024;

export function readJsonBodies(app: FastifyInstance, large: Pick<LargeBodies, "read">): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer<ArrayBuffer>>(
    ["application/json", "application/json-patch+json"],
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer<ArrayBuffer>) => {
      if (bytes.length === 0) return undefined;
      const { call } = request.routeOptions.config;
      if (bytes.length <= LARGE_BODY || call === undefined) return parseJson(bytes.toString());
      return large.read(call, ownBytes(bytes));
    },
  );
}

/** Bytes that share their memory with nothing else, so that they can be given away. */
function ownBytes(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.byteLength === bytes.buffer.byteLength;
  return isOwn ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes);
}
