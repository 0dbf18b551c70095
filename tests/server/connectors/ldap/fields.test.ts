/** The configuration of the LDAP connector. */
import { expect, test } from "vitest";
import { ldapConnector } from "#server/connectors/ldap/index.ts";
import { readSettings } from "#server/connectors/ldap/settings.ts";

const { fields } = ldapConnector;

test("each field has its own id, and depends on an earlier field and its values", () => {
  const ids = fields.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, when } of fields) {
    if (!when) continue;
    const other = fields.find((field) => field.id === when.field);
    expect(ids.indexOf(when.field)).toBeLessThan(ids.indexOf(id));
    const values = other?.type === "BOOL" ? [true, false] : (other?.options ?? []);
    expect(values).toEqual(expect.arrayContaining(when.isOneOf));
  }
});

test("initial values are choices or within the bounds of their field", () => {
  for (const { type, initial, options, minimum, maximum } of fields) {
    if (type === "SELECT") expect(options).toContain(initial);
    if (type !== "INT" || typeof initial !== "number") continue;
    expect(initial).toBeGreaterThanOrEqual(minimum ?? 0);
    expect(initial).toBeLessThanOrEqual(maximum ?? 0);
  }
});

test("only the password is secret", () => {
  expect(fields.filter(({ type }) => type === "SECRET").map(({ id }) => id)).toEqual(["password"]);
});

test("empty names use the vendor's profile, and the port follows the encryption", () => {
  const base = { host: "h", baseDn: "dc=a", idAttribute: " " };
  expect(readSettings({ ...base, vendor: "ACTIVE_DIRECTORY", security: "LDAPS" })).toMatchObject({
    port: 636,
    idAttribute: "objectGUID",
    accounts: { className: "user", nameAttribute: "sAMAccountName", createDn: "dc=a" },
    groups: { className: "group", baseDn: "dc=a" },
  });
  expect(
    readSettings({ ...base, vendor: "OPENLDAP", security: "STARTTLS", readGroups: false }),
  ).toMatchObject({ port: 389, idAttribute: "entryUUID", groups: null });
  expect(readSettings({ ...base, port: 10_389, idAttribute: "uid" })).toMatchObject({
    port: 10_389,
    idAttribute: "uid",
  });
});
