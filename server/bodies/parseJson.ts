/** Parses the JSON of a body and rejects bodies that would take too much memory or could do damage. */
import { parse } from "secure-json-parse";
import { message } from "#events/messages/message.ts";
import { ApiError, badCharacter, tooLarge } from "../plugins/errors.ts";

/** @throws ApiError ETOOLARGE, or EINVALID for invalid JSON, prototype keys and characters that the database cannot store. */
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

/** Longer bodies, in characters, must contain a file or a list of ids (39 characters each). */
const DENSE_FROM = 1_048_576;
/** The minimum characters per value in such a body. */
const LEAST_OF_VALUE = 32;

/** Whether a large body consists of small values. Parsed, each takes many times the memory of its text. */
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

/** Only escapes can put such characters into JSON, so only bodies with such escapes are searched. */
const ESCAPES = /\\u(?:0000|d[89a-f])/i;
/** NUL and unpaired surrogates, which the database cannot store. */
const BAD_CHARACTER = /\0|\p{Surrogate}/u;

/** Avoids recursion, because a body may be nested more deeply than the stack allows. */
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
