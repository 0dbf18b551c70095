// @vitest-environment happy-dom
/** Renaming a group, moving a group into another one, and the orgs without members, on their screen. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  listGroups,
  listInactive,
  listUngrouped,
  patchOrg,
  previewGrouping,
  updateGroup,
} from "#events/calls/groupings.ts";
import type { TreeOrg } from "#events/entities/grouping.ts";
import { message } from "#events/messages/message.ts";
import "#src/features/groupings/models.ts";
import { $selected } from "#src/features/groupings/selectionModel.ts";
import { View } from "#src/features/groupings/View.tsx";
import { halList, makeUser } from "../../support/fixtures.ts";
import { layOutRows } from "../../support/rowList.tsx";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";
import { makeGroupChange, makeTreeOrg, ROOT } from "./support.ts";

const TELLERS = makeTreeOrg(1, { isGroup: true, displayName: "Tellers", version: 3 });
const BANKERS = makeTreeOrg(2, { isGroup: true, displayName: "Bankers", version: 5 });
const CLERK = makeTreeOrg(3, { displayName: "Clerk", memberCount: 0, version: 7 });
const COOK = makeTreeOrg(4, { displayName: "Cook", memberCount: 0, version: 8 });

layOutRows();

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("jobTitleGroups", "/rbac-grouping/job-titles");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  await showGroups([TELLERS, BANKERS]);
});
afterEach(cleanup);

/** Answers the newest request for groups. */
const showGroups = (orgs: readonly TreeOrg[]) =>
  act(() =>
    app.reply(
      listGroups,
      { _embedded: { orgs }, next: null, rootOid: ROOT },
      { index: app.waiting(listGroups).length - 1 },
    ),
  );
const click = (element: HTMLElement) =>
  act(async () => {
    fireEvent.click(element);
    await app.settle();
  });
const press = (name: string, inside: HTMLElement = document.body) =>
  click(within(inside).getByRole("button", { name }));
const select = (name: string) => click(screen.getByRole("checkbox", { name: `Select ${name}` }));
const notes = () => notificationsOf(app).map((one) => [one.type, one.message]);

