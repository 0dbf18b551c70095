/** What every failed call must look like. */
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { ERROR_CODES, ErrorBody } from "#events/entities/error.ts";

const isErrorBody = Compile({ ...ErrorBody, additionalProperties: false });

/** Expects the code, its status, and no field beyond those of an error; gives the body. */
export function expectError(
  response: { statusCode: number; json: () => unknown },
  code: keyof typeof ERROR_CODES,
) {
  const body = response.json();
  expect(body).toMatchObject({ code });
  expect(isErrorBody.Check(body)).toBe(true);
  expect(response.statusCode).toBe(ERROR_CODES[code]);
  return body as ErrorBody;
}
