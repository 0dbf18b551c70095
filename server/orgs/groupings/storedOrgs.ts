/** Orgs as changes of groups read them: under a lock, with their versions. */
import { sql, type RawBuilder, type Transaction } from "kysely";
import type { GroupChange } from "#events/entities/grouping.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { holdLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { ApiError, notFound } from "../../plugins/errors.ts";

export interface StoredOrg {
  readonly oid: string;
  readonly type: OrgType;
  readonly name: string;
  readonly parentOid: string | null;
  readonly isGroup: boolean;
  readonly version: number;
}

/** Runs a change while no other change of groups or of many policies runs. */
export async function changeTree(
  context: CallContext,
  work: (tx: Transaction<Database>) => Promise<GroupChange>,
): Promise<GroupChange> {
  const change = await inTransaction(context.db, async (tx) => {
    await holdLock(tx, "policies");
    return work(tx);
  });
  // Reports of the changed groups were dropped, perhaps while they were being mined.
  context.services.miner.poke();
  return change;
}

/** By oid. */
export async function loadStored(
  tx: Transaction<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<ReadonlyMap<string, StoredOrg>> {
  const stored = await selectStored(tx, clientId, sql`oid = any(${toUuids(oids)})`);
  return new Map(stored.map((org) => [org.oid, org]));
}

export function loadChildren(
  tx: Transaction<Database>,
  clientId: string,
  parentOid: string,
): Promise<readonly StoredOrg[]> {
  return selectStored(tx, clientId, sql`parent_oid = ${parentOid}`);
}

async function selectStored(
  tx: Transaction<Database>,
  clientId: string,
  condition: RawBuilder<unknown>,
): Promise<readonly StoredOrg[]> {
  const { rows } = await sql<StoredOrg>`
    select oid, type, display_name as name, parent_oid as "parentOid", is_group as "isGroup", version
    from orgs where client_id = ${clientId} and ${condition}
  `.execute(tx);
  return rows;
}

/** @throws ApiError ENOTFOUND */
export async function requireStored(
  tx: Transaction<Database>,
  clientId: string,
  oid: string,
): Promise<StoredOrg> {
  const org = (await loadStored(tx, clientId, [oid])).get(oid);
  if (!org) throw notFound("orgs.notFound");
  return org;
}

/** @throws ApiError ECONFLICT for another version than the expected one. */
export function requireVersion(org: StoredOrg, version: number | undefined): void {
  if (org.version !== version) {
    throw new ApiError("ECONFLICT", message("orgs.stale", { name: org.name }));
  }
}
