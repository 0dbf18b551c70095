// @vitest-environment happy-dom
/** The field of the attribute with the last activity keeps its kind, so that it keeps the focus. */
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getActivationSettings, getSystem, listObjectClasses } from "#events/calls/systems.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { DEFAULT_ACTIVATION } from "#events/entities/systemConfiguration.ts";
import { View } from "#src/features/systems/ActivationView.tsx";
import "#src/features/systems/models.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { BADGES } from "./support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;
const ACCOUNTS: ObjectClass = {
  name: "account",
  role: "account",
  idAttribute: "id",
  nameAttribute: "login",
  memberAttribute: null,
  attributes: [{ name: "lastLogin", multiple: false, required: false, writable: false }],
};

async function open() {
  const app = createTestApp();
  await app.signIn(makeUser());
  const path = `/resources/${ID}/activation-settings`;
  await app.open("systemActivation", path, { resourceId: ID });
  await app.reply(getSystem, BADGES);
  await app.reply(getActivationSettings, { settings: DEFAULT_ACTIVATION, version: 1 });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}

const field = /last activity/;

it("waits for the attributes before it shows the field, which then is a select", async () => {
  const app = await open();
  expect(screen.queryByRole("textbox", { name: field })).toBeNull();
  await act(() => app.reply(listObjectClasses, { objectClasses: [ACCOUNTS], resourceId: ID }));
  const select = screen.getByRole("combobox", { name: field });
  expect([...select.children].map(({ textContent }) => textContent)).toContain("lastLogin");
});

it.each([
  [
    "no attribute is known",
    (app: Awaited<ReturnType<typeof open>>) =>
      app.reply(listObjectClasses, { objectClasses: null, resourceId: ID }),
  ],
  [
    "they could not be loaded",
    (app: Awaited<ReturnType<typeof open>>) => app.fail(listObjectClasses),
  ],
])("takes any name if %s", async (_why, answer) => {
  const app = await open();
  await act(() => answer(app));
  expect(screen.getByRole("textbox", { name: field })).toBeDefined();
});

it("offers automatic previews, which are on unless somebody switched them off", async () => {
  const app = await open();
  await act(() => app.reply(listObjectClasses, { objectClasses: [ACCOUNTS], resourceId: ID }));
  const checkbox = screen.getByRole("checkbox", { name: "Generate previews automatically" });
  expect((checkbox as HTMLInputElement).checked).toBe(true);
});

it("says of a self-certified system that people change its accounts", async () => {
  const app = await open();
  await act(() => app.reply(listObjectClasses, { objectClasses: [ACCOUNTS], resourceId: ID }));
  expect(screen.getByText(/It creates tasks for the people who change the accounts/)).toBeDefined();
  expect(screen.queryByText("The connector only reads.")).toBeNull();
});