describe("renaming a group", () => {
  const dialog = () => screen.getByRole("dialog", { name: "Rename group" });
  const name = (): HTMLInputElement => within(dialog()).getByRole("textbox", { name: /^Name/ });
  const type = (text: string) =>
    act(async () => {
      fireEvent.change(name(), { target: { value: text } });
      await app.settle();
    });
  const submit = () => press("Rename", dialog());
  const startRenaming = async (to: string) => {
    await select("Tellers");
    await press("Rename");
    await type(to);
    await submit();
  };
  const sent = () => app.waiting(patchOrg).map(({ input }) => input);

  it("[ORG-33] sends its name for the version that the user saw, and reports it", async () => {
    await select("Tellers");
    await press("Rename");
    expect(name().value).toBe("Tellers");
    await submit();
    expect(sent()).toEqual([]);
    await type("   ");
    await submit();
    expect(sent()).toEqual([]);
    await type(" Cashiers ");
    await submit();
    expect(sent()).toMatchObject([
      {
        params: { oid: TELLERS.oid },
        body: [
          { op: "test", path: "/version", value: 3 },
          { op: "replace", path: "/displayName", value: "Cashiers" },
        ],
      },
    ]);
    const change = makeGroupChange({
      group: { oid: TELLERS.oid, displayName: "Cashiers" },
      formerName: "Tellers",
      moved: 0,
    });
    await act(() => app.reply(patchOrg, { change }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(notes()).toEqual([["success", "Tellers was renamed to Cashiers."]]);
    await showGroups([{ ...TELLERS, displayName: "Cashiers", version: 4 }, BANKERS]);
    expect(screen.getByRole("checkbox", { name: "Select Cashiers" })).toHaveProperty(
      "checked",
      false,
    );
  });

  it("to a name that another org has says so in the dialog, which keeps the name", async () => {
    await startRenaming("Bankers");
    const reason = message("orgs.duplicateNameOnTop", { name: "Bankers" });
    await act(() => app.fail(patchOrg, { status: 409, code: "ECONFLICT", reason }));
    await showGroups([TELLERS, BANKERS]);
    expect(dialog().textContent).toContain("The group was not renamed");
    expect(dialog().textContent).toContain("There is already an org called Bankers");
    expect(name().value).toBe("Bankers");
    expect(notes()).toEqual([]);
    await type("Cashiers");
    await submit();
    expect(sent()).toMatchObject([{ body: [{ value: 3 }, { value: "Cashiers" }] }]);
  });

  it("that somebody else changed is refused, and can be sent again for the new version", async () => {
    await startRenaming("Cashiers");
    const reason = message("orgs.stale", { name: "Tellers" });
    await act(() => app.fail(patchOrg, { status: 409, code: "ECONFLICT", reason }));
    expect(dialog().textContent).toContain("This was changed elsewhere in the meantime");
    await showGroups([{ ...TELLERS, displayName: "Till staff", version: 4 }, BANKERS]);
    expect(name().value).toBe("Cashiers");
    await submit();
    expect(sent()).toMatchObject([{ body: [{ value: 4 }, { value: "Cashiers" }] }]);
  });
});

it("a new group that is refused stays in the group in which it was started", async () => {
  await select("Tellers");
  await press("New group");
  const dialog = screen.getByRole("dialog", { name: "New group" });
  await act(async () => {
    const name = within(dialog).getByRole("textbox", { name: /^Name/ });
    fireEvent.change(name, { target: { value: "Trainees" } });
    await app.settle();
  });
  await press("Create group", dialog);
  const reason = message("orgs.duplicateNameOnTop", { name: "Trainees" });
  await act(() => app.fail(updateGroup, { status: 409, code: "ECONFLICT", reason }));
  await press("Create group", dialog);
  expect(app.waiting(updateGroup)[0]?.input.body).toMatchObject({
    org: { displayName: "Trainees", parentOid: TELLERS.oid },
  });
});

describe("moving a group into a group", () => {
  const dialog = () => screen.getByRole("alertdialog", { name: "Move Tellers" });
  const choices = () =>
    within(dialog())
      .getAllByRole("radio")
      .map((radio) => radio.closest("label")?.textContent);
  const chooseBankers = async () => {
    await select("Tellers");
    await press("Move to…", screen.getByRole("region", { name: "Groups" }));
    await showGroups([TELLERS, BANKERS]);
    await click(within(dialog()).getByRole("radio", { name: "Bankers" }));
    await act(() => app.reply(previewGrouping, { orgs: 1, people: 10, gained: 2, lost: 0 }));
  };

  it("offers all groups but the moved one, shows the effect, and sends it with its version", async () => {
    await select("Tellers");
    await press("Move to…", screen.getByRole("region", { name: "Groups" }));
    await showGroups([TELLERS, BANKERS]);
    expect(choices()).toEqual(["Top level (ungrouped)", "Bankers"]);
    await click(within(dialog()).getByRole("radio", { name: "Bankers" }));
    expect(app.waiting(previewGrouping)[0]?.input.body).toEqual({
      targetOid: BANKERS.oid,
      oids: [TELLERS.oid],
    });
    await act(() => app.reply(previewGrouping, { orgs: 1, people: 10, gained: 2, lost: 0 }));
    expect(dialog().textContent).toContain("10 people in 1 org");
    await press("Move", dialog());
    expect(app.waiting(updateGroup)[0]?.input.body).toEqual({
      org: { oid: BANKERS.oid },
      ids: [{ oid: TELLERS.oid, version: 3 }],
      toDelete: [],
    });
    const group = { oid: BANKERS.oid, displayName: "Bankers" };
    await act(() => app.reply(updateGroup, { change: makeGroupChange({ group }) }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(notes()).toMatchObject([["success", expect.stringContaining("Bankers")]]);
  });

  it("that is below it is refused, and the dialog says why", async () => {
    await chooseBankers();
    await press("Move", dialog());
    const reason = message("orgs.cycle", { name: "Tellers" });
    await act(() => app.fail(updateGroup, { status: 409, code: "ECONFLICT", reason }));
    expect(dialog().textContent).toContain("The orgs were not moved");
    expect(within(dialog()).getByRole("radio", { name: "Bankers" })).toHaveProperty(
      "checked",
      true,
    );
  });
});

it("a refused move leaves those orgs selected that still exist", async () => {
  await select("Tellers");
  await select("Bankers");
  await press("Move to…", screen.getByRole("region", { name: "Groups" }));
  await showGroups([TELLERS, BANKERS]);
  const dialog = screen.getByRole("alertdialog", { name: "Move 2 orgs" });
  await click(within(dialog).getByRole("radio", { name: "Top level (ungrouped)" }));
  await act(() => app.reply(previewGrouping, { orgs: 2, people: 20, gained: 0, lost: 0 }));
  await press("Move", dialog);
  const reason = message("orgs.stale", { name: "Tellers" });
  await act(() => app.fail(updateGroup, { status: 409, code: "ECONFLICT", reason }));
  expect(app.get($selected)).toHaveLength(2);
  await showGroups([{ ...BANKERS, version: 6 }]);
  expect(app.get($selected)).toMatchObject([{ oid: BANKERS.oid, version: 6 }]);
  await press("Cancel", dialog);
  await press("Move to…", screen.getByRole("region", { name: "Groups" }));
  expect(screen.getByRole("alertdialog", { name: "Move Bankers" })).toBeTruthy();
});

describe("the orgs without members", () => {
  const showLoose = async () => {
    await act(() => app.reply(listUngrouped, halList("orgs", [])));
    await act(() => app.reply(listInactive, halList("orgs", [CLERK, COOK])));
    await click(screen.getByRole("radio", { name: /^Without members/ }));
  };
  const list = () => screen.getByRole("grid", { name: "Without members" });

  it("[ORG-28] are counted before they are shown, and listed once they are chosen", async () => {
    await act(() => app.reply(listUngrouped, halList("orgs", [])));
    await act(() => app.reply(listInactive, halList("orgs", [CLERK, COOK])));
    const segment = screen.getByRole("radio", { name: /^Without members/ });
    expect(segment.closest("label")?.textContent).toBe("Without members2");
    expect(screen.queryByText("Clerk")).toBeNull();
    await click(segment);
    expect(within(list()).getByText("Clerk")).toBeTruthy();
    expect(within(list()).getByText("Cook")).toBeTruthy();
    expect(screen.getByText(/These orgs have no members/)).toBeTruthy();
  });

  it("are moved one by one with their versions", async () => {
    await showLoose();
    await click(within(list()).getByRole("checkbox", { name: "Select Cook" }));
    const panel = screen.getByRole("region", { name: "Orgs outside of groups" });
    await press("Move to…", panel);
    await showGroups([TELLERS, BANKERS]);
    await click(screen.getByRole("radio", { name: "Tellers" }));
    expect(app.waiting(previewGrouping)[0]?.input.body).toEqual({
      targetOid: TELLERS.oid,
      oids: [COOK.oid],
    });
    await act(() => app.reply(previewGrouping, { orgs: 1, people: 0, gained: 0, lost: 0 }));
    await press("Move", screen.getByRole("alertdialog", { name: "Move Cook" }));
    expect(app.waiting(updateGroup)[0]?.input.body).toEqual({
      org: { oid: TELLERS.oid },
      ids: [{ oid: COOK.oid, version: 8 }],
      toDelete: [],
    });
  });

  it("are moved all as a list, without naming them", async () => {
    await showLoose();
    const panel = screen.getByRole("region", { name: "Orgs outside of groups" });
    await press("Select all 2", panel);
    await press("Move to…", panel);
    await showGroups([TELLERS, BANKERS]);
    await click(screen.getByRole("radio", { name: "Bankers" }));
    expect(app.waiting(previewGrouping)[0]?.input.body).toEqual({
      targetOid: BANKERS.oid,
      oids: [],
      all: { list: "inactive", except: [] },
    });
  });
});
