/** Small test directories: written to the tables, and mined naively as a reference. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { MiningReport } from "#events/entities/miningReport.ts";
import type { Database } from "#server/db/schema.ts";

export interface AccessDirectory {
  orgs: {
    name: string;
    /** Index of the parent, always smaller; null for a root. */ parent: number | null;
  }[];
  /** Each with the indices of its orgs. */
  identities: { orgs: number[] }[];
  resources: string[];
  entitlements: { resource: number; name: string }[];
  accounts: {
    resource: number;
    /** Index of the identity; null for an orphaned account. */
    identity: number | null;
    /** Indices of entitlements of the account's resource. */
    entitlements: number[];
  }[];
}

export interface WrittenDirectory {
  clientId: string;
  orgOids: string[];
  resourceIds: string[];
  roleOids: string[];
}

const TYPES = ["job-titles", "departments", "locations"] as const;

/** A statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 2000;

const uuids = (things: readonly unknown[]): string[] => things.map(() => randomUUID());

export async function writeDirectory(
  db: Kysely<Database>,
  directory: AccessDirectory,
): Promise<WrittenDirectory> {
  const client_id = randomUUID();
  const orgOids = uuids(directory.orgs);
  const identityOids = uuids(directory.identities);
  const resourceIds = uuids(directory.resources);
  const roleOids = uuids(directory.entitlements);
  const at = (list: string[], index: number): string => list[index] ?? "";
  const created_at = new Date(0);
  let roots = 0;
  const tables: Partial<{ [T in keyof Database]: object[] }> = {
    orgs: directory.orgs.map(({ name, parent }, i) => ({
      client_id,
      oid: at(orgOids, i),
      type: TYPES[parent === null ? roots++ : 0],
      name: `${i} ${name}`,
      display_name: name,
      search_key: name,
      parent_oid: parent === null ? null : at(orgOids, parent),
    })),
    identities: directory.identities.map((_, i) => ({
      client_id,
      oid: at(identityOids, i),
      external_id: String(i),
      search_key: String(i),
    })),
    identity_orgs: directory.identities.flatMap(({ orgs }, i) =>
      orgs.map((org) => ({
        client_id,
        org_oid: at(orgOids, org),
        identity_oid: at(identityOids, i),
      })),
    ),
    resources: directory.resources.map((name, i) => ({
      client_id,
      id: at(resourceIds, i),
      name,
      created_at,
    })),
    entitlements: directory.entitlements.map(({ resource, name }, i) => ({
      client_id,
      id: randomUUID(),
      no: i + 1,
      resource_id: at(resourceIds, resource),
      name,
      role_oid: at(roleOids, i),
    })),
    accounts: directory.accounts.map(({ resource, identity, entitlements }, i) => ({
      client_id,
      id: randomUUID(),
      resource_id: at(resourceIds, resource),
      name: `account ${i}`,
      identity_oid: identity === null ? null : at(identityOids, identity),
      entitlement_nos: entitlements.map((index) => index + 1).toSorted((a, b) => a - b),
    })),
  };
  for (const [table, rows] of Object.entries(tables)) {
    for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
      await db
        .insertInto(table as keyof Database)
        .values(rows.slice(first, first + ROWS_AT_ONCE))
        .execute();
    }
  }
  return { clientId: client_id, orgOids, resourceIds, roleOids };
}

function membersOf(directory: AccessDirectory, org: number): Set<number> {
  const isIn = (index: number): boolean => {
    const parent = directory.orgs[index]?.parent ?? null;
    return index === org || (parent !== null && isIn(parent));
  };
  return new Set(directory.identities.flatMap(({ orgs }, i) => (orgs.some(isIn) ? [i] : [])));
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** @param resource index of the only resource in scope; null for all. */
export function mineByReference(
  directory: AccessDirectory,
  written: WrittenDirectory,
  org: number,
  resource: number | null,
): Omit<MiningReport, "reportDate"> {
  const members = membersOf(directory, org);
  const accounts = directory.accounts.filter(
    (account) =>
      account.identity !== null &&
      members.has(account.identity) &&
      (resource === null || account.resource === resource),
  );
  const holders = new Map<number, Set<number | null>>();
  for (const { identity, entitlements } of accounts) {
    for (const entitlement of entitlements) {
      holders.set(entitlement, (holders.get(entitlement) ?? new Set()).add(identity));
    }
  }
  const insights = [...holders].map(([entitlement, { size }]) => ({
    resourceName: directory.resources[directory.entitlements[entitlement]?.resource ?? -1] ?? "",
    insight: {
      entitlementName: directory.entitlements[entitlement]?.name ?? "",
      percentOfUsers: (100 * size) / members.size,
      roleOid: written.roleOids[entitlement] ?? "",
    },
  }));
  const resourceNames = [...new Set(insights.map(({ resourceName }) => resourceName))].toSorted(
    byText,
  );
  return {
    orgOid: written.orgOids[org] ?? "",
    totalUsers: members.size,
    totalShadows: new Set(accounts.map(({ identity }) => identity)).size,
    resourceInsights: resourceNames.map((resourceName) => ({
      resourceName,
      entitlementInsights: insights
        .filter((entry) => entry.resourceName === resourceName)
        .map(({ insight }) => insight)
        .toSorted(
          (a, b) =>
            b.percentOfUsers - a.percentOfUsers || byText(a.entitlementName, b.entitlementName),
        ),
    })),
  };
}
