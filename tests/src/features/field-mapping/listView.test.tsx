// @vitest-environment happy-dom
/** What the list of mappings says when they have no effect, and what they can set. */
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getResourceSchema, listMappings, listMidpointUserFields } from "#events/calls/mappings.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { Mapping, MappingDirection, SourceKind } from "#events/entities/mapping.ts";
import { View as AddView } from "#src/features/field-mapping/AddView.tsx";
import { View } from "#src/features/field-mapping/ListView.tsx";
import "#src/features/field-mapping/models.ts";
import { directionIn, newMapping, possibleTargets } from "#src/features/field-mapping/rules.ts";
import { mappingOf, sourceOf } from "../../../events/rules/mappings/support.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const ID = uuid(50);

const inbound = (field: string): Mapping =>
  mappingOf({
    resourceId: ID,
    direction: "inbound",
    resourceSchemaId: null,
    midpointUserFieldId: field,
    attributes: [sourceOf({ resourceSchemaId: "account/login" })],
  });

async function open(
  kind: "hr" | "export" | "manual",
  mappings: Mapping[],
  Screen = View,
  more: { readonly inbound: boolean } = { inbound: true },
) {
  const app = createTestApp();
  await app.signIn(makeUser());
  if (Screen === AddView) {
    await app.open("fieldMappingAdd", `/resources/${ID}/field-mapping/inbound/add`, {
      resourceId: ID,
      direction: "inbound",
    });
  } else {
    await app.open("fieldMappingDirection", `/resources/${ID}/field-mapping/inbound`, {
      resourceId: ID,
      "*": "inbound",
    });
  }
  await app.reply(listMappings, {
    resourceId: ID,
    systemDisplayName: "Payroll",
    sourceKind: "HR",
    mappings,
    version: 7,
  });
  await app.reply(listMidpointUserFields, { fields: [] });
  await app.reply(getResourceSchema, { resourceId: ID, items: [], missing: [] });
  await app.reply(getSystem, {
    id: ID,
    resourceId: ID,
    name: "Payroll",
    kind,
    ownerId: null,
    ...more,
  });
  render(
    <Provider value={app.scope}>
      <Screen />
    </Provider>,
  );
}

const UNUSED = "Imports do not use these mappings";

it("warns that an HR system without a mapping of the person ID uses no mapping", async () => {
  await open("hr", [inbound("email")]);
  expect(screen.getByText(UNUSED)).toBeDefined();
  expect(screen.getByText(/Add a mapping of the person ID/)).toBeDefined();
});

it.each([[["email", "externalId"]], [[]]])("says nothing for %j", async (fields) => {
  await open("hr", fields.map(inbound));
  expect(screen.queryByText(UNUSED)).toBeNull();
});

it("says which value wins in a system other than the HR system", async () => {
  await open("export", [inbound("email")]);
  expect(screen.getByText(/the HR system wins/)).toBeDefined();
  expect(screen.queryByText(UNUSED)).toBeNull();
});

it("warns before the user writes an inbound mapping of a system that is never read", async () => {
  await open("export", [], AddView, { inbound: false });
  expect(screen.getByText(UNUSED)).toBeDefined();
  cleanup();
  await open("manual", [], AddView);
  expect(screen.getByText(UNUSED)).toBeDefined();
  cleanup();
  await open("hr", [], AddView);
  expect(screen.queryByText(UNUSED)).toBeNull();
});

it.each([
  ["hr", "inbound"],
  ["api", "outbound"],
  ["export", "outbound"],
  ["manual", "outbound"],
] as const)("opens mappings of a system of kind %s in the direction %s", (kind, direction) => {
  expect(directionIn({ params: {} }, kind)).toBe(direction);
  expect(directionIn({ params: { direction: "in" } }, kind)).toBe("inbound");
});

it("[MAP-8] [MAP-9] offers existence and status of accounts, and only fields of identities", () => {
  const fields = ["externalId", "email"].map((id) => ({
    id,
    name: id,
    required: false,
    unique: true,
  }));
  const targets = (direction: MappingDirection, sourceKind: SourceKind) =>
    possibleTargets({ direction, sourceKind, fields, resourceSchema: { items: [] } });
  expect(targets("inbound", "HR")).toEqual(["externalId", "email"]);
  // Only the HR system says who a person is.
  expect(targets("inbound", "Directory")).toEqual(["email"]);
  expect(targets("outbound", "Directory")).toEqual(["existence", "administrativeStatus"]);
  expect(newMapping("inbound", "existence").config.target).toBe("attribute");
  expect(newMapping("outbound", "existence").config.target).toBe("existence");
});
