/** Bodies are JSON and nothing else. An empty one counts as absent. */
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

/** Characters of a body that is large: such bodies are read one by one, and others have their turn between two. */
const LARGE = 1_048_576;
/** Characters for each value of one: it is a file, or a list of ids of 39 each. */
const LEAST_OF_VALUE = 32;

/** Whether a large body is of small values: parsed, each takes many times the memory that it takes as text. */
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
