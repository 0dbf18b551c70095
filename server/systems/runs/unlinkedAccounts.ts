/**
 * Accounts without an owner that can get one, because people or rules have changed. A run assigns owners only to the objects of
 * its entries, so these accounts become entries although their objects did not change.
 */
import { sql, type Kysely } from "kysely";
import type { SystemSettings } from "#events/entities/system.ts";
import { loadDecided } from "../../correlation/population.ts";
import type { Database } from "../../db/schema.ts";
import { objectKey, parseContent } from "./content.ts";
import type { KnownObjects } from "./knownObjects.ts";
import type { RunJob, RunPlace } from "./leases.ts";
import { loadKnownOf } from "./loadKnown.ts";
import type { PlanOwners } from "./owners.ts";
import { lastBasis } from "./peopleBasis.ts";
import type { PlanWriter } from "./planWriter.ts";

const ROWS = 2000;

export interface LinkRequest {
  readonly job: RunJob;
  readonly settings: SystemSettings;
  /** The known objects of the plan. */
  readonly known: KnownObjects;
  readonly owners: PlanOwners;
}

/**
 * Skips accounts whose owner a person decided. Call it when everything else is in the plan.
 *
 * @returns the state of the people and of the rules; null if every account has an owner and none is added.
 */
export async function takeLinkable(
  db: Kysely<Database>,
  plan: PlanWriter,
  { job, known, owners }: LinkRequest,
): Promise<string | null> {
  const first = await unlinkedAccounts(db, job, "");
  if (first.length === 0 && plan.counts.added === 0) return null;
  const basis = `${(await owners.simulation()) ?? ""} ${await owners.people()}`;
  if (basis === (await lastBasis(db, job)).linkable) return basis;
  const found = await owners.load();
  if (found === null) return basis;
  const decided = await loadDecided(db, job);
  for (let page = first; page.length > 0;) {
    await loadKnownOf(db, job, known, page);
    for (const account of page) {
      const key = objectKey(account);
      // Only rules know which people an account does not belong to.
      if (decided.owners.has(key) || (!found.isByRules && decided.others.has(key))) continue;
      const content = parseContent(account.content);
      if (found.ownerOf(account, content, null) !== undefined)
        await plan.takeUnchanged({ ...account, content });
    }
    const last = page.at(-1);
    page = last && page.length === ROWS ? await unlinkedAccounts(db, job, last.accountName) : [];
  }
  return basis;
}

interface UnlinkedAccount {
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly accountName: string;
  readonly content: string;
}

async function unlinkedAccounts(
  db: Kysely<Database>,
  { clientId, resourceId }: RunPlace,
  after: string,
): Promise<readonly UnlinkedAccount[]> {
  const { rows } = await sql<UnlinkedAccount>`
    select stored.object_class as "objectClass", stored.object_id as id, stored.name, stored.content,
      account.name as "accountName"
    from accounts account
    cross join lateral (
      select * from (
        -- Looked up by name: without statistics, a join may compare every pair, and the order may read every object.
        select object_class, object_id, name, content from system_objects
        where client_id = ${clientId} and resource_id = ${resourceId} and account_name = account.name
          and gone_at is null
        offset 0
      ) as named
      order by object_class, object_id
      limit 1
    ) as stored
    where account.client_id = ${clientId} and account.resource_id = ${resourceId}
      and account.identity_oid is null and account.name > ${after}
    order by account.name
    limit ${ROWS}
  `.execute(db);
  return rows;
}
