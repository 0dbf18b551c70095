// @vitest-environment happy-dom
/** The test of a connection whose saved configuration lacks a password. */
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  getConfiguration,
  getSystem,
  saveConfiguration,
  testIntegration,
} from "#events/calls/systems.ts";
import type { ConnectorField } from "#events/entities/connector.ts";
import { View } from "#src/features/systems/ConfigurationView.tsx";
import "#src/features/systems/models.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;
const TEXT: Omit<ConnectorField, "id"> = {
  group: "signIn",
  type: "TEXT",
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("systemConfiguration", `/resources/${ID}/configuration`, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, kind: "export", test: null });
});

const configuration = (hasPassword: boolean) => ({
  resourceId: ID,
  connectorId: 2,
  connectorKey: "ldap",
  fields: [
    { ...TEXT, id: "bindDn" },
    { ...TEXT, id: "password", type: "SECRET", requiredWith: "bindDn" },
  ],
  values: [
    { id: `${ID}/bindDn`, fieldId: "bindDn", value: "cn=reader", isSet: true },
    { id: `${ID}/password`, fieldId: "password", value: null, isSet: hasPassword },
  ],
  files: [],
  authorization: null,
  maxFileBytes: 1_000_000,
  version: 1,
});

async function open(hasPassword: boolean) {
  await app.reply(getConfiguration, configuration(hasPassword));
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
  await app.settle();
}

it("marks and focuses the missing password, and does not connect", async () => {
  await open(false);
  expect(app.waiting(testIntegration)).toEqual([]);
  const password = screen.getByLabelText("Password");
  expect(password.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(password);
  expect(screen.getByText(/^The password is missing\./)).toBeDefined();
});

it("saves a password that was typed and then tests the connection", async () => {
  await open(false);
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "hunter2" } });
  fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
  await app.settle();
  expect(app.waiting(saveConfiguration)[0]?.input.body).toMatchObject({
    secrets: [{ fieldId: "password", value: "hunter2" }],
  });
  expect(app.waiting(testIntegration)).toEqual([]);
  await app.reply(saveConfiguration, { ...configuration(true), version: 2 });
  expect(app.waiting(testIntegration)).toHaveLength(1);
});

it("does not connect if the form could not be saved", async () => {
  await open(false);
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "hunter2" } });
  fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
  await app.settle();
  await app.fail(saveConfiguration, { code: "ECONFLICT" });
  expect(app.waiting(testIntegration)).toEqual([]);
});

it("only saves with the form's own button, also after a test", async () => {
  await open(false);
  await save("Password", "hunter2");
  expect(app.waiting(testIntegration)).toEqual([]);
  await app.reply(saveConfiguration, { ...configuration(true), version: 2 });
  expect(app.waiting(testIntegration)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Test connection" }));
  await app.settle();
  expect(app.waiting(testIntegration)).toHaveLength(1);
  await save("Sign in as", "cn=other");
  await app.reply(saveConfiguration, { ...configuration(true), version: 3 });
  expect(app.waiting(testIntegration)).toHaveLength(1);
});

/** Types into a field and presses the form's button. */
async function save(label: string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await app.settle();
}

it("connects with a stored password", async () => {
  await open(true);
  expect(app.waiting(testIntegration)).toHaveLength(1);
});
