/** A client's directory as plain comparable values, without ids. */
import type { Kysely } from "kysely";
import { expect } from "vitest";
import type { Database } from "#server/db/schema.ts";

export interface DirectorySnapshot {
  /** By external id; `orgs` as `type/name`, sorted. */
  identities: Record<
    string,
    {
      fields: Record<string, string | null>;
      attributes: Record<string, string>;
      orgs: string[];
    }
  >;
  /** `type/name`, without the roots; sorted. */
  orgs: string[];
  resources: string[];
  /** `resource/entitlement`, sorted. */
  entitlements: string[];
  /** By `resource/account`; entitlements sorted. */
  accounts: Record<string, { owner: string | null; entitlements: string[] }>;
}

export const EMPTY_DIRECTORY: DirectorySnapshot = {
  identities: {},
  orgs: [],
  resources: [],
  entitlements: [],
  accounts: {},
};

/** Reads the directory, and checks that its stored data is consistent. */
export async function takeSnapshot(
  db: Kysely<Database>,
  clientName: string,
): Promise<DirectorySnapshot> {
  const client = await db
    .selectFrom("clients")
    .select("id")
    .where("name", "=", clientName)
    .executeTakeFirst();
  if (!client) return EMPTY_DIRECTORY;
  const orgs = await db.selectFrom("orgs").selectAll().where("client_id", "=", client.id).execute();
  const roots = new Map(orgs.filter((org) => org.parent_oid === null).map((org) => [org.oid, org]));
  for (const org of orgs.filter(({ parent_oid }) => parent_oid !== null)) {
    expect(roots.get(org.parent_oid ?? "")?.type).toBe(org.type);
    expect(org.display_name).toBe(org.name);
  }
  const orgNames = new Map(orgs.map((org) => [org.oid, `${org.type}/${org.name}`]));
  const orgsOf = new Map<string, string[]>();
  const parents = new Map(orgs.map((org) => [org.oid, org.parent_oid]));
  const members = new Map(orgs.map((org) => [org.oid, new Set<string>()]));
  for (const row of await db
    .selectFrom("identity_orgs")
    .selectAll()
    .where("client_id", "=", client.id)
    .execute()) {
    members.get(row.org_oid)?.add(row.identity_oid);
    members.get(parents.get(row.org_oid) ?? "")?.add(row.identity_oid);
    const names = orgsOf.get(row.identity_oid) ?? [];
    names.push(orgNames.get(row.org_oid) ?? "missing");
    orgsOf.set(row.identity_oid, names.toSorted());
  }
  const identities = await db
    .selectFrom("identities")
    .selectAll()
    .where("client_id", "=", client.id)
    .execute();
  expect([...orgsOf.keys()].every((oid) => identities.some((row) => row.oid === oid))).toBe(true);

  const resources = await db
    .selectFrom("resources")
    .selectAll()
    .where("client_id", "=", client.id)
    .execute();
  const resourceNames = new Map(resources.map((resource) => [resource.id, resource.name]));
  const entitlements = await db
    .selectFrom("entitlements")
    .selectAll()
    .where("client_id", "=", client.id)
    .execute();
  const byNumber = new Map(entitlements.map((entitlement) => [entitlement.no, entitlement]));
  const ownerNames = new Map(identities.map((row) => [row.oid, row.external_id]));
  const accounts = await db
    .selectFrom("accounts")
    .selectAll()
    .where("client_id", "=", client.id)
    .execute();

  for (const org of orgs) expect(org.member_count).toBe(members.get(org.oid)?.size);
  for (const { id, account_count, entitlement_count } of resources) {
    expect(account_count).toBe(accounts.filter((row) => row.resource_id === id).length);
    expect(entitlement_count).toBe(entitlements.filter((row) => row.resource_id === id).length);
  }

  return {
    identities: Object.fromEntries(
      identities.map((row) => [
        row.external_id,
        {
          fields: {
            username: row.username,
            givenName: row.given_name,
            familyName: row.family_name,
            email: row.email,
            jobTitle: row.job_title,
            department: row.department,
            location: row.location,
            manager: row.manager,
          },
          attributes: row.attributes,
          orgs: orgsOf.get(row.oid) ?? [],
        },
      ]),
    ),
    orgs: orgs
      .filter((org) => org.parent_oid !== null)
      .map((org) => `${org.type}/${org.name}`)
      .toSorted(),
    resources: resources.map((resource) => resource.name).toSorted(),
    entitlements: entitlements
      .map((row) => `${resourceNames.get(row.resource_id)}/${row.name}`)
      .toSorted(),
    accounts: Object.fromEntries(
      accounts.map((account) => {
        const numbers = account.entitlement_nos;
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
        const held = numbers.map((number) => byNumber.get(number));
        expect(held.every((row) => row?.resource_id === account.resource_id)).toBe(true);
        const owner =
          account.identity_oid === null
            ? null
            : (ownerNames.get(account.identity_oid) ?? "missing");
        return [
          `${resourceNames.get(account.resource_id)}/${account.name}`,
          { owner, entitlements: held.map((row) => row?.name ?? "").toSorted() },
        ];
      }),
    ),
  };
}
