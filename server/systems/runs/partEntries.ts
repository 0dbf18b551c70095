/** The entries of a plan in the parts in which a run applies them. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { ObjectContent, RunChange } from "#events/entities/systemRun.ts";
import type { Database } from "../../db/schema.ts";
import type { FormerAccount } from "../../db/systemTables.ts";
import { parseContent } from "./content.ts";
import type { RunJob } from "./leases.ts";

export interface PlanEntry {
  readonly no: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly change: RunChange;
  /** Of an undo: the content that the undone run found. Otherwise null. */
  readonly before: string | null;
  /** Of the object after the run; null for one that is removed, and for one that is gone unless an undo restores it. */
  readonly content: ObjectContent | null;
  readonly former: FormerAccount | null;
  /** Of the object's account so far; null if it has none. */
  readonly formerName: string | null;
  /** Of the object's account after the run. */
  readonly accountName: string;
}

/** An entry that adds an object with an account, or changes it. */
export interface AccountEntry extends PlanEntry {
  readonly content: ObjectContent;
}

export function hasContent(entry: PlanEntry): entry is AccountEntry {
  return entry.content !== null;
}

/** Condition on an `entry` that is joined by its number: without statistics, the join reads all entries of the run. */
export function isWithin(entries: readonly Pick<PlanEntry, "no">[]): RawBuilder<boolean> {
  const numbers = entries.map(({ no }) => no);
  // No entry has the number 0.
  const [first, last] =
    numbers.length === 0 ? [0, 0] : [Math.min(...numbers), Math.max(...numbers)];
  return sql<boolean>`entry.no between ${first} and ${last}`;
}

type EntryRow = Omit<PlanEntry, "content"> & { readonly after: string | null };

/** The entries after one, in their order. */
export async function nextEntries(
  tx: Kysely<Database>,
  { clientId, resourceId, oid, kind }: RunJob,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<PlanEntry[]> {
  // The limit within makes it look up each object: no statistics tell how many there are.
  const { rows } = await sql<EntryRow>`
    select entry.no, entry.object_class as "objectClass", entry.object_id as id, entry.name, entry.change,
      case when ${kind === "undo"} then entry.before end as before, entry.after, entry.former,
      stored.account_name as "formerName", coalesce(entry.account_name, entry.name) as "accountName"
    from system_run_entries entry
    left join lateral (
      select account_name from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId}
        and object_class = entry.object_class and object_id = entry.object_id
      limit 1
    ) as stored on true
    where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
      and entry.no > ${after}
    order by entry.no
    limit ${limit}
  `.execute(tx);
  return rows.map(({ after: text, ...entry }) => ({
    ...entry,
    content: text === null ? null : parseContent(text),
  }));
}
