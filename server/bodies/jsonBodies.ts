/** Parses request bodies, which must be JSON. An empty body counts as absent. A thread reads large bodies. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LargeBodies } from "./largeBodies.ts";
import { parseJson } from "./parseJson.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The name of the call that the route mounts. */
    call?: string;
  }
}

/** The maximum size of a body that is read on the event loop, in bytes. The slowest such body takes about 50 ms. */
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

/** The same bytes in memory of their own, which can be transferred to another thread. */
function ownBytes(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isOwn = bytes.byteLength === bytes.buffer.byteLength;
  return isOwn ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes);
}
