/** Parses a large body, checks it against the schema of its call and prepares it. Pure; runs in a thread. */
import { ALL_CALLS } from "#events/catalogue.ts";
import type { ErrorCode } from "#events/entities/error.ts";
import type { Message } from "#events/kernel/message.ts";
import { ApiError, type FieldError } from "../plugins/errors.ts";
import { compileCheck } from "../plugins/validation.ts";
import { parseJson } from "./parseJson.ts";
import { prepareBody } from "./preparations.ts";

export interface BodyRefusal {
  readonly code: ErrorCode;
  readonly reason: Message;
  readonly fields: readonly FieldError[] | undefined;
}

/** The result as it passes between threads, which cannot pass an `ApiError`. */
export type ReadBody = { readonly value: unknown } | { readonly refusal: BodyRefusal };

const checks = new Map<string, (body: unknown) => unknown>();

/** @param call the name of the call. @param bytes the body in UTF-8. */
export function readBody(call: string, bytes: Uint8Array): ReadBody {
  try {
    const body = parseJson(new TextDecoder().decode(bytes));
    return { value: prepareBody(call, checkOf(call)(body)) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, reason, fields } = error;
    return { refusal: { code, reason, fields } };
  }
}

function checkOf(name: string): (body: unknown) => unknown {
  const known = checks.get(name);
  if (known) return known;
  const schema = ALL_CALLS.find((call) => call.name === name)?.schema.body;
  if (!schema) throw new Error(`The call ${name} takes no body`);
  const check = compileCheck(schema, "body");
  checks.set(name, check);
  return check;
}
