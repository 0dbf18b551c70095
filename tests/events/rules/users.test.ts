import { describe, expect, it } from "vitest";
import { USER_FIELDS } from "#events/entities/managedUser.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import {
  checkPerson,
  checkUser,
  managerKinds,
  mayGrant,
  normalizePerson,
  NOT_OF_ONESELF,
  refuseManaging,
  USER_LABELS,
} from "#events/rules/users.ts";
import { english } from "../../support/english.ts";

const PERSON = {
  givenName: "Ada",
  familyName: "Lovelace",
  email: "ada@example.com",
  phoneNumber: null,
  phoneExtension: null,
  jobTitle: null,
};

/** The problems in English by field. */
function told(problems: Readonly<Record<string, Message>>) {
  return Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, english(problem)]),
  );
}

describe("a user", () => {
  it("has a label for each field", () => {
    const labels = USER_FIELDS.map((field) => [field, english(message(USER_LABELS[field]))]);
    expect(Object.fromEntries(labels)).toEqual({
      username: "Username",
      givenName: "First name",
      familyName: "Last name",
      email: "Email address",
      phoneNumber: "Phone number",
      phoneExtension: "Phone extension",
      jobTitle: "Job title",
      isHr: "HR manager",
      isAd: "AD manager",
      archived: "Archived",
      resourceIds: "Assigned resources",
      roleIds: "Roles",
    });
  });

  it("is stored without white space around texts, and with null for an optional text that is empty", () => {
    const typed = {
      username: " ada ",
      givenName: "\tAda Maria",
      familyName: "Lovelace\n",
      email: " ada@example.com ",
      phoneNumber: "  ",
      phoneExtension: "",
      jobTitle: " Head of engines ",
      isHr: true,
    };
    expect(normalizePerson(typed)).toEqual({
      username: "ada",
      givenName: "Ada Maria",
      familyName: "Lovelace",
      email: "ada@example.com",
      phoneNumber: null,
      phoneExtension: null,
      jobTitle: "Head of engines",
      isHr: true,
    });
    const optional = { phoneNumber: " 1 ", phoneExtension: " 2 ", email: "", jobTitle: " " };
    expect(normalizePerson({ ...PERSON, ...optional })).toEqual({
      ...PERSON,
      phoneNumber: "1",
      phoneExtension: "2",
      email: null,
    });
  });

  it("is valid with single-line names and an address, and needs nothing else", () => {
    expect(checkUser({ ...PERSON, username: "ada" })).toEqual({});
    const long = "x".repeat(255);
    const full = {
      phoneNumber: "1".repeat(255),
      phoneExtension: long,
      jobTitle: long,
      givenName: long,
    };
    expect(checkPerson({ ...PERSON, ...full })).toEqual({});
  });

  it("[VAL-1] [VAL-5] [VAL-18] gets the problem of each field", () => {
    expect(told(checkUser({ ...PERSON, username: "", email: null }))).toEqual({
      username: "Username is required",
      email: "Email address is required",
    });
    const long = "x".repeat(256);
    const tooLong = "Enter at most 255 characters";
    const optional = { phoneNumber: long, phoneExtension: long, jobTitle: long };
    expect(told(checkPerson({ ...PERSON, ...optional, givenName: long }))).toEqual({
      givenName: tooLong,
      phoneNumber: tooLong,
      phoneExtension: tooLong,
      jobTitle: tooLong,
    });
    const notOneLine = "Line breaks and other control characters are not allowed";
    expect(told(checkUser({ ...PERSON, username: "a\nb", familyName: "c\td" }))).toEqual({
      username: notOneLine,
      familyName: notOneLine,
    });
    expect(told(checkPerson({ ...PERSON, givenName: " ", familyName: "" }))).toEqual({
      givenName: "First name is required",
      familyName: "Last name is required",
    });
  });

  it("[USER-2] [USER-3] [USER-4] is a manager by two flags, and a billing manager without both", () => {
    expect(managerKinds({ isHr: true, isAd: false })).toEqual(["HR manager"]);
    expect(managerKinds({ isHr: false, isAd: true })).toEqual(["AD manager"]);
    expect(managerKinds({ isHr: true, isAd: true })).toEqual(["HR manager", "AD manager"]);
    expect(managerKinds({ isHr: false, isAd: false })).toEqual(["Billing manager"]);
  });

  it("cannot change fields that would lock them out or raise their permissions", () => {
    expect(new Set(NOT_OF_ONESELF)).toEqual(
      new Set(["archived", "email", "roleIds", "resourceIds", "isHr", "isAd"]),
    );
  });
});

const role = (...codes: string[]) => ({
  name: "Some role",
  permissions: codes.map((name) => ({ name })),
});
const SUPER_USER = role(
  ...["create", "read", "update", "delete"].flatMap((verb) => [
    `resource_all_${verb}`,
    `client_${verb}`,
  ]),
);
const actor = (roles: ReturnType<typeof role>[], ...clientIds: string[]) => ({
  roles,
  resourceIds: [],
  clients: clientIds.map((id) => ({ id })),
});

describe("an administrator", () => {
  it("can assign a role if they hold all of its permissions", () => {
    const keeper = actor([role("orgs_read"), role("orgs_update")]);
    expect(mayGrant(keeper, role("orgs_read", "orgs_update"))).toBe(true);
    expect(mayGrant(keeper, role("orgs_read", "orgs_delete"))).toBe(false);
    expect(mayGrant(keeper, role())).toBe(true);
    expect(mayGrant(actor([SUPER_USER]), role("orgs_read", "orgs_delete"))).toBe(true);
  });

  it("changes a user who holds no more permissions and belongs to no other client", () => {
    const keeper = actor([role("orgs_read", "orgs_update")], "one", "two");
    const refusal = (roles: ReturnType<typeof role>[], ...clientIds: string[]) =>
      english(refuseManaging(keeper, { roles, clientIds }));
    expect(refusal([role("orgs_read"), role("orgs_update")], "two", "one")).toBeNull();
    expect(refusal([], "one")).toBeNull();
    const more = "This user has permissions that you don't have";
    expect(refusal([role("orgs_read"), role("orgs_delete")], "one")).toBe(more);
    expect(refusal([role("orgs_delete")], "three")).toBe(more);
    const others = "This user belongs to clients that you do not administer";
    expect(refusal([role("orgs_read")], "one", "three")).toBe(others);
  });
});
