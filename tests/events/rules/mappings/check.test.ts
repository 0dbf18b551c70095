/** What a valid mapping is, and what it reads. */
import { describe, expect, test } from "vitest";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { MappingDraft, MappingFormat } from "#events/entities/mapping.ts";
import { message } from "#events/messages/message.ts";
import { checkMapping, hasCycle, sourcesOf } from "#events/rules/mappings/check.ts";
import { dnOf, itemOf, mappingOf, sourceOf } from "./support.ts";

type Changes = Parameters<typeof mappingOf>[0];
const ITEMS = [
  itemOf("user", "mail"),
  itemOf("user", "login"),
  itemOf("user", "created", { writable: false }),
];
/** A valid mapping of a field to an attribute. */
const outbound = (more: Changes = {}) => mappingOf(more);
/** A valid mapping of an attribute to a field. */
const inbound = (more: Changes = {}) =>
  outbound({
    direction: "inbound",
    resourceSchemaId: null,
    midpointUserFieldId: "email",
    attributes: [sourceOf({ resourceSchemaId: "user/mail" })],
    ...more,
  });
const problemsOf = (draft: MappingDraft, items: typeof ITEMS | null = ITEMS) =>
  checkMapping(draft, { items });

describe("[MAP-3] [MAP-4] what a mapping connects", () => {
  test("a field and an attribute of the system, in both directions", () => {
    expect(problemsOf(outbound())).toEqual({});
    expect(problemsOf(inbound())).toEqual({});
  });

  test("[MAP-5] in and out are the same directions", () => {
    expect(problemsOf({ ...outbound(), direction: "out" })).toEqual({});
    expect(problemsOf({ ...inbound(), direction: "in" })).toEqual({});
    expect(problemsOf({ ...inbound({ midpointUserFieldId: null }), direction: "in" })).toEqual({
      midpointUserFieldId: message("mappings.fieldRequired"),
    });
  });

  test.each([null, ""])("a target is required: %j", (target) => {
    expect(problemsOf(outbound({ resourceSchemaId: target }))).toEqual({
      resourceSchemaId: message("mappings.attributeRequired"),
    });
    expect(problemsOf(inbound({ midpointUserFieldId: target }))).toEqual({
      midpointUserFieldId: message("mappings.fieldRequired"),
    });
  });

  test.each([null, ""])("a source is required: %j", (source) => {
    const attributes = [
      sourceOf({ midpointUserFieldId: "email", resourceSchemaId: "user/mail" }),
      sourceOf({ midpointUserFieldId: source, resourceSchemaId: source }),
    ];
    expect(problemsOf(outbound({ attributes }))).toEqual({
      "attributes/1/midpointUserFieldId": message("mappings.fieldRequired"),
    });
    expect(problemsOf(inbound({ attributes }))).toEqual({
      "attributes/1/resourceSchemaId": message("mappings.attributeRequired"),
    });
  });

  test("a text needs neither a field nor an attribute", () => {
    const attributes = [sourceOf({ type: "STATIC", staticContent: "Berlin" })];
    expect(problemsOf(outbound({ attributes }))).toEqual({});
    expect(problemsOf(inbound({ attributes }))).toEqual({});
  });

  test("only fields that people have, and additional ones with a name", () => {
    const from = (id: string) =>
      problemsOf(outbound({ attributes: [sourceOf({ midpointUserFieldId: id })] }));
    const unknown = { "attributes/0/midpointUserFieldId": message("mappings.fieldUnknown") };
    expect(from("jobTitle")).toEqual({});
    expect(from("extension/badge")).toEqual({});
    expect(from("extension/")).toEqual(unknown);
    expect(from("shoeSize")).toEqual(unknown);
    expect(problemsOf(inbound({ midpointUserFieldId: "shoeSize" }))).toEqual({
      midpointUserFieldId: message("mappings.fieldUnknown"),
    });
  });

  test("only attributes that the system has, as far as they are known", () => {
    const mapping = outbound({ resourceSchemaId: "user/phone" });
    expect(problemsOf(mapping)).toEqual({
      resourceSchemaId: message("systems.attributeUnknown"),
    });
    expect(problemsOf(mapping, null)).toEqual({});
    const source = inbound({ attributes: [sourceOf({ resourceSchemaId: "user/phone" })] });
    expect(problemsOf(source)).toEqual({
      "attributes/0/resourceSchemaId": message("systems.attributeUnknown"),
    });
    expect(problemsOf(source, null)).toEqual({});
  });

  test("names of attributes have a maximum length", () => {
    const named = (length: number) =>
      problemsOf(outbound({ resourceSchemaId: "x".repeat(length) }), null);
    expect(named(TEXT_MAX_LENGTH)).toEqual({});
    expect(named(TEXT_MAX_LENGTH + 1)).toEqual({
      resourceSchemaId: message("fields.tooLong", { max: TEXT_MAX_LENGTH }),
    });
  });

  test("attributes that cannot be written are sources only", () => {
    expect(problemsOf(outbound({ resourceSchemaId: "user/created" }))).toEqual({
      resourceSchemaId: message("mappings.notWritable"),
    });
    const source = [sourceOf({ resourceSchemaId: "user/created" })];
    expect(problemsOf(inbound({ attributes: source }))).toEqual({});
  });

  test("[MAP-8] [MAP-9] existence and status of accounts are set outbound only, and need no attribute", () => {
    for (const target of ["existence", "administrativeStatus"] as const) {
      expect(problemsOf(outbound({ resourceSchemaId: null, config: { target } }))).toEqual({});
      expect(problemsOf(inbound({ midpointUserFieldId: null, config: { target } }))).toEqual({
        "config/target": message("mappings.targetOnlyOutbound"),
      });
    }
  });
});

