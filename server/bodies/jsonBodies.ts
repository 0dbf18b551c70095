/** Parses request bodies, which must be JSON. An empty body counts as absent. A thread reads large bodies. */
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { LargeBodies } from "./largeBodies.ts";
import { parseJson } from "./parseJson.ts";
import { LARGE_BODY, receiveBody } from "./receiveBody.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The name of the call that the route mounts. */
    call?: string;
  }
}

export function readJsonBodies(app: FastifyInstance, large: Pick<LargeBodies, "read">): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/json-patch+json"],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const length = Number(request.headers["content-length"] ?? Number.NaN);
      const { bodyLimit, config } = request.routeOptions;
      const bytes = await receiveBody(payload, length, bodyLimit);
      if (bytes.length === 0) return undefined;
      if (bytes.length <= LARGE_BODY || config.call === undefined) {
        return parseJson(Buffer.from(bytes.buffer).toString());
      }
      return large.read(config.call, bytes);
    },
  );
}
