// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { openCase } from "#events/calls/cases.ts";
import { listOrphanedShadows } from "#events/calls/shadows.ts";
import { View } from "#src/features/cases/OrphanedView.tsx";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const ACCOUNT = {
  id: uuid(4),
  name: "svc_backup",
  resourceId: uuid(5),
  resourceName: "CRM",
  entitlementCount: 3,
  caseId: null,
};

it("[IDN-9] an orphaned account becomes a case", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("orphanedAccounts", "/accounts/orphaned");
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  await act(() => app.reply(listOrphanedShadows, halList("shadows", [ACCOUNT])));
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Open case about svc_backup" }));
    await app.settle();
  });
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Open case" }));
    await app.settle();
  });
  expect(app.waiting(openCase)[0]?.input.body).toMatchObject({
    kind: "orphanedAccount",
    accountId: ACCOUNT.id,
    ownerId: null,
  });
});
