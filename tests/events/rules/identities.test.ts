/** People who are created by hand. */
import { expect, test } from "vitest";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { message } from "#events/messages/message.ts";
import { checkIdentity, checkNewIdentity } from "#events/rules/identities.ts";

const person = {
  givenName: "",
  familyName: "Lee",
  username: "",
  email: "",
  jobTitle: "",
  department: "",
  location: "",
  manager: "",
};
const problemsOf = (problems: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== null));
const check = (more: Partial<typeof person>) => problemsOf(checkIdentity({ ...person, ...more }));
const checkNew = (externalId: string) =>
  problemsOf(checkNewIdentity({ ...person, familyName: "", externalId }));

const tooLong = message("fields.tooLong", { max: TEXT_MAX_LENGTH });
const notOneLine = message("fields.notOneLine");
const required = (label: "labels.familyName" | "labels.identityId") =>
  message("fields.labelRequired", { label: message(label) });
const long = "x".repeat(TEXT_MAX_LENGTH + 1);

test("a person needs only a last name", () => {
  expect(check({})).toEqual({});
  for (const familyName of ["", " "]) {
    expect(check({ familyName })).toEqual({ familyName: required("labels.familyName") });
  }
});

test("each text is one line of limited length", () => {
  for (const field of Object.keys(person)) {
    if (field === "email") continue;
    expect(check({ [field]: long })).toEqual({ [field]: tooLong });
    expect(check({ [field]: "a\nb" })).toEqual({ [field]: notOneLine });
  }
});

test("an email address is optional, and valid without the white space around it", () => {
  expect(check({ email: "  " })).toEqual({});
  expect(check({ email: " ann@example.com " })).toEqual({});
  expect(check({ email: "ann" })).toEqual({ email: message("email.at") });
});

test("a new person also needs an ID", () => {
  const familyName = required("labels.familyName");
  expect(checkNew("P1")).toEqual({ familyName });
  expect(checkNew(" ")).toEqual({ familyName, externalId: required("labels.identityId") });
  expect(checkNew(long)).toEqual({ familyName, externalId: tooLong });
  expect(checkNew("a\nb")).toEqual({ familyName, externalId: notOneLine });
});
