// @vitest-environment happy-dom
/** The form that builds a distinguished name from the value of an outbound mapping. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import {
  getResourceSchema,
  listMappings,
  listMidpointUserFields,
  updateMapping,
} from "#events/calls/mappings.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { Mapping } from "#events/entities/mapping.ts";
import { View } from "#src/features/field-mapping/DnView.tsx";
import "#src/features/field-mapping/models.ts";
import { $mapping } from "#src/features/field-mapping/place.ts";
import { mappingOf, sourceOf } from "../../../events/rules/mappings/support.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { ID } from "./support.ts";

afterEach(cleanup);

const NAME = mappingOf({
  id: uuid(61),
  resourceId: ID,
  direction: "outbound",
  resourceSchemaId: "inetOrgPerson/dn",
  attributes: [sourceOf({ midpointUserFieldId: "username" })],
});

async function open(mapping: Mapping = NAME) {
  const { direction, id: mappingId } = mapping;
  const app = createTestApp();
  await app.signIn(makeUser());
  const path = `/resources/${ID}/field-mapping/${direction}/edit/${mappingId}/ad-dn`;
  await app.open("fieldMappingDn", path, { resourceId: ID, direction, mappingId });
  await app.reply(listMappings, {
    resourceId: ID,
    systemDisplayName: "Directory",
    sourceKind: "Target System",
    mappings: [mapping],
    version: 7,
  });
  const fields = ["username", "department"].map((id) => ({
    id,
    name: id === "username" ? "Username" : "Department",
    required: false,
    unique: false,
  }));
  await app.reply(listMidpointUserFields, { fields });
  await app.reply(getResourceSchema, { resourceId: ID, items: [], missing: [] });
  const system = { id: ID, resourceId: ID, name: "Directory", kind: "export", ownerId: null };
  await app.reply(getSystem, { ...system, outbound: true });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

const change = (field: HTMLElement, value: string) =>
  act(async () => {
    fireEvent.change(field, { target: { value } });
  });
const write = (name: string | RegExp, value: string) =>
  change(screen.getByRole("textbox", { name }), value);
const click = (element: HTMLElement) => act(async () => element.click());
/** Pairs of a value and the name that it gives. */
const examples = () =>
  screen
    .getAllByRole("term")
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);

it("builds a distinguished name with units, shows what it gives, and saves it", async () => {
  const app = await open();
  expect(screen.queryByRole("textbox", { name: /^Base/ })).toBeNull();
  await click(screen.getByRole("checkbox", { name: "Build a distinguished name" }));
  await write(/^Attribute of the name/, "uid");
  await write(/^Base/, "DC=example,DC=com");
  expect(examples()).toEqual([["Every value", String.raw`uid=Doe\, Jane,DC=example,DC=com`]]);

  const source = screen.getByRole("combobox", { name: "Field that selects the unit" });
  const option = within(source).getByRole<HTMLOptionElement>("option", { name: "Department" });
  await change(source, option.value);
  await click(screen.getByRole("button", { name: "Add unit" }));
  await write("Value 1", "Lending");
  await write("Unit 1", "OU=Loans");
  await click(screen.getByRole("radio", { name: "Refuse the value" }));
  expect(examples()).toEqual([
    ["Lending", String.raw`uid=Doe\, Jane,OU=Loans,DC=example,DC=com`],
    ["Other values", "No name: the mapping fails"],
  ]);

  await click(screen.getByRole("button", { name: "Save" }));
  expect(app.waiting(updateMapping)).toHaveLength(1);
  const dn = {
    rdnAttribute: "uid",
    base: "DC=example,DC=com",
    unitSource: "department",
    units: [{ value: "Lending", path: "OU=Loans" }],
    fallback: null,
  };
  const config = { ...NAME.config, dn };
  expect(app.waiting(updateMapping)[0]?.input).toMatchObject({
    params: { resourceId: ID, mappingId: NAME.id },
    body: { mapping: { config, resourceSchemaId: "inetOrgPerson/dn" }, version: 7 },
  });
  await act(() => app.reply(updateMapping, { mapping: { ...NAME, config }, version: 8 }));
  expect(app.get($mapping)?.config.dn).toEqual(dn);
  expect(examples()).toHaveLength(2);
});

it("does not save a name whose base is malformed", async () => {
  const app = await open();
  await click(screen.getByRole("checkbox", { name: "Build a distinguished name" }));
  await write(/^Base/, "example.com");
  await click(screen.getByRole("button", { name: "Save" }));
  expect(app.waiting(updateMapping)).toEqual([]);
  expect(screen.getByRole("textbox", { name: /^Base/ }).getAttribute("aria-invalid")).toBe("true");
});

it("an inbound mapping builds no distinguished name", async () => {
  await open({
    ...NAME,
    direction: "inbound",
    resourceSchemaId: null,
    midpointUserFieldId: "email",
  });
  expect(screen.getByText(/^Only an outbound mapping/)).toBeDefined();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
