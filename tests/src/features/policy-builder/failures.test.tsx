// @vitest-environment happy-dom
/** The builder after a failed call or a refused apply. */
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getOrg, induce } from "#events/calls/orgs.ts";
import { changeFilterText, moveThreshold } from "#src/features/policy-builder/model.ts";
import { View } from "#src/features/policy-builder/View.tsx";
import {
  apply,
  createBuilderApp,
  orgDetail,
  ORG_OID,
  readyBuilder,
  type BuilderApp,
} from "./support.ts";

afterEach(cleanup);

function show(app: BuilderApp): void {
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}

it.each([404, 400])("says that the org does not exist (%i)", async (status) => {
  const app = await createBuilderApp();
  await app.openBuilder();
  await app.fail(getOrg, { status, code: "ENOTFOUND" });
  show(app);
  expect(screen.getByRole("heading", { name: "Org not found" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("an org that could not be loaded is not reported as missing, and can be loaded again", async () => {
  const app = await createBuilderApp();
  await app.openBuilder();
  await app.fail(getOrg, { status: 503, message: "The database is busy" });
  show(app);
  const alert = screen.getByRole("alert");
  expect(alert.textContent).toContain("Couldn't load the org");
  expect(alert.textContent).toContain("The database is busy");
  expect(screen.queryByText(/not found/)).toBeNull();
  fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await app.settle();
  await app.reply(getOrg, orgDetail(ORG_OID));
  await waitFor(() => expect(screen.queryByText("Couldn't load the org")).toBeNull());
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Senior Teller");
});

it("[APB-29] a failed apply shows its reason in a banner until the next apply", async () => {
  const app = await readyBuilder();
  show(app);
  await apply(app);
  await app.fail(induce, { status: 503, message: "The database is busy" });
  const banner = () => screen.queryByText("Failed to update entitlement policies.");
  await waitFor(() => expect(banner()).not.toBeNull());
  expect(banner()?.closest("[role=alert]")?.textContent).toContain("The database is busy.");
  await app.act(moveThreshold, { percent: 80 });
  expect(banner()).not.toBeNull();
  await apply(app);
  await waitFor(() => expect(banner()).toBeNull());
});

it("[APB-33] each refused apply focuses the filter that must be cleared", async () => {
  const app = await readyBuilder();
  show(app);
  const filter = await screen.findByRole("searchbox", { name: "Filter Entitlements" });
  await app.act(changeFilterText, { text: "drawer" });
  expect(document.activeElement).not.toBe(filter);
  const press = async () => {
    screen.getAllByRole("button", { name: "Apply To Policy" }).at(-1)?.focus();
    await apply(app);
    await waitFor(() => expect(document.activeElement).toBe(filter));
  };
  await press();
  await press();
});

it("[APB-49] the low-cohesion banner shows the number and names of entitlements, and reserves its space without them", async () => {
  const app = await readyBuilder();
  show(app);
  const sentence = await screen.findByText(/^This entitlement is only shared by a small portion/);
  const place = sentence.closest("[class*=cohesion]");
  expect(sentence.closest("[class*=hidden]")).not.toBeNull();
  const explanation =
    "With a threshold of 60% or less, a warning here names the entitlements that fewer than 60% of identities hold.";
  const allClear = "Every shown entitlement is held by at least 60% of identities.";
  expect(screen.getByText(explanation)).toBeTruthy();
  await app.act(moveThreshold, { percent: 60 });
  expect(await screen.findByText(allClear)).toBeTruthy();
  expect(screen.queryByText(explanation)).toBeNull();
  await app.act(moveThreshold, { percent: 55 });
  await screen.findByText("1 entitlement below 60%: Wire Release");
  expect(sentence.closest("[class*=hidden]")).toBeNull();
  expect(sentence.closest("[class*=cohesion]")).toBe(place);
  expect(screen.queryByText(allClear)).toBeNull();
});
