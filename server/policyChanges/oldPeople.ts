/** Removes the recorded people of old changes of policies. What was changed, when and by whom stays. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { RETENTION } from "../jobs/retention.ts";

/** @param isEnding stops it after the people of one change, which are at most about 20 MB. */
export async function dropOldPeople(
  db: Kysely<Database>,
  { now, isEnding }: { readonly now: Date; readonly isEnding: () => boolean },
): Promise<void> {
  while (!isEnding() && (await dropOfOldestChange(db, now))) continue;
}

/** @returns whether there was an old change with recorded people. */
function dropOfOldestChange(db: Kysely<Database>, now: Date): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ client_id: string; id: string }>`
      select client_id, id from policy_changes
      where at < ${new Date(now.getTime() - RETENTION)} and gaining is not null
      order by at limit 1
      for update skip locked
    `.execute(tx);
    const [change] = rows;
    if (!change) return false;
    await tx
      .updateTable("policy_changes")
      .set({ gaining: null, losing: null })
      .where("client_id", "=", change.client_id)
      .where("id", "=", change.id)
      .execute();
    for (const table of ["policy_change_effects", "policy_change_kinds"] as const) {
      await tx
        .deleteFrom(table)
        .where("client_id", "=", change.client_id)
        .where("change_id", "=", change.id)
        .execute();
    }
    return true;
  });
}
