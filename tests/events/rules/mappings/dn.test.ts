/** Distinguished names. The expected texts are from RFC 4514 and from its grammar. */
import { describe, expect, test } from "vitest";
import {
  buildDn,
  escapeDnValue,
  isAttributeType,
  isDn,
  unitOf,
} from "#events/rules/mappings/dn.ts";
import { dnOf } from "./support.ts";

describe("a value in a distinguished name", () => {
  test.each([
    // Section 4.
    ['James "Jim" Smith, III', String.raw`James \"Jim\" Smith\, III`],
    // Section 2.4: special characters, NUL, and spaces and number signs at the ends.
    ["a+b;c<d>e\\f", String.raw`a\+b\;c\<d\>e\\f`],
    ["a\0b", String.raw`a\00b`],
    [" lead", String.raw`\ lead`],
    ["trail ", String.raw`trail\ `],
    ["#1", String.raw`\#1`],
    ["a #b c", "a #b c"],
    [" ", String.raw`\ `],
    ["  ", String.raw`\ \ `],
    ["a=b", "a=b"],
    ["Lučić", "Lučić"],
    [", ", String.raw`\,\ `],
    ["\\ ", String.raw`\\\ `],
    ["", ""],
  ])("%j is written %s", (value, written) => {
    expect(escapeDnValue(value)).toBe(written);
    if (value !== "") expect(isDn(`CN=${written}`)).toBe(true);
  });
});

describe("the syntax of distinguished names", () => {
  test.each([
    "",
    "UID=jsmith,DC=example,DC=net",
    "OU=Sales+CN=J.  Smith,DC=example,DC=net",
    String.raw`CN=James \"Jim\" Smith\, III,DC=example,DC=net`,
    String.raw`CN=Before\0dAfter,DC=example,DC=net`,
    "1.3.6.1.4.1.1466.0=x",
  ])("accepts %s", (text) => expect(isDn(text)).toBe(true));

  test.each([
    "Sales",
    "OU=",
    "OU=a,",
    ",OU=a",
    "OU=a,,DC=b",
    "OU=a;b",
    'OU="a"',
    String.raw`OU=a\zb`,
    "OU=a\\",
    "1a=b",
    "o u=a",
    "OU=a,b",
    "OU=a+b",
    "OU=a+CN=,DC=b",
  ])("refuses %s", (text) => expect(isDn(text)).toBe(false));

  test.each([
    ["CN", true],
    ["uid", true],
    ["x-org", true],
    ["2.5.4.3", true],
    ["2.5.", false],
    ["1a", false],
    ["", false],
    ["c n", false],
  ])("the attribute type %j: %s", (text, isType) => expect(isAttributeType(text)).toBe(isType));
});

describe("the unit and the whole name", () => {
  const units = [
    { value: "Sales", path: "OU=Sales" },
    { value: "", path: "OU=None" },
  ];

  test("the field selects the unit, and the fallback is for other values", () => {
    const dn = dnOf({ unitSource: "department", units, fallback: "OU=Rest" });
    expect(unitOf(dn, "sALES")).toBe("OU=Sales");
    expect(unitOf(dn, "")).toBe("OU=None");
    expect(unitOf(dn, "Legal")).toBe("OU=Rest");
    expect(unitOf({ ...dn, fallback: null }, "Legal")).toBeNull();
    expect(unitOf({ ...dn, fallback: "" }, "Legal")).toBe("");
    // Without a field, everybody is in the fallback.
    expect(unitOf({ ...dn, unitSource: null }, "Sales")).toBe("OU=Rest");
  });

  test("empty parts are left out", () => {
    const dn = dnOf();
    expect(buildDn(dn, "a,b", "OU=Sales")).toBe(String.raw`CN=a\,b,OU=Sales,DC=example,DC=com`);
    expect(buildDn(dn, "a", "")).toBe("CN=a,DC=example,DC=com");
    expect(buildDn({ ...dn, base: "" }, "a", "")).toBe("CN=a");
  });
});
