/** Refuses requests with more than one Host header, because a proxy and the server might use different ones. */
import type { FastifyInstance } from "fastify";
import { message } from "#events/messages/message.ts";
import { ApiError } from "./errors.ts";

export function refuseDuplicateHosts(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw: { rawHeaders } }) => {
    let hosts = 0;
    // Names and values alternate.
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (rawHeaders[index]?.toLowerCase() === "host") hosts += 1;
    }
    if (hosts > 1) throw new ApiError("EINVALID", message("requests.malformed"));
  });
}