describe("[MAP-12] [MAP-11] what a mapping gives", () => {
  test("a mapping without code needs a source", () => {
    const required = { attributes: message("mappings.sourceRequired") };
    expect(problemsOf(outbound({ attributes: [] }))).toEqual(required);
    const advanced = outbound({ attributes: [], mappingType: "ADVANCED", customCode: "value" });
    expect(problemsOf(advanced)).toEqual(required);
    const custom = outbound({ attributes: [], mappingType: "CUSTOM", customCode: '"a"' });
    expect(problemsOf(custom)).toEqual({});
  });

  test("CUSTOM and ADVANCED need code", () => {
    const required = { customCode: message("mappings.codeRequired") };
    for (const mappingType of ["CUSTOM", "ADVANCED"] as const) {
      expect(problemsOf(outbound({ mappingType, customCode: "" }))).toEqual(required);
      expect(problemsOf(outbound({ mappingType, customCode: " \n" }))).toEqual(required);
      expect(problemsOf(outbound({ mappingType, customCode: "value" }))).toEqual({});
    }
    expect(problemsOf(outbound({ customCode: " " }))).toEqual({});
  });

  test("CUSTOM ignores sources and the template", () => {
    const custom = outbound({
      mappingType: "CUSTOM",
      customCode: '"a"',
      attributes: [sourceOf()],
      config: { kind: "Template", template: "{7}" },
    });
    expect(problemsOf(custom)).toEqual({});
  });

  test("a template must not be empty, and names existing sources", () => {
    const templated = (template: string) =>
      problemsOf(
        outbound({
          attributes: [
            sourceOf({ midpointUserFieldId: "givenName" }),
            sourceOf({ midpointUserFieldId: "familyName" }),
          ],
          config: { kind: "Template", template },
        }),
      );
    const noSuch = { "config/template": message("mappings.noSuchSource", { count: 2 }) };
    expect(templated("{1}.{2}@example.com")).toEqual({});
    expect(templated("{2}{token}")).toEqual({});
    expect(templated("always")).toEqual({});
    expect(templated("")).toEqual({ "config/template": message("mappings.templateRequired") });
    expect(templated("{0}")).toEqual(noSuch);
    expect(templated("{1}{3}")).toEqual(noSuch);
    // Basic has no template.
    expect(problemsOf(outbound({ config: { kind: "Basic", template: "{3}" } }))).toEqual({});
  });

  test("[MAP-13] only SUBSTRING has a start and a length", () => {
    const formatted = (...formats: MappingFormat[]) =>
      problemsOf(
        outbound({
          attributes: [
            sourceOf({ midpointUserFieldId: "email" }),
            sourceOf({ midpointUserFieldId: "email", formats }),
          ],
        }),
      );
    const refused = { "attributes/1/formats/1": message("mappings.onlySubstring") };
    const lower = { transform: "LOWERCASE" } as const;
    expect(formatted(lower, { transform: "SUBSTRING", start: 1, length: 2 })).toEqual({});
    expect(formatted(lower, { ...lower, start: 1 })).toEqual(refused);
    expect(formatted(lower, { ...lower, length: 1 })).toEqual(refused);
  });
});

