/** Distinguished names: escaping, and equal forms of equal names. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { childDn, isWithin, namingValue, normalizeDn, parseDn } from "#server/connectors/dn.ts";

const BASE = "ou=people,dc=example,dc=test";

test("any value survives escaping, and stays one value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (value) => {
      const dn = childDn("cn", value, BASE);
      expect(parseDn(dn)).toHaveLength(4);
      expect(namingValue(dn)).toBe(value);
    }),
    { seed: 1, numRuns: 2_000 },
  );
});

test.each([
  ["case and spaces", "CN=Ann  Lee, OU=People,DC=Example,DC=Test", `cn=ann lee,${BASE}`],
  ["escapes", String.raw`cn=Lee\2c Ann,${BASE}`, String.raw`cn=Lee\, Ann,${BASE}`],
  ["bytes of UTF-8", String.raw`cn=Zo\c3\ab,${BASE}`, `cn=Zoë,${BASE}`],
  ["quotes", `cn="Lee, Ann",${BASE}`, String.raw`cn=Lee\, Ann,${BASE}`],
  ["the order of a name with several values", `cn=a+uid=b,${BASE}`, `UID=b+CN=a,${BASE}`],
  ["hexadecimal strings", `cn=#0403416e6e,${BASE}`, `cn=Ann,${BASE}`],
  ["other names of attributes", `commonName=a,${BASE}`, `2.5.4.3=a,${BASE}`],
  ["semicolons", "cn=a;dc=b", "cn=a,dc=b"],
])("names that differ in %s are equal", (_name, one, other) => {
  expect(normalizeDn(one)).toBe(normalizeDn(other));
});

test("a comma within a value does not separate", () => {
  expect(normalizeDn(String.raw`cn=a\,ou=people,dc=b`)).not.toBe(
    normalizeDn("cn=a,ou=people,dc=b"),
  );
});

test("an entry is within its base and above", () => {
  const base = normalizeDn(BASE);
  expect(isWithin(normalizeDn(`cn=a, OU=People,dc=example,dc=test`), base)).toBe(true);
  expect(isWithin(base, base)).toBe(true);
  expect(isWithin(normalizeDn("cn=a,dc=example,dc=test"), base)).toBe(false);
  expect(isWithin(normalizeDn(`cn=a,xou=people,dc=example,dc=test`), base)).toBe(false);
  expect(isWithin(normalizeDn("cn=a"), "")).toBe(true);
});
