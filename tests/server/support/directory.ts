/** A small directory for tests of the calls: two clients, a few users, orgs in a tree, identities with access. */
import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import type { Kysely } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { PERMISSION_CODES, PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import type { Database } from "#server/db/schema.ts";
import { backfillNameKeys } from "#server/directory/nameKeys.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { writeOrgNames } from "#server/names/commands.ts";
import { backfillListed } from "#server/users/listedUsers.ts";

export const PASSWORD = "correct horse";
/** A hash contains its own cost: this one takes a hundredth of the time of the server's. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const CREATED = new Date("2026-01-05T08:00:00Z");

export type UserName = "owner" | "mapper" | "keeper" | "guest" | "stranger" | "archived";

export interface TestDirectory {
  readonly clientId: string;
  /** A client that only `stranger` has, with a root and an org below it, one resource and one entitlement. */
  readonly foreign: { clientId: string; orgOid: string; resourceId: string; roleOid: string };
  /**
   * Oids of orgs by name. Job Titles > (Engineer > Senior_Engineer | Data Engineer), Sales 100%; Departments > Ops;
   * Locations.
   */
  readonly orgs: Readonly<Record<OrgName, string>>;
  readonly resources: { readonly crm: string; readonly erp: string };
  /** Role oids: e1..e3 on the CRM, e4 on the ERP. */
  readonly roles: readonly [string, string, string, string];
  readonly users: Readonly<Record<UserName, string>>;
}

const ORG_NAMES = [
  "Job Titles",
  "Departments",
  "Locations",
  "Engineer",
  "Senior_Engineer",
  "Data Engineer",
  "Sales 100%",
  "Ops",
] as const;
export type OrgName = (typeof ORG_NAMES)[number];

const PARENTS: Readonly<Record<OrgName, OrgName | null>> = {
  "Job Titles": null,
  Departments: null,
  Locations: null,
  Engineer: "Job Titles",
  Senior_Engineer: "Engineer",
  "Data Engineer": "Engineer",
  "Sales 100%": "Job Titles",
  Ops: "Departments",
};

const TYPES: Readonly<Record<OrgName, "job-titles" | "departments" | "locations">> = {
  "Job Titles": "job-titles",
  Departments: "departments",
  Locations: "locations",
  Engineer: "job-titles",
  Senior_Engineer: "job-titles",
  "Data Engineer": "job-titles",
  "Sales 100%": "job-titles",
  Ops: "departments",
};

/** Ann is in two orgs of one tree, and counts once. */
const MEMBERS: readonly (readonly [who: string, org: OrgName])[] = [
  ["ann", "Engineer"],
  ["ann", "Senior_Engineer"],
  ["bob", "Senior_Engineer"],
  ["cyd", "Data Engineer"],
  ["dan", "Sales 100%"],
  ["ann", "Ops"],
];

