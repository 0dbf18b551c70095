import { expect, test } from "vitest";
import {
  DatabaseUnavailableError,
  DiskFullError,
  errorCode,
  translateDatabaseError,
} from "#server/db/errors.ts";

const withCode = (code: string): Error => Object.assign(new Error("failed"), { code });

test.each([
  ["an SQLSTATE", withCode("53100")],
  ["a file's error", withCode("ENOSPC")],
  [
    "the embedded database's last words",
    new DatabaseUnavailableError(
      'PANIC:  could not write to file "pg_wal/xlogtemp.42": No space left on device\nAborted()',
    ),
  ],
])("a full disk is recognised by %s", (_, error) => {
  const translated = translateDatabaseError(error);
  expect(translated).toBeInstanceOf(DiskFullError);
  expect(translated).toMatchObject({ code: "EDISKFULL", cause: error });
  expect(translateDatabaseError(translated)).toBe(translated);
});

test("every other error is unchanged", () => {
  for (const error of [withCode("23505"), new Error("full"), "text", undefined]) {
    expect(translateDatabaseError(error)).toBe(error);
  }
});

test("the code of an error is its string code or undefined", () => {
  expect(errorCode(withCode("40001"))).toBe("40001");
  expect([new Error("x"), Object.assign(new Error("x"), { code: 5 }), null].map(errorCode)).toEqual(
    ["", "", ""],
  );
});
