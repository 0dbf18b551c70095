/** Requirements on every answer of the API, whatever the request. */
import { Compile, type Validator } from "typebox/compile";
import { ERROR_CODES, ErrorBody } from "#events/entities/error.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import { MARK } from "./foreignClient.ts";

const isErrorBody = Compile({ ...ErrorBody, additionalProperties: false });

/** Traces of internals: stack frames, paths, SQL, debug representations. */
const INSIDE =
  /\bat (?:async )?[\w.<>]+ \(|node_modules|node:internal|file:\/\/|\.ts:\d+|\bselect .+ from\b|\[object Object\]|password_hash|\$argon2/i;

const validators = new Map<unknown, Validator>();

function check(schema: AnyCall["schema"]["responses"][number], value: unknown): boolean {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** @returns the problem of the answer, or null. */
export function faultOf(
  call: AnyCall,
  sent: string,
  { statusCode, headers, body }: Answer,
): string | null {
  if (statusCode >= 500) return `answers ${statusCode}`;
  if (body.includes(MARK) && !sent.includes(MARK)) return "tells of another client";
  if (headers["access-control-allow-origin"] !== undefined) return "opens itself to other origins";
  if (call.method === "HEAD" || body === "") return statusCode < 300 ? null : "says nothing";
  if (headers["content-type"] !== "application/json; charset=utf-8") {
    return call.formats?.includes(String(headers["content-type"]))
      ? null
      : `answers ${String(headers["content-type"])}`;
  }
  const value: unknown = JSON.parse(body);
  const schema = call.schema.responses[statusCode];
  if (schema) return check(schema, value) ? null : "answers against its schema";
  if (!isErrorBody.Check(value)) return `answers ${statusCode}, which it does not declare`;
  const { code, message } = value;
  const status = Object.entries(ERROR_CODES).find(([known]) => known === code)?.[1];
  if (status !== statusCode) return `answers ${statusCode} with ${code}`;
  // Sent values may be quoted.
  return INSIDE.test(message) && !INSIDE.test(sent) ? "tells of its inside" : null;
}
