// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import { listIdentities } from "#events/calls/directory.ts";
import { getOrg, listOrgs } from "#events/calls/orgs.ts";
import { View } from "#src/features/identities/ListView.tsx";
import { halList, makeOrg, makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const TELLER = { ...makeOrg(7), displayName: "Teller" };
const BRANCH = { ...makeOrg(8), displayName: "Branch" };

it("[IDN-1] lists the people of the address's org, and of another that is chosen", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  const path = `/identities?orgOid=${TELLER.oid}`;
  await app.record(navigated, { path, how: "push" });
  await app.open("identities", path);
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  expect(app.waiting(listIdentities)[0]?.input.query).toMatchObject({ orgOid: TELLER.oid });
  await act(() => app.reply(getOrg, TELLER));
  await act(() => app.reply(listOrgs, halList("orgs", [BRANCH])));
  const filter = screen.getByRole("combobox", { name: "Org" });
  expect(filter).toHaveProperty("value", TELLER.oid);
  expect([...filter.children].map(({ textContent }) => textContent)).toEqual([
    "Any org",
    "Teller",
    "Branch",
  ]);
  await act(async () => {
    fireEvent.change(filter, { target: { value: BRANCH.oid } });
    await app.settle();
  });
  expect(app.waiting(listIdentities).at(-1)?.input.query).toMatchObject({ orgOid: BRANCH.oid });
});
