/** The fields of people and the attributes of accounts that mappings connect. */
import { expect, test } from "vitest";
import type { ConnectorTag } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import {
  ADMINISTRATIVE_STATUS,
  attributeOf,
  directionOf,
  EXISTENCE,
  fieldsWith,
  identifies,
  isMidpointUserField,
  mappingsOf,
  mappingTargets,
  MIDPOINT_USER_FIELDS,
  missingAttributes,
  namedAttributes,
  schemaIdOf,
  schemaItems,
  sourceKindOf,
  targetOf,
} from "#events/rules/mappings/fields.ts";
import { dnOf, itemOf, mappingOf, sourceOf } from "./support.ts";

test("[MAP-19] people have these fields, of which the ID is required and three are unique", () => {
  const fields = MIDPOINT_USER_FIELDS.map(({ id, name, ...rest }) => [id, name, rest]);
  const optional = { required: false, unique: false };
  expect(fields).toEqual([
    ["externalId", "Person ID", { required: true, unique: true }],
    ["username", "Username", { required: false, unique: true }],
    ["givenName", "Given name", optional],
    ["familyName", "Family name", optional],
    ["email", "Email address", { required: false, unique: true }],
    ["jobTitle", "Job title", optional],
    ["department", "Department", optional],
    ["location", "Location", optional],
    ["manager", "Manager", optional],
  ]);
  for (const { id } of MIDPOINT_USER_FIELDS) expect(isMidpointUserField(id)).toBe(true);
});

test("an additional field has a name after its prefix", () => {
  expect(isMidpointUserField("extension/badge")).toBe(true);
  expect(isMidpointUserField("extension/a")).toBe(true);
  expect(isMidpointUserField("extension/")).toBe(false);
  expect(isMidpointUserField("badge")).toBe(false);
  expect(isMidpointUserField("badge/extension/")).toBe(false);
});

test("additional fields that mappings set come after the others, by name and once", () => {
  const setting = (midpointUserFieldId: string | null) =>
    mappingOf({ direction: "inbound", midpointUserFieldId });
  const ids = ["extension/shoe", "email", null, "extension/badge", "extension/shoe"];
  expect(fieldsWith(ids.map(setting))).toEqual([
    ...MIDPOINT_USER_FIELDS,
    { id: "extension/badge", name: "badge", required: false, unique: false },
    { id: "extension/shoe", name: "shoe", required: false, unique: false },
  ]);
});

test("[MAP-5] in is inbound, and out is outbound", () => {
  expect((["in", "inbound", "out", "outbound"] as const).map(directionOf)).toEqual([
    "inbound",
    "inbound",
    "outbound",
    "outbound",
  ]);
});

test("[MAP-14] the source of values is HR, a directory, manual or a target system", () => {
  const directory: readonly ConnectorTag[] = ["ldap" as ConnectorTag, "directory"];
  expect(sourceKindOf("hr", directory)).toBe("HR");
  expect(sourceKindOf("manual", directory)).toBe("Manual");
  expect(sourceKindOf("export", directory)).toBe("Directory");
  expect(sourceKindOf("api", directory)).toBe("Directory");
  expect(sourceKindOf("export", [])).toBe("Target System");
  expect(sourceKindOf("api", [])).toBe("Target System");
});

test("[MAP-20] the id of an attribute consists of its class and its name", () => {
  expect(schemaIdOf("user", "mail")).toBe("user/mail");
  expect(attributeOf("user/mail")).toEqual({ objectClass: "user", name: "mail" });
  expect(attributeOf("user/mail/work")).toEqual({ objectClass: "user", name: "mail/work" });
  expect(attributeOf("mail")).toEqual({ objectClass: "", name: "mail" });
  expect(attributeOf("/mail")).toEqual({ objectClass: "", name: "mail" });
});

