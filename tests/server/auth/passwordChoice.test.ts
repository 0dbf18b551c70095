import { expect, test } from "vitest";
import {
  checkChosenPassword,
  isCommonPassword,
  type PasswordOwner,
} from "#server/auth/password/choice.ts";
import { randomPassword } from "#server/auth/password/hashing.ts";
import { german as say } from "#src/app/sentences.de.ts";

const ANN: PasswordOwner = {
  username: "ann.lee",
  givenName: "Ann",
  familyName: "Lee",
  email: "a.lee@harbor.example",
  client: { name: "Harbor Community Bank" },
};
const COMMON = "This password is one of the first that anybody tries: choose another";
const NAMED =
  "This password is easily guessed from a name of yours, of your organisation or of Provision: choose another";

test("the commonest are known in any case", () => {
  // From the top, the middle and the end of what other lists count.
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
  for (const password of ["", "# the commonest", "correct horse", randomPassword()]) {
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
])("%j is chosen by Ann: %j", (password, problem) => {
  expect(checkChosenPassword(password, ANN)).toBe(problem);
});

test("[VAL-13] [VAL-14] what the form finds wrong is told first", () => {
  expect(checkChosenPassword("letmein", ANN)).toBe("Password must contain at least 8 characters");
  expect(checkChosenPassword("Pässword1", ANN)).toBe("Only ascii characters are allowed");
});

test("short and missing names forbid nothing, and no name is an expression", () => {
  const bare = { username: ".*", givenName: "A", familyName: "", email: null, client: null };
  expect(checkChosenPassword("a banana a day", bare)).toBeNull();
  expect(checkChosenPassword("anything goes", bare)).toBeNull();
});

test("what is refused is told in German, too", () => {
  for (const message of [COMMON, NAMED]) expect(say(message)).not.toBe(message);
});
