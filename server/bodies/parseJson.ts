/** JSON text as it comes in a body: parsed, and refused where it would cost or break too much. */
import { parse } from "secure-json-parse";
import { message } from "#events/messages/message.ts";
import { ApiError, badCharacter, tooLarge } from "../plugins/errors.ts";

/** @throws ApiError ETOOLARGE, or EINVALID for what is no JSON, for keys of prototypes, and for what no database holds. */
export function parseJson(text: string): unknown {
  if (isDense(text)) throw tooLarge();
  const body = parseSafely(text);
  if (ESCAPES.test(text) && holdsBadCharacter(body)) throw badCharacter();
  return body;
}

function parseSafely(text: string): unknown {
  try {
    return parse(text, null, { protoAction: "error", constructorAction: "error" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ApiError("EINVALID", message("requests.unreadable", { reason }));
  }
}

/** Characters from which on a body must be a file, or a list of ids of 39 each. */
const DENSE_FROM = 1_048_576;
/** Characters for each value of one. */
const LEAST_OF_VALUE = 32;

/** Whether a large body is of small values: parsed, each takes many times the memory that it takes as text. */
function isDense(text: string): boolean {
  if (text.length <= DENSE_FROM) return false;
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
