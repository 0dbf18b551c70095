// @vitest-environment happy-dom
/** What the rows of a person's entitlements offer. */
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { countHolders } from "#events/calls/access.ts";
import { getIdentity, listIdentityEntitlements } from "#events/calls/identities.ts";
import { AccessPanel } from "#src/features/identities/AccessPanel.tsx";
import "#src/features/identities/models.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";
import { ANN } from "./support.ts";

afterEach(cleanup);

const TELLERS = uuid(30);

it("[IDN-7] asks who among the peers has an entitlement once the peers are known", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("identityReport", `/identities/report/${ANN.oid}`, { userOid: ANN.oid });
  render(
    <Provider value={app.scope}>
      <AccessPanel />
    </Provider>,
  );
  const row = {
    roleOid: uuid(100),
    name: "Read Ledger",
    resourceName: "Core",
    accounts: ["ann"],
    paths: [],
    peerHolders: 1,
  };
  await act(() => app.reply(listIdentityEntitlements, halList("entitlements", [row])));
  expect(within(screen.getByRole("grid")).getByText("Read Ledger")).toBeDefined();
  const whoHas = /^Who has it\?/;
  expect(screen.queryByRole("button", { name: whoHas })).toBeNull();
  await act(() =>
    app.reply(getIdentity, {
      ...ANN,
      accountCount: 1,
      counts: { byPolicy: 0, outsidePolicy: 1, missing: 0 },
      peers: { oid: TELLERS, name: "Teller", members: 12 },
    }),
  );
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: whoHas }));
    await app.settle();
  });
  expect(app.waiting(countHolders)[0]?.input.query).toEqual({ orgOid: TELLERS });
});
