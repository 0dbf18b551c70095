// @vitest-environment happy-dom
/** What the review of a resource offers, by whether it has a connected system. */
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getSystem } from "#events/calls/systems.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import { View } from "#src/features/entitlement-review/View.tsx";
import "#src/features/entitlement-review/models.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { BADGES } from "../systems/support.ts";

afterEach(cleanup);

const ID = BADGES.resourceId;

async function actionsOf(kind: ConnectedSystem["kind"]) {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("entitlementReview", `/resources/${ID}/entitlement-review`, { resourceId: ID });
  await app.reply(getSystem, { ...BADGES, kind });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return screen
    .getAllByRole("button")
    .map(({ textContent }) => textContent)
    .filter((text) => text !== "");
}

it("compares the entitlements of a connected system with it", async () => {
  expect(await actionsOf("export")).toContain("Compare with system");
});

it("compares nothing where there is no system", async () => {
  const actions = await actionsOf(null);
  expect(actions).toContain("Add interim entitlement");
  expect(actions).not.toContain("Compare with system");
});
