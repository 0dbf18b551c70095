/** Bodies are JSON and nothing else. An empty one counts as absent. */
import type { FastifyInstance } from "fastify";
import { ApiError, badCharacter } from "./errors.ts";

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
        else if (ESCAPES.test(text) && holdsBadCharacter(body)) done(badCharacter());
        else done(null, body);
      });
    },
  );
}

/** Only escapes bring such characters into JSON: a body without them is not looked through. */
const ESCAPES = /\\u(?:0000|d[89a-f])/i;
/** NUL, and halves of characters, which no database can hold. */
const BAD_CHARACTER = /\0|\p{Surrogate}/u;

/** Without recursion: a body may be nested deeper than the stack. */
function holdsBadCharacter(body: unknown): boolean {
  const rest: unknown[] = [body];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === "string" && BAD_CHARACTER.test(value)) return true;
    if (value === null || typeof value !== "object") continue;
    for (const [key, inner] of Object.entries(value)) {
      if (BAD_CHARACTER.test(key)) return true;
      rest.push(inner);
    }
  }
  return false;
}
