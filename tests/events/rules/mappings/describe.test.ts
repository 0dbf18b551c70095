/** The text by which mappings are compared: different mappings have different texts. */
import { expect, test } from "vitest";
import type { MappingFormat } from "#events/entities/mapping.ts";
import { describeMapping } from "#events/rules/mappings/describe.ts";
import { dnOf, mappingOf, sourceOf } from "./support.ts";

test("the text has the strength, mode and kind, the sources with their transforms, and the flags", () => {
  const formats: MappingFormat[] = [
    { transform: "SUBSTRING", start: -4, length: 2 },
    { transform: "SUBSTRING" },
    { transform: "LOWERCASE" },
  ];
  const mapping = mappingOf({
    iterationToken: true,
    locked: true,
    attributes: [
      sourceOf({ midpointUserFieldId: "givenName", formats }),
      sourceOf({ type: "STATIC", staticContent: 'a "b"' }),
      sourceOf({ resourceSchemaId: "user/mail" }),
      sourceOf(),
    ],
  });
  expect(describeMapping(mapping)).toBe(
    String.raw`strong STANDARD Basic; givenName SUBSTRING(-4, 2) SUBSTRING(0, end) LOWERCASE + "a \"b\"" + user/mail + ?; authoritative; tolerant; iterationToken; locked`,
  );
});

test("the text has the separator, the template, the code, the condition and the distinguished name", () => {
  const bare = { authoritative: false, tolerant: false };
  const dn = dnOf();
  expect(describeMapping(mappingOf({ ...bare, config: { separator: " ", template: "{1}" } }))).toBe(
    'strong STANDARD Basic; email; separator " "',
  );
  const template = { kind: "Template", separator: "-", template: '"{1}"' } as const;
  expect(describeMapping(mappingOf({ ...bare, strength: "weak", config: template }))).toBe(
    String.raw`weak STANDARD Template; email; template "\"{1}\""`,
  );
  const code = { customCode: "a + b", condition: "active", config: { dn } };
  expect(describeMapping(mappingOf({ ...bare, ...code }))).toBe(
    `strong STANDARD Basic; email; condition active; name ${JSON.stringify(dn)}`,
  );
  expect(describeMapping(mappingOf({ ...bare, ...code, mappingType: "ADVANCED" }))).toBe(
    `strong ADVANCED Basic; email; code a + b; condition active; name ${JSON.stringify(dn)}`,
  );
  expect(describeMapping(mappingOf({ ...bare, mappingType: "CUSTOM", customCode: "1" }))).toBe(
    "strong CUSTOM Basic; code 1",
  );
});
