/** What a system contains becomes the last known state. */
import { sql, type Transaction } from "kysely";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import type { RunPlace } from "./leases.ts";
import { hasContent, isWithin, type PlanEntry } from "./partEntries.ts";

/** @param names of the accounts by number of the entry. */
export async function storeObjects(
  tx: Transaction<Database>,
  { job, now }: Pick<ApplyRequest, "job" | "now">,
  entries: readonly PlanEntry[],
  names: ReadonlyMap<number, string>,
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  const found = entries.filter(hasContent);
  // The contents stay in the database.
  await sql`
    insert into system_objects (
      client_id, resource_id, object_class, object_id, name, account_name, hash, content, held, gone_at,
      person_id
    )
    select ${clientId}::uuid, ${resourceId}::uuid, entry.object_class, entry.object_id, entry.name,
      item.account_name, entry.after_hash, entry.after, item.held, null,
      entry.person_id
    from ${listedRows(found, {
      no: ["integer", ({ no }) => no],
      account_name: ["text", ({ no }) => names.get(no) ?? null],
      held: ["integer", ({ content }) => content.entitlements.length],
    })}
    join system_run_entries entry on entry.client_id = ${clientId} and entry.resource_id = ${resourceId}
      and entry.run_oid = ${oid} and entry.no = item.no and ${isWithin(found)}
    on conflict (client_id, resource_id, object_class, object_id) do update
      set name = excluded.name, account_name = excluded.account_name, hash = excluded.hash,
        content = excluded.content, held = excluded.held, gone_at = null, person_id = excluded.person_id
  `.execute(tx);
  const ofChange = (change: "gone" | "removed") =>
    entries.filter((entry) => entry.change === change);
  const gone = ofChange("gone");
  if (gone.length > 0) {
    await sql`
      update system_objects stored set gone_at = ${now} from ${itemsOf(gone)}
      where ${isItem(job)}
    `.execute(tx);
  }
  const removed = ofChange("removed");
  if (removed.length > 0) {
    await sql`delete from system_objects stored using ${itemsOf(removed)} where ${isItem(job)}`.execute(
      tx,
    );
  }
}

function itemsOf(entries: readonly PlanEntry[]) {
  return listedRows(entries, {
    object_class: ["text", ({ objectClass }) => objectClass],
    object_id: ["text", ({ id }) => id],
  });
}

function isItem({ clientId, resourceId }: RunPlace) {
  return sql`stored.client_id = ${clientId} and stored.resource_id = ${resourceId}
    and stored.object_class = item.object_class and stored.object_id = item.object_id`;
}
