// @vitest-environment happy-dom
/** The dialogs that give a role to people and orgs and change the periods for which they have it. */
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getGrant, getRole, grantRole, listRoleHolders } from "#events/calls/accessRoles.ts";
import type { Period } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { GrantDialogs } from "#src/features/access-roles/GrantDialogs.tsx";
import { grantSubject, openGrant } from "#src/features/access-roles/grantModel.ts";
import { makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeAccessRole } from "./fixtures.ts";

const ROLE = makeAccessRole(1);
const ANN = { kind: "person" as const, oid: uuid(1), name: "Berg, Ann" };
const UNTIL_MAY: Period = { validFrom: null, validUntil: "2999-06-01T00:00:00.000Z" };
const UNTIL_JULY: Period = { validFrom: null, validUntil: "2999-08-01T00:00:00.000Z" };

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("accessRole", `/rbac/access-roles/${ROLE.oid}`, { roleOid: ROLE.oid });
  await app.reply(getRole, ROLE);
  render(
    <Provider value={app.scope}>
      <GrantDialogs />
    </Provider>,
  );
});
afterEach(cleanup);

const open = (period: Period | null) =>
  act(() => app.act(openGrant, { subject: grantSubject(ANN, period) }));
const typeLastDay = (value: string) =>
  act(async () => {
    fireEvent.change(screen.getByLabelText(/^Last day/), { target: { value } });
    await app.settle();
  });
const click = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getByRole("button", { name }));
    await app.settle();
  });
const sent = () => app.waiting(grantRole).map(({ input }) => input.body);
const refuse = () => {
  const reason = message("policies.periodChangedElsewhere");
  return act(() => app.fail(grantRole, { status: 409, code: "ECONFLICT", reason }));
};
const answer = (period: Period | null) => act(() => app.reply(getGrant, { ...ANN, period }));
const text = () => screen.getByRole("dialog").textContent;
const lastDay = () => screen.getByLabelText<HTMLInputElement>(/^Last day/).value;

it("gives the role only to somebody without it", async () => {
  await open(null);
  expect(text()).not.toContain("Current period");
  await click("Give role");
  expect(sent()).toEqual([{ kind: "person", validFrom: null, validUntil: null, expected: null }]);
});

it("shows the period of somebody who has got the role since, and replaces that", async () => {
  await open(null);
  await click("Give role");
  const lists = app.waiting(listRoleHolders).length;
  await refuse();
  expect(text()).toContain("This was changed elsewhere in the meantime");
  expect(app.waiting(getGrant).map(({ input }) => input)).toMatchObject([
    { params: { roleOid: ROLE.oid, subjectOid: ANN.oid }, query: { kind: "person" } },
  ]);
  expect(app.waiting(listRoleHolders)).toHaveLength(lists + 1);
  await answer(UNTIL_MAY);
  expect(screen.getByRole("dialog", { name: `Period of ${ANN.name}` })).toBeTruthy();
  expect(text()).toContain("Current period: Until 31 May 2999");
  expect(lastDay()).toBe("2999-05-31");
  await typeLastDay("2999-06-30");
  await click("Save period");
  expect(sent()).toMatchObject([{ validUntil: "2999-07-01T00:00:00.000Z", expected: UNTIL_MAY }]);
});

it("keeps the typed day if someone else changed the period, and shows theirs", async () => {
  await open(UNTIL_MAY);
  expect(text()).toContain("Current period: Until 31 May 2999");
  await typeLastDay("2999-12-31");
  await click("Save period");
  expect(sent()).toMatchObject([{ expected: UNTIL_MAY }]);
  await refuse();
  await answer(UNTIL_JULY);
  expect(text()).toContain("Current period: Until 31 Jul 2999");
  expect(lastDay()).toBe("2999-12-31");
  await click("Save period");
  expect(sent()).toMatchObject([{ validUntil: "3000-01-01T00:00:00.000Z", expected: UNTIL_JULY }]);
});

it("offers to give the role again if someone else took it away", async () => {
  await open(UNTIL_MAY);
  await typeLastDay("2999-12-31");
  await click("Save period");
  await refuse();
  await answer(null);
  expect(text()).not.toContain("Current period");
  await click("Give role");
  expect(sent()).toMatchObject([{ validUntil: "3000-01-01T00:00:00.000Z", expected: null }]);
});

it("reads no period after a failure of another kind", async () => {
  await open(UNTIL_MAY);
  await click("Save period");
  await act(() => app.fail(grantRole, { message: "The server is down" }));
  expect(app.waiting(getGrant)).toEqual([]);
});
