// @vitest-environment happy-dom
/** What the screen of groups offers before any org was imported. */
import { cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { listGroups, listInactive, listUngrouped } from "#events/calls/groupings.ts";
import "#src/features/groupings/models.ts";
import { View } from "#src/features/groupings/View.tsx";
import { halList, makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { ROOT } from "./support.ts";

afterEach(cleanup);

async function open() {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("jobTitleGroups", "/rbac-grouping/job-titles");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  return app;
}
const hasButton = (name: string) => screen.queryByRole("button", { name }) !== null;

it("says once that there are no orgs yet, and offers nothing to do with them", async () => {
  const app = await open();
  const missing = { status: 404, code: "ENOTFOUND" };
  await app.fail(listGroups, missing);
  await app.fail(listUngrouped, missing);
  await app.fail(listInactive, missing);
  expect(screen.getByText(/There are no orgs of this kind yet/)).toBeTruthy();
  expect(["New group", "Suggest groups", "Try again"].filter(hasButton)).toEqual([]);
});

it("offers groups once there are orgs", async () => {
  const app = await open();
  await app.reply(listGroups, { _embedded: { orgs: [] }, next: null, rootOid: ROOT });
  await app.reply(listUngrouped, halList("orgs", []));
  await app.reply(listInactive, halList("orgs", []));
  expect(["New group", "Suggest groups", "Try again"].filter(hasButton)).toEqual([
    "New group",
    "Suggest groups",
  ]);
});
