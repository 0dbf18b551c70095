/** Requirements on every failed call. */
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { ERROR_CODES, ErrorBody } from "#events/entities/error.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { english } from "../../support/english.ts";

const isErrorBody = Compile({ ...ErrorBody, additionalProperties: false });

/** An error without its details, which the texts repeat. */
export interface MessageError {
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly { readonly path: string; readonly message: string }[];
}

/** Expects the code, its status, and only the fields of an error; returns the texts of the body. */
export function expectError(
  response: { statusCode: number; json: () => unknown },
  code: keyof typeof ERROR_CODES,
): MessageError {
  const told = textsOf(response);
  expect(told).toMatchObject({ code });
  expect(response.statusCode).toBe(ERROR_CODES[code]);
  return told;
}

/** The error of a response; expects that its texts are those of its messages. */
export function textsOf(response: { json: () => unknown }): MessageError {
  const body = response.json();
  expect(isErrorBody.Check(body)).toBe(true);
  const { code, fields, ...told } = body as ErrorBody;
  return {
    code,
    message: textOf(told),
    ...(fields && {
      fields: fields.map(({ path, ...field }) => ({ path, message: textOf(field) })),
    }),
  };
}

function textOf({ message, detail }: Pick<ErrorBody, "message" | "detail">): string {
  expect(Object.keys(ENGLISH.texts)).toContain(detail.code);
  expect(message).toBe(english(detail));
  return message;
}
