/** Values that would feed back into themselves. */
import { expect, test } from "vitest";
import type { Mapping } from "#events/entities/mapping.ts";
import { hasCycle } from "#events/rules/mappings/check.ts";
import { dnOf, mappingOf, sourceOf } from "./support.ts";

const OTHER = "00000000-0000-4000-9000-000000000001";

const inbound = (attribute: string, field: string, more: Partial<Mapping> = {}) =>
  mappingOf({
    ...more,
    direction: "inbound",
    resourceSchemaId: null,
    midpointUserFieldId: field,
    attributes: [sourceOf({ resourceSchemaId: attribute })],
  });
const outbound = (field: string, attribute: string, more: Partial<Mapping> = {}) =>
  mappingOf({
    ...more,
    resourceSchemaId: attribute,
    attributes: [sourceOf({ midpointUserFieldId: field })],
  });

test("a field that sets the attribute that sets it is a cycle, unless a mapping is weak", () => {
  const back = outbound("email", "user/mail");
  expect(hasCycle([inbound("user/mail", "email"), back])).toBe(true);
  expect(hasCycle([inbound("user/mail", "email", { strength: "normal" }), back])).toBe(true);
  expect(hasCycle([inbound("user/mail", "email", { strength: "weak" }), back])).toBe(false);
  expect(hasCycle([inbound("user/mail", "email", { resourceId: OTHER }), back])).toBe(false);
  expect(hasCycle([back])).toBe(false);
});

test("a cycle may lead through several fields and systems", () => {
  const chain = [
    inbound("user/mail", "email"),
    outbound("email", "user/login", { resourceId: OTHER }),
    inbound("user/login", "username", { resourceId: OTHER }),
  ];
  expect(hasCycle(chain)).toBe(false);
  expect(hasCycle([...chain, outbound("username", "user/mail")])).toBe(true);
});

test("code, conditions and the unit of a distinguished name read fields, too", () => {
  const to = inbound("user/mail", "email");
  const reading = (more: Parameters<typeof mappingOf>[0]) =>
    hasCycle([to, mappingOf({ resourceSchemaId: "user/mail", attributes: [], ...more })]);
  expect(reading({ mappingType: "CUSTOM", customCode: "identity.email.lower()" })).toBe(true);
  expect(reading({ mappingType: "CUSTOM", customCode: 'all["email"].join(",")' })).toBe(true);
  expect(reading({ mappingType: "CUSTOM", customCode: "identity.username" })).toBe(false);
  expect(reading({ condition: 'identity.email != ""' })).toBe(true);
  expect(reading({ config: { dn: dnOf({ unitSource: "email" }) } })).toBe(true);
  // Sources are read by code only in the mode that names them.
  const sources = [sourceOf({ midpointUserFieldId: "email" })];
  expect(
    reading({ mappingType: "CUSTOM", customCode: "identity.username", attributes: sources }),
  ).toBe(false);
});

test("a mapping that sets whether an account exists sets no attribute", () => {
  const existence = mappingOf({ resourceSchemaId: "user/mail", config: { target: "existence" } });
  expect(hasCycle([inbound("user/mail", "email"), existence])).toBe(false);
});
