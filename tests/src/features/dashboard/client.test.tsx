// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as calls from "#events/calls/clients.ts";
import { getClientCounts } from "#events/calls/directory.ts";
import { getOnboarding } from "#events/calls/onboarding.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import type { ClientUser } from "#events/entities/client.ts";
import { PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { message } from "#events/messages/message.ts";
import { $owners, $record, saveUsernameFormatCall } from "#src/features/dashboard/clientModel.ts";
import { View } from "#src/features/dashboard/View.tsx";
import { $client } from "#src/data/session/index.ts";
import { newUserForm } from "#src/features/users/listModel.ts";
import { $unsaved } from "#src/kernel/navigation.ts";
import {
  halList,
  makeClient,
  makeCounts,
  makeOnboarding,
  makeUser,
  uuid,
} from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

function person(n: number, overrides: Partial<ClientUser> = {}): ClientUser {
  return {
    id: uuid(n),
    username: `user${n}`,
    givenName: "Given",
    familyName: `Family ${n}`,
    isHr: false,
    isAd: false,
    ...overrides,
  };
}

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});
afterEach(cleanup);

async function open(codes?: readonly PermissionCode[]): Promise<void> {
  await app.signIn(makeUser({}, codes));
  await app.open("dashboard", "/dashboard");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
}
async function reopen(): Promise<void> {
  await app.open("login", "/");
  await app.open("dashboard", "/dashboard");
}
const detail = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

describe("the client record", () => {
  it("[CLI-2] combines the user's client with its fetched fields", async () => {
    await open();
    const derived = { entityCounts: null, progress: null, plan: null, limits: null };
    const unknown = { users: [], owners: [], ...derived };
    expect(app.get($record)).toEqual({
      ...makeClient(),
      ...unknown,
      secureAgentStatus: null,
      usernameFormatId: null,
      usernameFormatCustom: null,
    });
    const owners = [person(7)];
    const users = [person(8, { isHr: true }), person(9, { isAd: true })];
    const counts = makeCounts({ resources: 0 });
    const fields =
      "coreProcessor address address2 city state zip icon id name slug url users owners entityCounts progress " +
      "secureAgentStatus limitSelfCertified limitSystemExport limitApi usernameFormatId usernameFormatCustom";
    expect(Object.keys(app.get($record) ?? {})).toEqual(expect.arrayContaining(fields.split(" ")));
    await app.reply(calls.listOwners, halList("owners", owners));
    await app.reply(calls.listManagers, halList("users", users));
    await app.reply(calls.getSecureAgent, { status: "Ready", lastSeenAt: "2026-03-02T09:00:00Z" });
    await app.reply(getClientCounts, counts);
    await app.reply(getOnboarding, makeOnboarding());
    expect(app.get($record)).toMatchObject({
      users,
      owners,
      entityCounts: counts,
      progress: { hrSystem: true, managedSystem: false },
      plan: "Onboarding",
      secureAgentStatus: "Ready",
    });
    expect(detail("Plan")).toBe("Onboarding");
    expect(screen.queryByText("Limits of systems")).toBeNull();
    expect(detail("Owners")).toBe("Family 7, Given");
    expect(detail("HR managers")).toBe("Family 8, Given");
    expect(detail("AD managers")).toBe("Family 9, Given");
    expect(detail("Secure agent")).toBe("Ready");
  });

  it("names a handful of many owners and mentions the rest", async () => {
    await open();
    const owners = (many: number) => Array.from({ length: many }, (_, at) => person(20 + at));
    await app.reply(calls.listOwners, halList("owners", owners(5)));
    expect(detail("Owners")).not.toContain("others");
    await reopen();
    await app.reply(calls.listOwners, halList("owners", owners(6)));
    expect(detail("Owners")).toContain("Family 24, Given");
    expect(detail("Owners")).not.toContain("Family 25, Given");
    expect(detail("Owners")).toMatch(/and others$/);
  });

  it("[CLI-5] is replaced when the current user is fetched", async () => {
    await open();
    const client = makeClient({ name: "Meridian & Sons", city: "Austin" });
    await app.record(getCurrentUser.succeeded, {
      status: 200,
      body: makeUser({ clients: [client], client }),
    });
    expect(app.get($record)).toMatchObject({ name: "Meridian & Sons", city: "Austin" });
    expect(screen.getByText("Meridian & Sons")).toBeTruthy();
  });

  it("[CLI-16] a failed fetch of the owner list empties the list and can be retried", async () => {
    await open();
    await app.reply(calls.listOwners, halList("owners", [person(7)]));
    expect(app.get($owners).value).toHaveLength(1);
    await reopen();
    await app.fail(calls.listOwners);
    expect(app.get($owners).value).toBeNull();
    expect(app.get($record)?.owners).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Load Owners again" }));
    await app.reply(calls.listOwners, halList("owners", [person(7)]));
    expect(detail("Owners")).toBe("Family 7, Given");
  });

  it("[CLI-17] a failed fetch of client counts empties them", async () => {
    await open();
    await app.reply(getClientCounts, makeCounts());
    await app.reply(getOnboarding, makeOnboarding());
    expect(app.get($record)?.plan).toBe("Growth");
    await reopen();
    await app.fail(getClientCounts);
    expect(app.get($record)).toMatchObject({ entityCounts: null, progress: null, plan: null });
  });

  it("shows managers only to users who may see users, and offers changes only to those who may change them", async () => {
    await open([]);
    expect(app.waiting(calls.listManagers)).toEqual([]);
    expect(screen.queryByText("HR managers")).toBeNull();
    expect(screen.queryByRole("button", { name: "Edit client" })).toBeNull();
    expect(screen.queryByRole("form", { name: "Username format" })).toBeNull();
    cleanup();
    app = createTestApp();
    await open(PERMISSION_GROUPS.ClientProfile);
    expect(screen.getByRole("button", { name: "Edit client" })).toBeTruthy();
    expect(app.waiting(calls.listManagers)).toEqual([]);
  });
});

