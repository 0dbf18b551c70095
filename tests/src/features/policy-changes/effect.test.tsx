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

it("shows that only periods change, and each with the period before and after", async () => {
  const org = { oid: uuid(5), displayName: "Tellers", added: 0, removed: 0, gaining: 0, losing: 0 };
  cleanup();
  const preview = { ...PREVIEW, added: 0, periods: 2, orgEffects: [{ ...org, periods: 2 }] };
  render(
    <Provider value={app.scope}>
      <Effect preview={preview}>Apply</Effect>
      <EffectDialog />
    </Provider>,
  );
  expect(screen.getByRole("status").textContent).toContain("Periods changed2");
  const table = screen.getByRole("table", { name: "Effect by org" });
  const [header, row] = within(table).getAllByRole("row");
  const cells = (of: HTMLElement | undefined) =>
    [...(of?.querySelectorAll("th, td") ?? [])].map(({ textContent }) => textContent);
  expect(cells(header).slice(0, 4)).toEqual(["Org", "Added", "Removed", "Period"]);
  expect(cells(row).slice(0, 4)).toEqual(["Tellers", "0", "0", "2"]);
  fireEvent.click(screen.getByRole("button", { name: "Show changes line by line" }));
  await app.settle();
  const line = {
    orgOid: org.oid,
    orgType: "job-titles" as const,
    orgName: "Tellers",
    roleOid: uuid(3),
    name: "Read Ledger",
    resourceName: "Core Banking",
    change: "period" as const,
    before: { validFrom: null, validUntil: null },
    after: { validFrom: null, validUntil: "2026-08-01T00:00:00.000Z" },
  };
  await app.reply(listPolicyLines, halList("lines", [line]));
  const dialog = screen.getByRole("dialog");
  expect(dialog.textContent).toContain("Always → Until 31 Jul 2026");
  expect(within(dialog).getByRole("radio", { name: "Period" })).toBeTruthy();
});
