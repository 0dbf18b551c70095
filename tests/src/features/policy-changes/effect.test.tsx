// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listAffectedPeople, listPolicyLines } from "#events/calls/policyChanges.ts";
import type { PolicyChangePreview } from "#events/entities/policyChange.ts";
import { Effect } from "#src/features/policy-changes/Effect.tsx";
import { EffectDialog } from "#src/features/policy-changes/EffectDialog.tsx";
import { $openEffect, effectPeople, openEffect } from "#src/features/policy-changes/effectModel.ts";
import { halList, makeAffectedPerson, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const PREVIEW: PolicyChangePreview = {
  changeId: uuid(1),
  fingerprint: "f",
  orgs: { chosen: 1, changed: 1 },
  added: 1,
  removed: 0,
  people: { gaining: 1, losing: 0, unchanged: 0 },
  orgEffects: [],
  entitlementEffects: [
    {
      roleOid: uuid(3),
      name: "Read Ledger",
      resourceName: "Core Banking",
      gaining: 1,
      losing: 0,
    },
  ],
  affectedEntitlements: 1,
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
  await app.open("bulkRoleMapping", "/rbac/role-mapping/bulk");
  render(
    <Provider value={app.scope}>
      <Effect preview={PREVIEW}>Apply</Effect>
      <EffectDialog />
    </Provider>,
  );
});
afterEach(cleanup);

it("lists the people of the shown effect, with a file of all", async () => {
  fireEvent.click(screen.getByRole("button", { name: "Show people" }));
  await app.settle();
  expect(app.waiting(listAffectedPeople)[0]?.input).toMatchObject({
    params: { previewId: PREVIEW.changeId },
    query: { show: "all" },
  });
  const person = makeAffectedPerson(2, {
    givenName: "Ann",
    familyName: "Lee",
    gained: ["Read Ledger"],
    gainedCount: 3,
  });
  await app.reply(listAffectedPeople, halList("people", [person]));
  const { textContent } = screen.getByRole("dialog");
  expect(textContent).toContain("Who gains or loses access");
  expect(textContent).toContain("Lee");
  expect(textContent).toContain("Read Ledger");
  expect(screen.getByRole("link", { name: "Lee, Ann" }).getAttribute("href")).toBe(
    `/identities/report/${person.oid}`,
  );
  expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toContain(
    `/policy-previews/${PREVIEW.changeId}/people.csv?`,
  );
});

it("asks for the lines of the shown effect only while they are open", async () => {
  await app.settle();
  expect(app.waiting(listPolicyLines)).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Show changes line by line" }));
  await app.settle();
  expect(app.waiting(listAffectedPeople)).toEqual([]);
  expect(app.waiting(listPolicyLines)[0]?.input).toMatchObject({
    params: { previewId: PREVIEW.changeId },
  });
  await app.act(openEffect, { effect: null });
  expect(app.get($openEffect)).toBeNull();
});

it("leads from an entitlement to who holds it", () => {
  const table = screen.getByRole("table", { name: "Effect by entitlement" });
  const link = within(table).getByRole("link", { name: "Read Ledger" });
  expect(link.getAttribute("href")).toBe(`/rbac/entitlements/${uuid(3)}`);
});

it("starts with all people of the next preview", async () => {
  await app.act(openEffect, { effect: { previewId: uuid(1), part: "people" } });
  await app.reply(listAffectedPeople, halList("people", []));
  await app.act(effectPeople.change, { change: { show: "gaining" } });
  await app.reply(listAffectedPeople, halList("people", []));
  await app.act(openEffect, { effect: { previewId: uuid(2), part: "people" } });
  expect(app.waiting(listAffectedPeople)[0]?.input).toMatchObject({
    params: { previewId: uuid(2) },
    query: { show: "all" },
  });
});
