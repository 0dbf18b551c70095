// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { getRole, previewRestoration, previewRole } from "#events/calls/accessRoles.ts";
import { listAffectedPeople } from "#events/calls/policyChanges.ts";
import type { RoleEffect } from "#events/entities/accessRole.ts";
import { ArchivingDialog, DeletionDialog } from "#src/features/access-roles/Dialogs.tsx";
import {
  retryEffect,
  roleArchiving,
  roleDeletion,
} from "#src/features/access-roles/detailModel.ts";
import { GrantDialogs } from "#src/features/access-roles/GrantDialogs.tsx";
import { restoration } from "#src/features/access-roles/grantModel.ts";
import { halList, makeAffectedPerson, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeAccessRole } from "./fixtures.ts";

const ROLE = makeAccessRole(1);
const SUBJECT = { roleOid: ROLE.oid, name: ROLE.name, version: ROLE.version };
const EFFECT: RoleEffect = {
  previewId: uuid(1),
  orgs: [],
  orgCount: 0,
  assignedCount: 1,
  people: { gaining: 0, losing: 1 },
  entitlements: [],
  affectedEntitlements: 0,
};

async function openRole(): Promise<TestApp> {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("accessRole", `/rbac/access-roles/${ROLE.oid}`, { roleOid: ROLE.oid });
  await app.reply(getRole, ROLE);
  render(
    <Provider value={app.scope}>
      <DeletionDialog />
      <ArchivingDialog />
      <GrantDialogs />
    </Provider>,
  );
  return app;
}
afterEach(cleanup);

const dialogs = {
  deleting: async (app: TestApp) => {
    await app.act(roleDeletion.open, { subject: SUBJECT });
    await app.reply(previewRole, EFFECT);
  },
  archiving: async (app: TestApp) => {
    await app.act(roleArchiving.open, { subject: { ...SUBJECT, status: "archived" } });
    await app.reply(previewRole, EFFECT);
  },
  "restoring a version of": async (app: TestApp) => {
    await app.act(restoration.open, { subject: { restored: 1, version: ROLE.version } });
    await app.reply(previewRestoration, EFFECT);
  },
};
it.each(Object.entries(dialogs))("lists who loses access by %s the role", async (_name, open) => {
  const app = await openRole();
  await open(app);
  fireEvent.click(screen.getByRole("button", { name: "Show people" }));
  await app.settle();
  expect(app.waiting(listAffectedPeople)[0]?.input).toMatchObject({
    params: { previewId: EFFECT.previewId },
    query: { show: "all" },
  });
  const person = makeAffectedPerson(2, { lost: ["Read Ledger"] });
  await app.reply(listAffectedPeople, halList("people", [person]));
  const list = screen.getByRole("dialog", { name: "Who gains or loses access" });
  expect(list.textContent).toContain("Read Ledger");
  expect(screen.getByRole("link", { name: "Export CSV" }).getAttribute("href")).toContain(
    `/policy-previews/${EFFECT.previewId}/people.csv?`,
  );
});

it("the list of people stays open while the effect of the change cannot be read again", async () => {
  const app = await openRole();
  await dialogs.archiving(app);
  fireEvent.click(screen.getByRole("button", { name: "Show people" }));
  await app.settle();
  await app.act(retryEffect, {});
  await app.fail(previewRole, { message: "The server is down" });
  expect(screen.getByRole("dialog", { name: "Who gains or loses access" })).toBeTruthy();
});
