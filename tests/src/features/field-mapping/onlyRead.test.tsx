// @vitest-environment happy-dom
/** Outbound mappings of a system to which the connector cannot write. */
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getResourceSchema, listMappings, listMidpointUserFields } from "#events/calls/mappings.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { Mapping } from "#events/entities/mapping.ts";
import { View } from "#src/features/field-mapping/ListView.tsx";
import "#src/features/field-mapping/models.ts";
import { mappingOf, sourceOf } from "../../../events/rules/mappings/support.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const ID = uuid(50);
const MAIL = mappingOf({
  resourceId: ID,
  direction: "outbound",
  resourceSchemaId: "account/mail",
  midpointUserFieldId: null,
  attributes: [sourceOf({ midpointUserFieldId: "email" })],
});

async function open(outbound: boolean, mappings: Mapping[]) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("fieldMappingDirection", `/resources/${ID}/field-mapping/outbound`, {
    resourceId: ID,
    "*": "outbound",
  });
  await app.reply(listMappings, {
    resourceId: ID,
    systemDisplayName: "Parking",
    sourceKind: "Target System",
    mappings,
    version: 7,
  });
  await app.reply(listMidpointUserFields, { fields: [] });
  await app.reply(getResourceSchema, { resourceId: ID, items: [], missing: [] });
  const system = { id: ID, resourceId: ID, name: "Parking", kind: "export", ownerId: null };
  await app.reply(getSystem, { ...system, outbound });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}

const invites = () => [
  screen.queryByRole("link", { name: "Add mapping" }) !== null,
  screen.queryByRole("heading", { name: "No mappings yet" }) !== null,
];

it("offers no mapping that nothing could use, but leads to the settings", async () => {
  await open(false, []);
  expect(invites()).toEqual([false, false]);
  const settings = screen.getByRole("link", { name: "Open the settings" }).getAttribute("href");
  expect(settings).toBe(`/resources/${ID}/configuration`);
});

it("still shows mappings that there are", async () => {
  await open(false, [MAIL]);
  expect(screen.getByRole("heading", { name: "1 mapping" })).toBeTruthy();
  expect(invites()).toEqual([false, false]);
});

it("offers mappings of a system that can be written", async () => {
  await open(true, []);
  expect(invites()).toEqual([true, true]);
});