describe("a distinguished name", () => {
  const named = (dn: Parameters<typeof dnOf>[0], more: Changes = {}) =>
    problemsOf(outbound({ ...more, config: { ...more.config, dn: dnOf(dn) } }));
  const bad = message("mappings.badDn");

  test("consists of an attribute type, units and a base", () => {
    const units = [
      { value: "Sales", path: "OU=Sales" },
      { value: "Top", path: "" },
    ];
    expect(named({ unitSource: "department", units, fallback: "OU=Other" })).toEqual({});
    expect(named({ fallback: null })).toEqual({});
    expect(named({ rdnAttribute: "C N" })).toEqual({
      "config/dn/rdnAttribute": message("mappings.badRdn"),
    });
    expect(named({ base: "example.com" })).toEqual({ "config/dn/base": bad });
    expect(named({ fallback: "Other" })).toEqual({ "config/dn/fallback": bad });
    expect(named({ units: [...units, { value: "x", path: "y" }] })).toEqual({
      "config/dn/units/2/path": bad,
    });
  });

  test("has a unit by a field of people", () => {
    expect(named({ unitSource: "shoeSize" })).toEqual({
      "config/dn/unitSource": message("mappings.fieldUnknown"),
    });
  });

  test("is an attribute of accounts", () => {
    const only = { "config/dn": message("mappings.dnOnlyOutbound") };
    expect(problemsOf(inbound({ config: { dn: dnOf() } }))).toEqual(only);
    expect(named({}, { config: { target: "existence" } })).toEqual(only);
  });
});

describe("what a mapping reads", () => {
  test("its sources, by the side that they belong to", () => {
    const attributes = [
      sourceOf({ midpointUserFieldId: "email", resourceSchemaId: "user/mail" }),
      sourceOf({ type: "STATIC", midpointUserFieldId: "location", resourceSchemaId: "user/l" }),
      sourceOf(),
    ];
    expect(sourcesOf(outbound({ attributes }))).toEqual(["email"]);
    expect(sourcesOf(inbound({ attributes }))).toEqual(["user/mail"]);
  });

  test("what code and conditions name, once", () => {
    const code = `identity.email + identity . givenName + all["familyName"] + all['it"s'].join("")`;
    const reads = (more: Changes) => sourcesOf(outbound(more));
    expect(reads({ mappingType: "CUSTOM", customCode: code })).toEqual([
      "email",
      "givenName",
      "familyName",
      'it"s',
    ]);
    expect(reads({ mappingType: "ADVANCED", customCode: "identity.email + value" })).toEqual([
      "email",
    ]);
    // Without code, its text is not read, but the condition is.
    expect(reads({ customCode: "identity.manager", condition: "identity.location" })).toEqual([
      "email",
      "location",
    ]);
    expect(reads({ mappingType: "CUSTOM", customCode: "a", condition: "account.x" })).toEqual([
      "x",
    ]);
  });

  test("the source of the unit", () => {
    const reads = (dn: Parameters<typeof dnOf>[0]) =>
      sourcesOf(outbound({ config: { dn: dnOf(dn) } }));
    expect(reads({ unitSource: "department" })).toEqual(["email", "department"]);
    expect(reads({ unitSource: null })).toEqual(["email"]);
  });
});

test("many paths that meet again are no cycle, and are followed in linear time", () => {
  // Each field gives both attributes of the next system, and both give the next field: 2^24 paths.
  const levels = Array.from({ length: 24 }, (_, level) => {
    const resourceId = `00000000-0000-4000-9000-${String(level).padStart(12, "0")}`;
    return ["user/a", "user/b"].flatMap((attribute) => [
      outbound({
        resourceId,
        resourceSchemaId: attribute,
        attributes: [sourceOf({ midpointUserFieldId: `extension/${level}` })],
      }),
      inbound({
        resourceId,
        midpointUserFieldId: `extension/${level + 1}`,
        attributes: [sourceOf({ resourceSchemaId: attribute })],
      }),
    ]);
  }).flat();
  expect(hasCycle(levels)).toBe(false);
  const back = outbound({
    attributes: [sourceOf({ midpointUserFieldId: "extension/24" })],
    resourceId: "00000000-0000-4000-9000-000000000009",
    resourceSchemaId: "user/c",
  });
  const first = inbound({
    resourceId: "00000000-0000-4000-9000-000000000009",
    midpointUserFieldId: "extension/0",
    attributes: [sourceOf({ resourceSchemaId: "user/c" })],
  });
  expect(hasCycle([...levels, back])).toBe(false);
  expect(hasCycle([...levels, back, first])).toBe(true);
});
