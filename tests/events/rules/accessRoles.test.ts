/** Access roles as forms and server check and store them. */
import { expect, test } from "vitest";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { message } from "#events/messages/message.ts";
import {
  bucketOf,
  checkPeriod,
  checkRoleDescription,
  checkRoleEntitlements,
  checkRoleName,
  DEFAULT_BUCKET,
  normalizeRole,
} from "#events/rules/accessRoles.ts";

test("a role without a resource is in the default bucket", () => {
  expect(DEFAULT_BUCKET).toBe("default");
  expect(bucketOf({ extension: {} })).toBe("default");
  expect(bucketOf({ extension: { resourceRef: undefined } })).toBe("default");
  expect(bucketOf({ extension: { resourceRef: { oid: "r1" } } })).toBe("r1");
});

test("a role has a name of one line", () => {
  const required = message("fields.labelRequired", { label: message("labels.name") });
  for (const name of ["", "  "]) expect(checkRoleName(name)).toEqual(required);
  expect(checkRoleName(` ${"n".repeat(TEXT_MAX_LENGTH)} `)).toBeNull();
  expect(checkRoleName("n".repeat(TEXT_MAX_LENGTH + 1))).toEqual(
    message("fields.tooLong", { max: TEXT_MAX_LENGTH }),
  );
  expect(checkRoleName(" a\n")).toBeNull();
  expect(checkRoleName("a\nb")).toEqual(message("fields.notOneLine"));
});

test("a role has at most 2,000 characters of description and 1,000 entitlements", () => {
  expect(checkRoleDescription("")).toBeNull();
  expect(checkRoleDescription("d".repeat(2000))).toBeNull();
  expect(checkRoleDescription("d".repeat(2001))).toEqual(message("fields.tooLong", { max: 2000 }));
  expect(checkRoleEntitlements(1000)).toBeNull();
  expect(checkRoleEntitlements(1001)).toEqual(
    message("accessRoles.tooManyEntitlements", { max: 1000 }),
  );
});

test("a role is stored without outer white space, with each oid once in lower case", () => {
  const content = {
    name: " Teller ",
    description: " Desk\n",
    resourceOid: "A-Resource",
    entitlementOids: ["b", "A", "B", "a"],
    ownerOids: ["D", "c", "d"],
  };
  expect(normalizeRole(content)).toEqual({
    name: "Teller",
    description: "Desk",
    resourceOid: "a-resource",
    entitlementOids: ["a", "b"],
    ownerOids: ["c", "d"],
  });
  expect(normalizeRole({ ...content, resourceOid: null }).resourceOid).toBeNull();
});

test("a period ends after its start", () => {
  const [start, end] = ["2026-01-01T00:00:00Z", "2026-01-01T00:00:01Z"];
  const bad = message("accessRoles.badPeriod");
  expect(checkPeriod({ validFrom: start, validUntil: end })).toBeNull();
  expect(checkPeriod({ validFrom: start, validUntil: start })).toEqual(bad);
  expect(checkPeriod({ validFrom: end, validUntil: start })).toEqual(bad);
  // The same instant, written in another zone, is compared as an instant.
  expect(checkPeriod({ validFrom: "2026-01-01T01:00:00+02:00", validUntil: start })).toBeNull();
  for (const one of [null, start]) {
    expect(checkPeriod({ validFrom: one, validUntil: null })).toBeNull();
    expect(checkPeriod({ validFrom: null, validUntil: one })).toBeNull();
  }
});
