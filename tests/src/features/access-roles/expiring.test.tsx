// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { listExpiring } from "#events/calls/accessRoles.ts";
import { openCase } from "#events/calls/cases.ts";
import type { ExpiringGrant } from "#events/entities/accessRole.ts";
import { ExpiringPanel } from "#src/features/access-roles/ExpiringPanel.tsx";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

afterEach(cleanup);

const GRANT: ExpiringGrant = {
  kind: "org",
  role: { oid: uuid(1), name: "Clerk" },
  subject: { oid: uuid(2), name: "Tellers" },
  validUntil: "2026-03-20T00:00:00.000Z",
  caseId: null,
};

it("[IDN-8] what ends soon for an org or a person becomes a case, or leads to its open case", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("accessRoles", "/rbac/access-roles");
  render(
    <Provider value={app.scope}>
      <ExpiringPanel />
    </Provider>,
  );
  const person = { ...GRANT, kind: "person" as const, subject: { oid: uuid(3), name: "Ann Lee" } };
  const known = { ...person, subject: { oid: uuid(4), name: "Bob Ray" }, caseId: uuid(5) };
  await act(() => app.reply(listExpiring, halList("grants", [GRANT, person, known])));
  const link = screen.getByRole("link", { name: "Show the case about Bob Ray · Clerk" });
  expect(link.getAttribute("href")).toBe(`/cases/${uuid(5)}`);
  const click = async (name: string) => {
    fireEvent.click(screen.getByRole("button", { name }));
    await act(() => app.settle());
  };
  await click("Open case about Tellers · Clerk");
  await click("Open case");
  const about = { kind: "expiringSoon", roleOid: GRANT.role.oid, accountId: null };
  expect(app.waiting(openCase)[0]?.input.body).toMatchObject({
    ...about,
    orgOid: GRANT.subject.oid,
    identityOid: null,
  });
  await act(() => app.fail(openCase));
  await click("Cancel");
  await click("Open case about Ann Lee · Clerk");
  await click("Open case");
  expect(app.waiting(openCase).at(-1)?.input.body).toMatchObject({
    ...about,
    orgOid: null,
    identityOid: person.subject.oid,
  });
});

it("leads to the role, or to the policy that contains an entitlement itself", async () => {
  const app = createTestApp();
  await app.signIn(makeUser());
  await app.open("accessRoles", "/rbac/access-roles");
  render(
    <Provider value={app.scope}>
      <ExpiringPanel />
    </Provider>,
  );
  const former = { ...GRANT, role: { oid: uuid(6), name: "Auditor" } };
  const entitlement = {
    ...GRANT,
    role: { oid: uuid(7), name: "Vault Read" },
    isAccessRole: false,
  };
  const grants = [{ ...GRANT, isAccessRole: true }, former, entitlement];
  await act(() => app.reply(listExpiring, halList("grants", grants)));
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(new Set(hrefs)).toEqual(
    new Set([
      `/rbac/access-roles/${GRANT.role.oid}`,
      `/rbac/access-roles/${former.role.oid}`,
      `/rbac/role-mapping/${GRANT.subject.oid}`,
    ]),
  );
});
