/** The list of access roles: what it requests, what it caches, and what it shows. */
import { beforeEach, describe, expect, it } from "vitest";
import { navigated } from "#events/actions/app.ts";
import {
  countRoles,
  createRole,
  getAccessPolicyRoles,
  getAccessRoles,
  listRoles,
} from "#events/calls/accessRoles.ts";
import {
  $accessRolesStatus,
  $exportHref,
  $roleCount,
  $sections,
  newRoleForm,
  search,
  showMore,
  toggleResource,
} from "#src/features/access-roles/listModel.ts";
import { accessPolicyRolesCall } from "#src/data/access-roles/index.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";
import { makeAccessRole, makeRole } from "./fixtures.ts";

const LIST = "/rbac/access-roles";
const CRM = uuid(4001);

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

const open = async (path = LIST) => {
  await app.record(navigated, { path, how: "push" });
  await app.open("accessRoles", path);
};
const group = (oid: string | null, count: number, resourceName = "") => ({
  resourceRef: oid === null ? null : { oid },
  resourceName,
  count,
});
const asked = () =>
  app.sent.filter(({ call }) => call === listRoles).map(({ input }) => input.query);
const sections = () => app.get($sections);
const roles = (...numbers: number[]) => numbers.map((number) => makeRole(number));

describe("the access roles", () => {
  it("[ROLE-5] [ROLE-17] are requested by resource, page by page", async () => {
    await open();
    await app.reply(getAccessRoles, { groups: [group(null, 21), group(CRM, 1, "CRM")] });
    expect(asked()).toEqual([
      { status: "active", sort: "name,asc", page: 0, size: 20, resourceOids: "default" },
    ]);
    await app.reply(listRoles, halList("roles", roles(1, 2), { totalElements: 21 }));
    expect(asked().at(-1)).toMatchObject({ resourceOids: CRM, page: 0 });
    await app.reply(listRoles, halList("roles", roles(3)));
    expect(sections().map(({ name, roles: shown }) => [name, shown.length])).toEqual([
      ["", 2],
      ["CRM", 1],
    ]);
    expect(sections().map(({ hasMore }) => hasMore)).toEqual([true, false]);
    await app.act(showMore, { resourceOid: "default" });
    expect(asked().at(-1)).toMatchObject({ resourceOids: "default", page: 1 });
    await app.reply(listRoles, halList("roles", roles(2, 4), { totalElements: 21, number: 1 }));
    expect(sections()[0]?.roles).toEqual(roles(1, 2, 4));
  });

  it("[ROLE-9] [ROLE-14] come from the cache when a resource is opened again", async () => {
    await open();
    await app.reply(getAccessRoles, { groups: [group(null, 1)] });
    await app.reply(listRoles, halList("roles", roles(1)));
    await app.act(toggleResource, { resourceOid: "default" });
    expect(sections()[0]?.isOpen).toBe(false);
    await app.act(toggleResource, { resourceOid: "default" });
    expect(sections()[0]).toMatchObject({ isOpen: true, roles: roles(1), isLoading: false });
    expect(asked()).toHaveLength(1);
    // After a change the pages are requested again.
    await app.act(newRoleForm.toggle, { open: true });
    await app.act(newRoleForm.change, { values: { name: "Teller" } });
    await app.act(newRoleForm.submit, {});
    expect(app.waiting(createRole)[0]?.input.body).toMatchObject({
      name: "Teller",
      resourceOid: null,
    });
    await app.reply(createRole, makeAccessRole(2), { status: 201 });
    expect(app.history.at(-1)?.path).toBe(`${LIST}/${uuid(7002)}`);
  });

  it("[ROLE-12] [ROLE-13] [ROLE-19] are counted once for each filter", async () => {
    await open();
    expect(app.waiting(countRoles)).toHaveLength(1);
    await app.reply(countRoles, { count: 7 });
    expect(app.get($roleCount)).toBe(7);
    await open(`${LIST}?contains=tell`);
    expect(app.waiting(countRoles)[0]?.input.query).toEqual({ contains: "tell" });
    await app.reply(countRoles, { count: 2 });
    await open(LIST);
    expect(app.get($roleCount)).toBe(7);
    expect(app.waiting(countRoles)).toEqual([]);
  });

  it("write the search text into the address after a pause", async () => {
    await open();
    await app.act(search, { text: "tell" });
    expect(app.history.at(-1)?.path).toBe(LIST);
    await app.elapse("search:");
    expect(app.history.at(-1)).toMatchObject({ path: `${LIST}?contains=tell`, how: "replace" });
    await open(`${LIST}?contains=tell`);
    expect(app.get($exportHref)).toContain("/roles.csv?status=active&contains=tell&sort=");
  });

  it("[ROLE-15] [ROLE-20] [ROLE-21] have a status, which a request for the roles of policies marks as failed", async () => {
    await open();
    expect(app.get($accessRolesStatus)).toBe("InProgress");
    await app.reply(getAccessRoles, { groups: [] });
    expect(app.get($accessRolesStatus)).toBe("Success");
    await app.act(accessPolicyRolesCall.start, {
      params: { clientId: uuid(1) },
      query: {},
      cause: null,
    });
    expect(app.get($accessRolesStatus)).toBe("Fail");
    expect(app.waiting(getAccessPolicyRoles)).toHaveLength(1);
  });
});