test("[MAP-20] the schema has the attributes of the classes of accounts", () => {
  const attribute = { type: "string", identifier: false } as const;
  const classes = [
    {
      name: "user",
      role: "account",
      attributes: [
        { ...attribute, name: "mail", multiple: true, required: false, writable: true },
        { ...attribute, name: "login", multiple: false, required: true, writable: false },
      ],
    },
    {
      name: "group",
      role: "entitlement",
      attributes: [{ ...attribute, name: "cn", multiple: false, required: true, writable: true }],
    },
  ] as unknown as readonly ObjectClass[];
  expect(schemaItems(classes)).toEqual([
    itemOf("user", "mail", { multiple: true }),
    itemOf("user", "login", { required: true, writable: false }),
  ]);
  expect(schemaItems(null)).toEqual([]);
});

const SOURCES = [
  sourceOf({ resourceSchemaId: "user/mail" }),
  sourceOf({ resourceSchemaId: null }),
  sourceOf({ type: "STATIC", resourceSchemaId: "user/text" }),
];
const inbound = mappingOf({
  direction: "inbound",
  resourceSchemaId: null,
  midpointUserFieldId: "email",
  attributes: SOURCES,
});
const outbound = mappingOf({ resourceSchemaId: "user/login", attributes: SOURCES });

test("a mapping names its target, and inbound also its sources and the source of the unit", () => {
  const withUnit = (mapping: typeof inbound, unitSource: string | null) => ({
    ...mapping,
    config: { ...mapping.config, dn: dnOf({ unitSource }) },
  });
  expect(namedAttributes(inbound)).toEqual(["user/mail"]);
  expect(namedAttributes(withUnit(inbound, "user/ou"))).toEqual(["user/mail", "user/ou"]);
  expect(namedAttributes(withUnit(inbound, null))).toEqual(["user/mail"]);
  expect(namedAttributes(outbound)).toEqual(["user/login"]);
  expect(namedAttributes(withUnit(outbound, "department"))).toEqual(["user/login"]);
});

test("[MAP-20] attributes that mappings name and the system lacks are listed once per mapping", () => {
  const items = [itemOf("user", "login")];
  const twice = { ...inbound, attributes: [...SOURCES, ...SOURCES] };
  expect(missingAttributes([outbound, twice, inbound], items)).toEqual([
    { mappingId: twice.id, resourceSchemaId: "user/mail" },
    { mappingId: inbound.id, resourceSchemaId: "user/mail" },
  ]);
  expect(missingAttributes([inbound], [itemOf("user", "mail")])).toEqual([]);
});

test("[MAP-8] [MAP-9] only outbound mappings set whether an account exists and is active", () => {
  expect(mappingTargets("inbound")).toEqual(["attribute"]);
  expect(mappingTargets("outbound")).toEqual(["attribute", "existence", "administrativeStatus"]);
  expect([EXISTENCE, ADMINISTRATIVE_STATUS]).toEqual(["existence", "administrativeStatus"]);
  const existence = { target: "existence" } as const;
  const all = [
    inbound,
    outbound,
    mappingOf({ direction: "inbound", config: existence }),
    mappingOf({ config: existence }),
  ];
  expect(mappingsOf(all, "inbound")).toEqual([all[0]]);
  expect(mappingsOf(all, "outbound")).toEqual([all[1], all[3]]);
});

test("the target of a mapping is a field, an attribute, or what it sets otherwise", () => {
  expect(targetOf(inbound)).toBe("email");
  expect(targetOf({ ...inbound, direction: "in" })).toBe("email");
  expect(targetOf(outbound)).toBe("user/login");
  expect(targetOf({ ...outbound, direction: "out" })).toBe("user/login");
  expect(targetOf({ ...outbound, resourceSchemaId: null })).toBe("");
  for (const target of ["existence", "administrativeStatus"] as const) {
    expect(targetOf(mappingOf({ config: { target } }))).toBe(target);
  }
});

test("the inbound mapping of the person's ID says whom an account describes", () => {
  const to = (field: string) => mappingOf({ direction: "inbound", midpointUserFieldId: field });
  expect(identifies(to("externalId"))).toBe(true);
  expect(identifies(to("username"))).toBe(false);
  expect(identifies(mappingOf({ resourceSchemaId: "externalId" }))).toBe(false);
});
