/** Bodies are JSON and nothing else. An empty one counts as absent. */
import type { FastifyInstance } from "fastify";
import { ApiError } from "./errors.ts";

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    ["application/json", "application/json-patch+json"],
    { parseAs: "string" },
    (request, text, done) => {
      if (text === "") {
        done(null, undefined);
        return;
      }
      void parse(request, text, (error, body) => {
        if (error) done(new ApiError("EINVALID", `The body is not JSON: ${error.message}`));
        else done(null, body);
      });
    },
  );
}