/** @param hashPassword creates the hash of `PASSWORD`, for tests of the server's hashes. */
export async function fillDirectory(
  db: Kysely<Database>,
  hashPassword = (password: string) => hash(password, CHEAP),
): Promise<TestDirectory> {
  const clientId = randomUUID();
  const foreign = {
    clientId: randomUUID(),
    orgOid: randomUUID(),
    resourceId: randomUUID(),
    roleOid: randomUUID(),
  };
  const resources = { crm: randomUUID(), erp: randomUUID() };
  const roles = [randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
  const orgs = Object.fromEntries(ORG_NAMES.map((name) => [name, randomUUID()])) as Record<
    OrgName,
    string
  >;
  await db
    .insertInto("clients")
    .values([
      { id: clientId, name: "Acme", slug: "acme", limit_api: 3, created_at: CREATED },
      { id: foreign.clientId, name: "Other", slug: "other", created_at: CREATED },
    ])
    .execute();
  const users = await fillUsers(db, {
    clientId,
    foreignId: foreign.clientId,
    resourceId: resources.crm,
    passwordHash: await hashPassword(PASSWORD),
  });
  await fillOrgs(db, clientId, orgs, foreign);
  await fillAccess(db, clientId, orgs, resources, roles, foreign);
  for (const id of [clientId, foreign.clientId]) await storeCounts(db, id);
  await backfillListed(db);
  await backfillNameKeys(db, "entitlements");
  await backfillNameKeys(db, "resources");
  return { clientId, foreign, orgs, resources, roles, users };
}

async function fillUsers(
  db: Kysely<Database>,
  of: { clientId: string; foreignId: string; resourceId: string; passwordHash: string },
): Promise<Record<UserName, string>> {
  const holders: Readonly<Record<UserName, { role: string; codes: readonly string[] }>> = {
    owner: { role: "Owner", codes: PERMISSION_CODES },
    mapper: { role: "Mapper", codes: PERMISSION_GROUPS.RoleMapping },
    keeper: { role: "Keeper", codes: PERMISSION_GROUPS.ManageOwnResources },
    guest: { role: "Guest", codes: [] },
    stranger: { role: "Owner", codes: PERMISSION_CODES },
    archived: { role: "Owner", codes: PERMISSION_CODES },
  };
  const ids: Partial<Record<UserName, string>> = {};
  for (const name of Object.keys(holders) as UserName[]) {
    const { role, codes } = holders[name];
    const id = randomUUID();
    const roleId = randomUUID();
    ids[name] = id;
    await db
      .insertInto("users")
      .values({
        id,
        username: name,
        username_key: name,
        given_name: "Given",
        family_name: "Family",
        email: `${name}@example.com`,
        phone_number: null,
        phone_extension: null,
        job_title: null,
        password_hash: of.passwordHash,
        archived: name === "archived",
        created_at: CREATED,
      })
      .execute();
    await db
      .insertInto("roles")
      .values({ id: roleId, name: role, permissions: [...codes] })
      .execute();
    await db.insertInto("user_roles").values({ user_id: id, role_id: roleId }).execute();
    await db
      .insertInto("user_clients")
      .values({
        user_id: id,
        client_id: name === "stranger" ? of.foreignId : of.clientId,
        position: 1,
      })
      .execute();
    if (name === "keeper") {
      await db
        .insertInto("user_resources")
        .values({ client_id: of.clientId, user_id: id, resource_id: of.resourceId })
        .execute();
    }
  }
  return ids as Record<UserName, string>;
}

async function fillOrgs(
  db: Kysely<Database>,
  clientId: string,
  orgs: Record<OrgName, string>,
  foreign: TestDirectory["foreign"],
): Promise<void> {
  const rows = ORG_NAMES.map((name) => {
    const parent = PARENTS[name];
    return {
      client_id: clientId,
      oid: orgs[name],
      type: TYPES[name],
      name,
      display_name: name,
      parent_oid: parent && orgs[parent],
      search_key: normalizeForFilter(name),
    };
  });
  const root = {
    client_id: foreign.clientId,
    oid: foreign.orgOid,
    type: "job-titles" as const,
    name: "Job Titles",
    display_name: "Job Titles",
    parent_oid: null,
    search_key: "jobtitles",
  };
  const post = {
    ...root,
    oid: randomUUID(),
    name: "Foreign Post",
    display_name: "Foreign Post",
    parent_oid: foreign.orgOid,
    search_key: "foreignpost",
  };
  await db
    .insertInto("orgs")
    .values([...rows, root, post])
    .execute();
  await writeOrgNames(db, clientId, Object.values(orgs));
  await writeOrgNames(db, foreign.clientId, [foreign.orgOid]);
}

async function fillAccess(
  db: Kysely<Database>,
  clientId: string,
  orgs: Record<OrgName, string>,
  resources: TestDirectory["resources"],
  roles: TestDirectory["roles"],
  foreign: TestDirectory["foreign"],
): Promise<void> {
  const people = Object.fromEntries(
    ["ann", "bob", "cyd", "dan"].map((name) => [name, randomUUID()]),
  );
  const oidOf = (name: string) => people[name] ?? "";
  await db
    .insertInto("identities")
    .values(
      Object.entries(people).map(([name, oid], index) => ({
        client_id: clientId,
        oid,
        external_id: `P${index + 1}`,
        username: name,
        given_name: name.toUpperCase(),
        family_name: index % 2 === 0 ? null : "Family",
        email: null,
        job_title: null,
        department: null,
        location: null,
        manager: null,
        search_key: normalizeForFilter(`P${index + 1} ${name}`),
      })),
    )
    .execute();
  await db
    .insertInto("identities")
    .values({
      client_id: foreign.clientId,
      oid: randomUUID(),
      external_id: "F1",
      search_key: normalizeForFilter("F1"),
    })
    .execute();
  await db
    .insertInto("identity_orgs")
    .values(
      MEMBERS.map(([name, org]) => ({
        client_id: clientId,
        org_oid: orgs[org],
        identity_oid: oidOf(name),
      })),
    )
    .execute();
  await db
    .insertInto("resources")
    .values([
      { client_id: clientId, id: resources.crm, name: "CRM", type: null, created_at: CREATED },
      { client_id: clientId, id: resources.erp, name: "E R_P", type: null, created_at: CREATED },
      {
        client_id: foreign.clientId,
        id: foreign.resourceId,
        name: "Foreign",
        type: null,
        created_at: CREATED,
      },
    ])
    .execute();
  await db
    .insertInto("entitlements")
    .values([
      ...roles.map((roleOid, index) => ({
        client_id: clientId,
        id: randomUUID(),
        no: index + 1,
        resource_id: index < 3 ? resources.crm : resources.erp,
        name: `Entitlement ${index + 1}`,
        role_oid: roleOid,
      })),
      {
        client_id: foreign.clientId,
        id: randomUUID(),
        no: 1,
        resource_id: foreign.resourceId,
        name: "Foreign",
        role_oid: foreign.roleOid,
      },
    ])
    .execute();
  const account = (name: string, resourceId: string, who: string | null, nos: number[]) => ({
    client_id: clientId,
    id: randomUUID(),
    resource_id: resourceId,
    name,
    identity_oid: who && oidOf(who),
    entitlement_nos: nos,
  });
  await db
    .insertInto("accounts")
    .values([
      account("ann", resources.crm, "ann", [1, 2]),
      account("ann-2", resources.crm, "ann", [1]),
      account("bob", resources.crm, "bob", [1]),
      account("bob", resources.erp, "bob", [4]),
      account("nobody", resources.erp, null, [4]),
    ])
    .execute();
}
