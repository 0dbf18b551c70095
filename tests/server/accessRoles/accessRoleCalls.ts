/** A directory without access roles, and the calls that change and read them. */
import { beforeAll, beforeEach, expect } from "vitest";
import type { AccessRole, Role, RoleContent, RoleHolder } from "#events/entities/accessRole.ts";
import type { Period } from "#events/entities/common.ts";
import type { Browser, TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import type { TestDirectory } from "../support/directory.ts";
import { openFilledApi } from "../support/filledApi.ts";

export const byText = (one: string | null, other: string | null) =>
  String(one) < String(other) ? -1 : 1;

/** Call it once in a block of tests. */
export function useAccessRoles(database: TestDatabase) {
  let directory: TestDirectory;
  let owner: Browser;
  let mapper: Browser;
  let client: string;
  let now: () => Date;
  let signIn: TestApi["signIn"];

  beforeAll(async () => {
    const opened = await openFilledApi(database.current, "owner");
    ({ directory, browser: owner } = opened);
    ({ now } = opened.api.app.services);
    ({ signIn } = opened.api);
    mapper = await signIn("mapper");
    client = `/api/clients/${directory.clientId}`;
    return () => opened.api.app.close();
  });

  beforeEach(async () => {
    const { db } = database.current;
    for (const table of [
      "access_role_entitlements",
      "access_role_owners",
      "access_role_assignments",
      "access_role_versions",
      "access_roles",
      "inducements",
      "policy_change_orgs",
      "policy_previews",
      "policy_changes",
    ] as const) {
      await db.deleteFrom(table).execute();
    }
  });

  const create = async (
    name: string,
    entitlements: readonly number[] = [],
    change: Partial<RoleContent> = {},
  ): Promise<AccessRole> => {
    const reply = await owner.post(`${client}/roles`, {
      name,
      description: "",
      resourceOid: null,
      entitlementOids: entitlements.map((no) => directory.roles[no - 1]),
      ownerOids: [],
      ...change,
    });
    expect(reply.statusCode, reply.body).toBe(201);
    return reply.json();
  };
  const contentOf = (role: AccessRole) => ({
    name: role.name,
    description: role.description,
    resourceOid: role.extension.resourceRef?.oid ?? null,
    entitlementOids: role.entitlements.map(({ roleOid }) => roleOid),
    ownerOids: role.owners.map(({ oid }) => oid),
    version: role.version,
  });
  const roleUrl = ({ oid }: Pick<AccessRole, "oid">) => `${client}/roles/${oid}`;
  const save = (role: AccessRole, change: object) =>
    owner.send("PUT", roleUrl(role), { body: { ...contentOf(role), ...change } });
  const read = async (role: AccessRole): Promise<AccessRole> =>
    (await mapper.get(roleUrl(role))).json();
  const listed = async (query: string): Promise<{ names: string[]; total: number }> => {
    const reply = await owner.get(`${client}/roles?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    const { _embedded, page } = reply.json();
    return { names: _embedded.roles.map(({ name }: Role) => name), total: page.totalElements };
  };
  const induce = async (org: string, role: AccessRole) => {
    const request = {
      orgs: { all: false, oids: [org] },
      operation: "add",
      roles: { all: false, oids: [role.oid] },
    };
    const preview = (await mapper.post(`${client}/mp-orgs/bulk-update/preview`, request)).json();
    const reply = await mapper.post(`${client}/mp-orgs/bulk-update`, {
      ...request,
      id: preview.changeId,
      fingerprint: preview.fingerprint,
    });
    expect(reply.statusCode, reply.body).toBe(200);
  };
  const personOid = async (username: string): Promise<string> => {
    const { oid } = await database.current.db
      .selectFrom("identities")
      .select("oid")
      .where("username", "=", username)
      .executeTakeFirstOrThrow();
    return oid;
  };
  const auditOf = async (role: AccessRole) =>
    database.current.db
      .selectFrom("audit")
      .select(["call", "actor", "before", "after"])
      .where("target", "=", role.oid)
      .orderBy("at")
      .execute();
  const person = (roleOf: AccessRole, oid: string) => `${roleUrl(roleOf)}/grants/${oid}`;
  const grant = (
    role: AccessRole,
    oid: string,
    kind: "person" | "org",
    validFrom: string | null = null,
    validUntil: string | null = null,
    expected: Period | null = null,
  ) => mapper.send("PUT", person(role, oid), { body: { kind, validFrom, validUntil, expected } });
  const holders = async (role: AccessRole, query = ""): Promise<RoleHolder[]> => {
    const reply = await mapper.get(`${roleUrl(role)}/holders?${query}`);
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json()._embedded.holders;
  };
  const named = (rows: readonly RoleHolder[]) =>
    rows.map(({ username }) => username).toSorted(byText);
  const inDays = (days: number) => new Date(now().getTime() + days * 86_400_000).toISOString();

  return {
    get directory() {
      return directory;
    },
    get owner() {
      return owner;
    },
    get mapper() {
      return mapper;
    },
    get signIn() {
      return signIn;
    },
    get client() {
      return client;
    },
    create,
    contentOf,
    roleUrl,
    save,
    read,
    listed,
    induce,
    personOid,
    auditOf,
    person,
    grant,
    holders,
    named,
    inDays,
  };
}
