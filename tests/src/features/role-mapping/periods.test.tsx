// @vitest-environment happy-dom
/** The periods of the entitlements in a policy, and the dialog that changes them. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getAccessPolicyRoles } from "#events/calls/accessRoles.ts";
import {
  countInducements,
  getOrg,
  listInducements,
  setInducementPeriod,
} from "#events/calls/orgs.ts";
import { listPolicyChanges } from "#events/calls/policyChanges.ts";
import { message } from "#events/messages/message.ts";
import { View } from "#src/features/role-mapping/DetailView.tsx";
import {
  halList,
  makeInducement,
  makeOrg,
  makePolicyCounts,
  makeUser,
} from "../../support/fixtures.ts";
import { layOutRows } from "../../support/rowList.tsx";
import { makeRole } from "../access-roles/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { notificationsOf } from "../../support/told.ts";

const ORG = makeOrg(1, { displayName: "Senior Teller", inducementCount: 3 });
const ALWAYS = { ...makeInducement(1), validFrom: null, validUntil: null };
const PAST = { ...makeInducement(2), validFrom: null, validUntil: "2020-02-01T00:00:00.000Z" };
const FUTURE = {
  ...makeInducement(3),
  validFrom: "2999-01-01T00:00:00.000Z",
  validUntil: "2999-03-01T00:00:00.000Z",
};

layOutRows();

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("roleMappingDetail", `/rbac/role-mapping/${ORG.oid}`, { oid: ORG.oid });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  await act(() => app.reply(getOrg, ORG));
  await act(() => app.reply(countInducements, makePolicyCounts({ "Core Banking": 3 })));
  await act(() => app.reply(listInducements, halList("inducements", [ALWAYS, PAST, FUTURE])));
});
afterEach(cleanup);

const rowOf = (name: string) => {
  const list = screen.getByRole("grid", { name: /^Current policy/ });
  const rows = within(list).getAllByRole("row");
  return rows.find(({ textContent }) => textContent?.includes(name))?.textContent;
};
const click = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await app.settle();
  });
const type = (label: RegExp, value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await app.settle();
  });
const days = () =>
  [/^First day/, /^Last day/].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);

it("shows periods with limits, and which entitlements are not valid now", () => {
  expect(rowOf(ALWAYS.name)).not.toMatch(/Until|From|Always/);
  expect(rowOf(PAST.name)).toContain("Until 31 Jan 2020 Expired");
  expect(rowOf(FUTURE.name)).toContain("1 Jan 2999 to 28 Feb 2999 Not yet");
});

it("shows for which period the policy induces an access role", async () => {
  const role = { ...makeRole(1), name: "Bundle" };
  const period = { validFrom: null, validUntil: "2999-03-01T00:00:00.000Z" };
  await act(() =>
    app.reply(getAccessPolicyRoles, halList("roles", [{ ...role, period }, makeRole(2)])),
  );
  const list = within(screen.getByRole("grid", { name: "Access roles" }));
  const [, first, second] = list.getAllByRole("row").map(({ textContent }) => textContent);
  expect(first).toContain("Until 28 Feb 2999");
  expect(second).not.toMatch(/Until|Always/);
});

it("changes a period, says so, and loads the policy and its history again", async () => {
  await click(`Change the period of ${FUTURE.name}`);
  expect(screen.getByRole("dialog", { name: `Period of ${FUTURE.name}` })).toBeTruthy();
  expect(days()).toEqual(["2999-01-01", "2999-02-28"]);
  await type(/^Last day/, "");
  await type(/^First day/, "2026-05-01");
  const histories = app.waiting(listPolicyChanges).length;
  await click("Save period");
  expect(app.waiting(setInducementPeriod).map(({ input }) => input)).toMatchObject([
    {
      params: { oid: ORG.oid, inducementId: FUTURE.id },
      body: {
        validFrom: "2026-05-01T00:00:00.000Z",
        validUntil: null,
        expected: { validFrom: FUTURE.validFrom, validUntil: FUTURE.validUntil },
      },
    },
  ]);
  const saved = { ...FUTURE, validFrom: "2026-05-01T00:00:00.000Z", validUntil: null };
  await act(() => app.reply(setInducementPeriod, saved));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(notificationsOf(app).map((note) => note.message)).toEqual([
    `The period of ${FUTURE.name} was changed.`,
  ]);
  expect(app.waiting(countInducements)).toHaveLength(1);
  expect(app.waiting(listPolicyChanges).length).toBeGreaterThan(histories);
});

it("sends no end before the start, and keeps the days of a refused change", async () => {
  await click(`Change the period of ${ALWAYS.name}`);
  expect(days()).toEqual(["", ""]);
  await type(/^First day/, "2026-05-02");
  await type(/^Last day/, "2026-04-02");
  await click("Save period");
  expect(app.waiting(setInducementPeriod)).toEqual([]);
  expect(screen.getByText("The end must be after the start")).toBeTruthy();
  await type(/^Last day/, "2026-06-02");
  await click("Save period");
  const reason = message("policies.entitlementNotFound");
  await act(() => app.fail(setInducementPeriod, { status: 404, code: "ENOTFOUND", reason }));
  const dialog = screen.getByRole("dialog").textContent;
  expect(dialog).toContain("The period was not changed");
  expect(days()).toEqual(["2026-05-02", "2026-06-02"]);
});

it("keeps the typed days if someone else changed the period, shows the current one, and replaces that", async () => {
  const sent = () => app.waiting(setInducementPeriod).map(({ input }) => input.body);
  await click(`Change the period of ${ALWAYS.name}`);
  await type(/^First day/, "2999-05-02");
  await click("Save period");
  const validFrom = "2999-05-02T00:00:00.000Z";
  const seen = { validFrom: null, validUntil: null };
  expect(sent()).toEqual([{ validFrom, validUntil: null, expected: seen }]);
  const reason = message("policies.periodChangedElsewhere");
  await act(() => app.fail(setInducementPeriod, { status: 409, code: "ECONFLICT", reason }));
  await act(() => app.reply(countInducements, makePolicyCounts({ "Core Banking": 3 })));
  const theirs = { validFrom: null, validUntil: "2999-09-01T00:00:00.000Z" };
  const rows = [{ ...ALWAYS, ...theirs }, PAST, FUTURE];
  await act(() => app.reply(listInducements, halList("inducements", rows)));
  const dialog = screen.getByRole("dialog").textContent;
  expect(dialog).toContain("This was changed elsewhere in the meantime");
  expect(days()).toEqual(["2999-05-02", "2999-08-31"]);
  expect(screen.getByRole("dialog").textContent).toContain("Current period: Until 31 Aug 2999");
  await click("Save period");
  expect(sent()).toEqual([{ validFrom, validUntil: theirs.validUntil, expected: theirs }]);
});

it("opens the dialog of another entitlement with its own days", async () => {
  await click(`Change the period of ${ALWAYS.name}`);
  await type(/^First day/, "2026-05-02");
  await click("Cancel");
  await click(`Change the period of ${PAST.name}`);
  expect(days()).toEqual(["", "2020-01-31"]);
});
