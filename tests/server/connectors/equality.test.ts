/** When systems take two texts for the same value. Examples of LDAP are those of RFC 4517 and 4518. */
import { expect, test } from "vitest";
import type { Equality, ObjectClass } from "#events/entities/objectClass.ts";
import { normalFormOf, plannedEquality, systemEquality } from "#server/connectors/equality.ts";

test.each<[Equality, string, string]>([
  ["ignoreCase", "Ada@Example.com", "ada@example.COM"],
  ["caseExact", "  Ada   Lovelace ", "Ada Lovelace"],
  ["caseIgnore", "ADA  lovelace", "Ada Lovelace"],
  ["distinguishedName", "UID=ada, OU=People,DC=Example", "uid=Ada,ou=people,dc=example"],
  ["telephoneNumber", "+1 512-555-0101", "+15125550101"],
  ["numericString", "15 079 672 281", "15079672281"],
  ["integer", "+007", "7"],
  ["integer", "-0", "0"],
  ["decimal", "7.50", "7.5"],
  ["decimal", "007", "7.0"],
  ["decimal", "-0.00", "0"],
  ["decimal", "1.5e3", "1500"],
  ["decimal", "1e30", "1.0e+30"],
  ["boolean", "TRUE", "t"],
  ["boolean", "no", "False"],
  ["uuid", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "{a0eebc99-9c0b4ef8-bb6d6bb9-bd380a11}"],
  ["padded", "AB      ", "AB"],
  ["instant", "20260302090000Z", "2026-03-02T09:00:00.000Z"],
  ["instant", "2026-03-02 10:00:00+01", "2026-03-02 09:00:00+00"],
  ["instant", "2026-03-02 09:00:00.123450+00", "20260302090000.12345Z"],
  ["instant", "202603020900+0000", "2026-03-02T09:00Z"],
  ["localTime", "2026-03-02T09:00:00Z", "2026-03-02 09:00:00"],
  ["date", "2026-03-02T00:00:00.000Z", "2026-03-02"],
])("%s: %j and %j are the same", (equality, one, other) => {
  expect(normalFormOf(equality)(one)).toBe(normalFormOf(equality)(other));
});

test.each<[Equality, string, string]>([
  ["exact", "Ada", "ada"],
  ["ignoreCase", "a b", "a  b"],
  ["caseExact", "Ada", "ada"],
  ["caseIgnore", "Ada", "Ada L."],
  ["distinguishedName", String.raw`cn=a\,b,dc=c`, "cn=a,cn=b,dc=c"],
  ["telephoneNumber", "+1 512 555 0101", "+1 512 555 0102"],
  ["integer", "7", "70"],
  ["integer", "seven", "7"],
  ["decimal", "7.5", "7.05"],
  ["decimal", "", "0"],
  ["boolean", "true", "false"],
  ["boolean", "perhaps", "false"],
  ["padded", " AB", "AB"],
  ["instant", "2026-03-02 09:00:00+01", "2026-03-02 09:00:00+00"],
  ["instant", "soon", "2026-03-02T09:00:00Z"],
  ["localTime", "2026-03-02 09:00:00", "2026-03-02 09:00:01"],
  ["date", "2026-03-02", "2026-03-03"],
  ["date", "0044-03-15 BC", "0044-03-15"],
])("%s: %j and %j differ", (equality, one, other) => {
  expect(normalFormOf(equality)(one)).not.toBe(normalFormOf(equality)(other));
});

test("values are compared in any order, and a correction of the case is a change", () => {
  const attribute = { name: "cn", multiple: true, required: false, writable: true };
  const classes: ObjectClass[] = [
    {
      name: "person",
      role: "account",
      idAttribute: "id",
      nameAttribute: "cn",
      memberAttribute: null,
      attributes: [
        { ...attribute, equality: "caseIgnore" },
        { ...attribute, name: "phone", equality: "telephoneNumber" },
        { ...attribute, name: "plain" },
      ],
    },
  ];
  const system = systemEquality(classes)("person");
  const planned = plannedEquality(classes)("person");
  expect(system("cn", ["ada", "Ada L."], ["ADA L.", "Ada"])).toBe(true);
  expect(planned("cn", ["ada"], ["Ada"])).toBe(false);
  expect(planned("cn", ["Ada  L."], ["Ada L."])).toBe(true);
  expect(planned("phone", ["1-2"], ["12"])).toBe(true);
  expect(system("plain", ["a"], ["A"])).toBe(false);
  expect(system("unknown", ["a"], ["a"])).toBe(true);
});
