/** A user of several clients: which one is shown, and that no data of one appears under another. */
import { beforeEach, expect, it } from "vitest";
import { leavingHeld, unsavedChanged } from "#events/actions/app.ts";
import { clientChosen, clientHeld } from "#events/actions/session.ts";
import { getClientCounts, listResources } from "#events/calls/directory.ts";
import { getOrg, listOrgs } from "#events/calls/orgs.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import { loadScreenFx, startApp } from "#src/app/model.ts";
import { $resources, fetchResources } from "#src/data/directory/index.ts";
import { $counts } from "#src/features/dashboard/clientModel.ts";
import { $largestOrgs } from "#src/features/dashboard/model.ts";
import { $org } from "#src/data/orgs/index.ts";
import { $client, $heldClient, chooseClient, recallClient } from "#src/data/session/index.ts";
import {
  $location,
  $screen,
  $unsaved,
  cancelLeaving,
  confirmLeaving,
  navigateTo,
} from "#src/kernel/navigation.ts";
import { allProjections } from "#src/kernel/projection.ts";
import "#src/features/policy-builder/View.tsx";
import "#src/features/role-mapping/DetailView.tsx";
import { orgList } from "#src/features/role-mapping/listModel.ts";
import {
  halList,
  makeClient,
  makeCounts,
  makeOrg,
  makeResource,
  makeUser,
  uuid,
} from "../../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../../support/scope.ts";

const NORTH = makeClient({ id: uuid(11), name: "North" });
const SOUTH = makeClient({ id: uuid(12), name: "South" });
const USER = makeUser({ client: NORTH, clients: [NORTH, SOUTH] });

let app: TestApp;
beforeEach(() => {
  app = createTestApp({ handlers: [port(loadScreenFx, async () => ({ View: () => null }))] });
});

async function start(path: string, user = USER): Promise<void> {
  await app.act(startApp, { version: "1", path, debugStore: false });
  await app.reply(getCurrentUser, user);
}
const shown = () => app.get($client)?.name;
const choose = (clientId: string) => app.act(chooseClient, { clientId });

it("[CLI-1] the first of a user's clients is shown", async () => {
  await start("/dashboard");
  expect(shown()).toBe("North");
});

it("the client stored in this browser is shown if the user has it, otherwise the first", async () => {
  await app.act(recallClient, { clientId: SOUTH.id });
  await start("/dashboard");
  expect(shown()).toBe("South");
  await app.record(getCurrentUser.succeeded, { status: 200, body: makeUser() });
  expect(shown()).toBe("Meridian Bank");
});

it("choosing a client is recorded and stored, and opens its dashboard", async () => {
  await start(`/rbac/role-mapping/${uuid(9)}`);
  await choose(SOUTH.id);
  expect(app.envelopes(clientChosen).map(({ payload }) => payload)).toEqual([
    { clientId: SOUTH.id, path: "/dashboard" },
  ]);
  expect(shown()).toBe("South");
  expect(app.keptClients).toEqual([SOUTH.id]);
  expect(app.get($location)).toEqual({ pathname: "/dashboard", search: "" });
  expect(app.history.at(-1)).toEqual({ path: "/dashboard", how: "push" });
  expect(app.get($screen)?.route).toBe("dashboard");
  expect(app.waiting(getClientCounts).at(-1)?.input.params).toEqual({ clientId: SOUTH.id });
});

it("choosing another client on the dashboard loads the dashboard once", async () => {
  await start("/dashboard");
  await choose(SOUTH.id);
  const asked = app.sent.filter(({ call }) => call === getClientCounts);
  expect(asked.map(({ input }) => input.params)).toEqual([
    { clientId: NORTH.id },
    { clientId: SOUTH.id },
  ]);
});

it("choosing another client drops all data of the previous one", async () => {
  await start("/dashboard");
  await app.reply(getClientCounts, makeCounts());
  await app.reply(listOrgs, halList("orgs", [makeOrg(1)]));
  await app.act(navigateTo, { path: "/rbac/role-mapping", cause: null });
  await app.reply(listOrgs, halList("orgs", [makeOrg(2)]));
  const { oid } = makeOrg(3);
  await app.act(navigateTo, { path: `/rbac/role-mapping/${oid}`, cause: null });
  await app.reply(getOrg, makeOrg(3));
  await app.act(fetchResources, { payload: {}, cause: null });
  await app.reply(listResources, halList("resources", [makeResource(1)]));
  expect(app.get($org)?.oid).toBe(oid);
  await choose(SOUTH.id);

  const names = [makeOrg(1), makeOrg(2), makeOrg(3), makeResource(1)].map((one) => one.name);
  for (const [name, { $state }] of allProjections()) {
    const state = JSON.stringify(app.get($state));
    for (const known of names) expect(state, name).not.toContain(known);
  }
  expect(app.get($counts).value).toBeNull();
  expect(app.get(orgList.$view).total).toBeNull();
});

it("late answers for the previous client change nothing", async () => {
  await start("/dashboard");
  await app.act(fetchResources, { payload: {}, cause: null });
  await choose(SOUTH.id);
  await app.reply(getClientCounts, makeCounts());
  await app.reply(listOrgs, halList("orgs", [makeOrg(1)]));
  await app.reply(listResources, halList("resources", [makeResource(1)], { totalPages: 2 }));
  expect(app.get($counts).value).toBeNull();
  expect(app.get($largestOrgs).value).toBeNull();
  expect(app.get($resources).value).toEqual([]);
  expect(app.waiting(listResources)).toEqual([]);
  await app.reply(getClientCounts, makeCounts({ identities: 7 }));
  expect(app.get($counts).value?.identities).toBe(7);
});

it("a late failure for the previous client does not count for the current one", async () => {
  await start("/dashboard");
  await choose(SOUTH.id);
  await app.fail(getClientCounts);
  expect(app.get($counts).failure).toBeNull();
  await app.fail(getClientCounts);
  expect(app.get($counts).failure).not.toBeNull();
});

it("choosing another client asks before work is lost, and staying keeps the client", async () => {
  await start(`/rbac/role-mapping/${uuid(9)}/access-policy-builder`);
  await app.record(unsavedChanged, { unsaved: true });
  await choose(SOUTH.id);
  expect(app.envelopes(clientHeld)).toHaveLength(1);
  expect(shown()).toBe("North");
  await app.act(cancelLeaving, {});
  expect(app.get($heldClient)).toBeNull();
  expect(shown()).toBe("North");
  expect(app.get($unsaved)).toBe(true);

  await choose(SOUTH.id);
  await app.act(confirmLeaving, {});
  expect(shown()).toBe("South");
  expect(app.get($heldClient)).toBeNull();
  expect(app.get($screen)?.route).toBe("dashboard");
  expect(app.asksBeforeUnload()).toBe(false);
});

it("the last one of two pending ways out wins", async () => {
  await start("/dashboard");
  await app.record(unsavedChanged, { unsaved: true });
  await choose(SOUTH.id);
  await app.act(navigateTo, { path: "/support", cause: null });
  expect(app.envelopes(leavingHeld)).toHaveLength(1);
  await app.act(confirmLeaving, {});
  expect(shown()).toBe("North");
  expect(app.get($location).pathname).toBe("/support");
});
