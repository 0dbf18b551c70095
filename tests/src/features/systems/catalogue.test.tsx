// @vitest-environment happy-dom
/** The catalogue of connectors: what its search and its filters leave, and which connectors can be chosen. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { listConnectors } from "#events/calls/connectors.ts";
import { getSystemLimits } from "#events/calls/systems.ts";
import type { SystemLimits } from "#events/entities/systemConfiguration.ts";
import { $selectedId } from "#src/features/systems/catalogueModel.ts";
import { View } from "#src/features/systems/CatalogueView.tsx";
import "#src/features/systems/models.ts";
import { halList, makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { makeConnector } from "./support.ts";

afterEach(cleanup);

const CONNECTORS = [
  makeConnector(1, "csv", { kinds: ["export", "hr"], tags: ["file", "hr"] }),
  makeConnector(2, "ldap", { kinds: ["export"], tags: ["directory"] }),
  makeConnector(3, "scim", { kinds: ["api"], tags: ["api"] }),
  makeConnector(4, "sql", { kinds: ["export", "hr"], tags: ["database"] }),
];
const NAMES = ["CSV file", "LDAP directory", "SCIM 2.0 service", "PostgreSQL database"];

const FREE = { limit: 5, used: 1, isReached: false };
const REACHED = { limit: 5, used: 5, isReached: true };

async function open(limits: Partial<SystemLimits> = {}) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("addResource", "/add-resource");
  await app.reply(listConnectors, halList("connectors", CONNECTORS));
  await app.reply(getSystemLimits, { manual: FREE, export: FREE, api: FREE, hr: FREE, ...limits });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

const shown = () => screen.queryAllByRole("heading", { level: 2 }).map((one) => one.textContent);
const change = (field: HTMLElement, value: string) =>
  act(async () => {
    fireEvent.change(field, { target: { value } });
  });
const click = (element: HTMLElement) => act(async () => element.click());
const search = (value: string) => change(screen.getByRole("searchbox"), value);
const chooseTag = (name: string) => {
  const field = screen.getByRole<HTMLSelectElement>("combobox", { name: "Technology" });
  const option = within(field).getByRole<HTMLOptionElement>("option", { name });
  return change(field, option.value);
};
const cardOf = (name: string) => {
  const card = screen.getByRole("heading", { name }).closest("li");
  if (card === null) throw new Error(`No card for ${name}`);
  return within(card);
};
const addButton = (name: string) =>
  cardOf(name).getByRole<HTMLButtonElement>("button", { name: `Add ${name}` });

it("the search finds connectors whose texts have all of its words", async () => {
  await open();
  expect(shown()).toEqual(NAMES);
  await search("groups");
  expect(shown()).toEqual(["LDAP directory", "SCIM 2.0 service"]);
  await search("OPENLDAP groups");
  expect(shown()).toEqual(["LDAP directory"]);
  await search("fax");
  expect(shown()).toEqual([]);
  await click(screen.getByRole("button", { name: "Clear filters" }));
  expect(shown()).toEqual(NAMES);
});

it("the filter by technology counts and finds the connectors with its tag", async () => {
  await open();
  await chooseTag("Database (1)");
  expect(shown()).toEqual(["PostgreSQL database"]);
  await chooseTag("File (1)");
  expect(shown()).toEqual(["CSV file"]);
  await search("directory");
  expect(shown()).toEqual([]);
  await chooseTag("Any technology");
  expect(shown()).toEqual(["LDAP directory"]);
});

it("a connector cannot be chosen once the limits of all of its kinds are reached", async () => {
  const app = await open({ export: REACHED, api: REACHED });
  for (const name of ["LDAP directory", "SCIM 2.0 service"]) {
    expect(addButton(name).disabled).toBe(true);
    expect(cardOf(name).getByText(/^The limit of every kind/)).toBeDefined();
  }
  await click(addButton("LDAP directory"));
  expect(app.get($selectedId)).toBe(-1);
  expect(cardOf("CSV file").getByText(/^Limit reached: /).textContent).toContain("Export");
  expect(addButton("CSV file").disabled).toBe(false);
  await click(addButton("CSV file"));
  expect(app.get($selectedId)).toBe(1);
});

it("every connector can be chosen while no limit is reached", async () => {
  await open();
  expect(NAMES.map((name) => addButton(name).disabled)).toEqual(NAMES.map(() => false));
  expect(screen.queryByText(/^The limit of every kind|^Limit reached/)).toBeNull();
});
