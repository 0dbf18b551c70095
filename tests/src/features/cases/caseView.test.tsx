// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getCase } from "#events/calls/cases.ts";
import { View } from "#src/features/cases/CaseView.tsx";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { CASE } from "./support.ts";

afterEach(cleanup);

it.each([
  [
    "an entitlement leads to who has it",
    CASE,
    "Access outside policy · Read Ledger · Core Banking · Opened by owner",
    `/rbac/entitlements/${CASE.roleOid}`,
  ],
  [
    "an account names its resource",
    { ...CASE, kind: "orphanedAccount", identityOid: null, roleOid: null, entitlementName: null },
    "Orphaned account · Core Banking · Opened by owner",
    undefined,
  ],
])("a case about %s", async (_what, found, text, href) => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("case", `/cases/${CASE.id}`, { caseId: CASE.id });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  await act(() => app.reply(getCase, { ...found, comments: [] }));
  const context = screen.getByRole("heading", { level: 1 }).nextElementSibling;
  expect(context?.textContent).toBe(text);
  expect(context?.querySelector("a")?.getAttribute("href")).toBe(href);
});
