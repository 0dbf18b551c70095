/** Bodies are JSON only. An empty body counts as absent. */
import { setImmediate } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { message } from "#events/messages/message.ts";
import { KeyedQueue } from "../keyedQueue.ts";
import { ApiError, badCharacter, tooLarge } from "./errors.ts";

export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const queue = new KeyedQueue();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    ["application/json", "application/json-patch+json"],
    { parseAs: "string" },
    (request, text, done) => {
      if (text === "") {
        done(null, undefined);
        return;
      }
      if (isDense(text)) {
        done(tooLarge());
        return;
      }
      const read = () =>
        void parse(request, text, (error, body) => {
          if (error)
            done(
              new ApiError("EINVALID", message("requests.unreadable", { reason: error.message })),
            );
          else if (ESCAPES.test(text) && holdsBadCharacter(body)) done(badCharacter());
          else done(null, body);
        });
      if (text.length <= LARGE) read();
      else void queue.run("large", () => setImmediate().then(read));
    },
  );
}

/** Minimum characters of a large body. Large bodies are parsed one by one, and other requests run in between. */
const LARGE = 1_048_576;
/** Average characters per value above which a body counts as a file or a list of ids (39 each). */
const LEAST_OF_VALUE = 32;

/** Whether a large body consists of small values, whose parsed form takes many times the memory of the text. */
function isDense(text: string): boolean {
  if (text.length <= LARGE) return false;
  let left = text.length / LEAST_OF_VALUE;
  for (const mark of [",", "[", "{"]) {
    for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  }
  return false;
}

/** Only escapes can produce such characters in JSON, so a body without escapes needs no search. */
const ESCAPES = /\\u(?:0000|d[89a-f])/i;
/** NUL and lone surrogates, which the database cannot store. */
const BAD_CHARACTER = /\0|\p{Surrogate}/u;

/** Iterative, because a body may be nested deeper than the stack. */
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
