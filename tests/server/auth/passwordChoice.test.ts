import { expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import {
  checkChosenPassword,
  isCommonPassword,
  type PasswordOwner,
} from "#server/auth/password/choice.ts";
import { randomPassword } from "#server/auth/password/hashing.ts";

const ANN: PasswordOwner = {
  username: "ann.lee",
  givenName: "Ann",
  familyName: "Lee",
  email: "a.lee@harbor.example",
  client: { name: "Harbor Community Bank" },
};
const COMMON = message("passwords.tooCommon");
const NAMED = message("passwords.guessable");

test("common passwords are recognised in any case", () => {
  // From the top, the middle and the end of other lists' rankings.
  const some = [
    "password",
    "12345678",
    "qwertyuiop",
    "1Q2W3E4R",
    "Trustno1",
    "SUNSHINE",
    "p@ssw0rd",
  ];
  expect(some.filter((password) => !isCommonPassword(password))).toEqual([]);
  const comment = "# a copy of this software and associated documentation files (the";
  for (const password of ["", comment, "correct horse", randomPassword()]) {
    expect(isCommonPassword(password), password).toBe(false);
  }
});

test.each([
  ["password1", COMMON],
  ["Password1", COMMON],
  ["provision", NAMED],
  ["Provision2026!", NAMED],
  ["AnnLee1990", NAMED],
  ["ann.lee-ann.lee", NAMED],
  ["a.lee@harbor.example", NAMED],
  ["HarborCommunityBank!", NAMED],
  ["harbor-bank-2026", NAMED],
  ["Ann12345678", NAMED],
  ["a harbor in the evening", null],
  ["correct horse", null],
])("the choice of %j by Ann is checked: %j", (password, problem) => {
  expect(checkChosenPassword(password, ANN)).toEqual(problem);
});

test("[VAL-13] [VAL-14] form errors are reported first", () => {
  const tooShort = message("passwords.tooShort", { min: 8 });
  expect(checkChosenPassword("letmein", ANN)).toEqual(tooShort);
  expect(checkChosenPassword("Pässword1", ANN)).toEqual(message("fields.notAscii"));
});

test("short and missing names forbid nothing, and names are not used as expressions", () => {
  const bare = { username: ".*", givenName: "A", familyName: "", email: null, client: null };
  expect(checkChosenPassword("a banana a day", bare)).toBeNull();
  expect(checkChosenPassword("anything goes", bare)).toBeNull();
});
