/** Which inbound mappings apply to an account, by its class. */
import { expect, test } from "vitest";
import type { Mapping } from "#events/entities/mapping.ts";
import { compileMappings } from "#events/rules/mappings/evaluate.ts";
import { mappingOf, sourceOf } from "./support.ts";

const inbound = (field: string, attributes: Mapping["attributes"], more: Partial<Mapping> = {}) =>
  mappingOf({
    direction: "inbound",
    resourceSchemaId: null,
    midpointUserFieldId: field,
    ...more,
    attributes,
    config: {},
  });
const from = (resourceSchemaId: string) => sourceOf({ resourceSchemaId });
const text = sourceOf({ type: "STATIC", staticContent: "text" });

const MAPPINGS = [
  inbound("username", [from("user/login")]),
  inbound("jobTitle", [from("admin/login")]),
  inbound("givenName", [from("user/login"), text]),
  inbound("familyName", [from("user/login"), from("admin/login")]),
  inbound("location", [text]),
  inbound("email", [from("login")]),
  inbound("manager", [from("user/login")], { mappingType: "CUSTOM", customCode: "1" }),
  inbound("department", [from("user/login")], { mappingType: "ADVANCED", customCode: "1" }),
  mappingOf({}),
];

test("[MAP-4] an inbound mapping applies to the class whose attributes it reads, and code alone to all", () => {
  const evaluate = compileMappings({
    mappings: MAPPINGS,
    direction: "inbound",
    isMultiple: () => false,
    compileCode: () => () => "code",
  });
  const targets = (objectClass: string | null) =>
    evaluate({
      key: "a",
      now: { objectClass, values: { login: ["ann"] }, active: true, entitlements: [] },
      before: null,
      target: {},
    }).map(({ target }) => target);
  const ofAll = ["location", "email", "manager"];
  const ofUser = ["username", "givenName", ...ofAll, "department"];
  expect(targets("user")).toEqual(ofUser);
  expect(targets("admin")).toEqual(["jobTitle", ...ofAll]);
  expect(targets("group")).toEqual(ofAll);
  // Again, which takes what is remembered of the class.
  expect(targets("user")).toEqual(ofUser);
  expect(targets(null)).toHaveLength(MAPPINGS.length - 1);
});

test("[MAP-4] an outbound mapping applies to people, who have no class, and whatever class they are given", () => {
  const evaluate = compileMappings({
    mappings: [mappingOf({}), ...MAPPINGS],
    direction: "outbound",
    isMultiple: () => false,
    compileCode: () => () => "code",
  });
  for (const objectClass of [null, "user"]) {
    const now = { objectClass, values: { email: ["ann"] }, active: true, entitlements: [] };
    expect(evaluate({ key: "a", now, before: null, target: {} })).toMatchObject([
      { target: "user/mail", after: ["ann"] },
    ]);
  }
});