describe("the profile of the client", () => {
  const edit = () => fireEvent.click(screen.getByRole("button", { name: "Edit client" }));
  const dialog = () => within(screen.getByRole("dialog"));
  const type = (name: string | RegExp, value: string) =>
    fireEvent.change(dialog().getByRole("textbox", { name }), { target: { value } });
  const save = () => fireEvent.click(dialog().getByRole("button", { name: "Save" }));
  const sent = () => app.waiting(calls.patchClient).map(({ input }) => input.body);

  it("sends the changes, which then show in the user's client everywhere", async () => {
    await open();
    edit();
    type("Core processor", "Finacle");
    expect(app.get($unsaved)).toBe(true);
    save();
    expect(sent()).toEqual([
      [
        { op: "test", path: "/coreProcessor", value: null },
        { op: "replace", path: "/coreProcessor", value: "Finacle" },
      ],
    ]);
    await app.reply(calls.patchClient, makeClient({ coreProcessor: "Finacle" }));
    expect(app.get($client)?.coreProcessor).toBe("Finacle");
    expect(app.get($unsaved)).toBe(false);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(detail("Core processor")).toBe("Finacle");
  });

  it("shows what is wrong and sends nothing", async () => {
    await open();
    edit();
    type(/Client name/, "  ");
    type("Website", "javascript:alert(1)");
    save();
    expect(sent()).toEqual([]);
    expect(dialog().getByText("Client name is required")).toBeTruthy();
    expect(dialog().getByText("Website must begin with https:// or http://")).toBeTruthy();
  });

  it("keeps the draft when another user saved first, and fetches the saved values", async () => {
    await open();
    edit();
    type("City", "Austin");
    save();
    const reason = message("requests.changed");
    await app.fail(calls.patchClient, { status: 409, code: "ECONFLICT", reason });
    expect(app.waiting(getCurrentUser)).toHaveLength(1);
    expect(dialog().getByRole<HTMLInputElement>("textbox", { name: "City" }).value).toBe("Austin");
    expect(dialog().getByRole("alert").textContent).toContain("changed elsewhere");
  });
});

describe("the format of usernames", () => {
  const form = () => within(screen.getByRole("form", { name: "Username format" }));
  const choose = (value: string) =>
    fireEvent.change(form().getByRole("combobox"), { target: { value } });
  const save = () => fireEvent.click(form().getByRole("button", { name: "Save format" }));

  it("[CLI-10] a change of the username format resets its save status", async () => {
    await open();
    choose("flast");
    save();
    await app.reply(
      calls.saveUsernameFormat,
      makeClient({ usernameFormatId: "flast", usernameFormatCustom: null }),
    );
    expect(app.get(saveUsernameFormatCall.$status)).toBe("Success");
    expect(form().getByRole("status").textContent).toBe("Saved");
    choose("custom");
    expect(app.get(saveUsernameFormatCall.$status)).toBe("NotStarted");
    expect(form().getByRole("status").textContent).toBe("");
    fireEvent.change(form().getByRole("textbox", { name: /Format/ }), {
      target: { value: "{x}" },
    });
    save();
    expect(app.waiting(calls.saveUsernameFormat)).toEqual([]);
    expect(form().getByText(/Use at least one of/)).toBeTruthy();
  });

  it("proposes a username until the user types one", async () => {
    const client = makeClient({ usernameFormatId: "first.last", usernameFormatCustom: null });
    await app.signIn(makeUser({ clients: [client], client }));
    const username = () => app.get(newUserForm.$view)?.values.username;
    await app.act(newUserForm.change, { values: { givenName: "Ada" } });
    expect(username()).toBe("");
    await app.act(newUserForm.change, { values: { familyName: "Lovelace" } });
    expect(username()).toBe("ada.lovelace");
    await app.act(newUserForm.change, { values: { username: "countess" } });
    await app.act(newUserForm.change, { values: { givenName: "Augusta" } });
    expect(username()).toBe("countess");
  });
});
