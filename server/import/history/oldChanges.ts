/** Removes what old imports changed. Their counts and audit entries stay. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { RETENTION } from "../../jobs/retention.ts";

/** Of one look, so that imports that wait begin soon. */
const CHANGES_PER_LOOK = 5000;

/**
 * What the last import of each client changed stays, so that it can be undone. An import is marked before its first changes
 * are removed, so that no undo restores the rest of them.
 */
export async function dropOldChanges(db: Kysely<Database>, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ client_id: string; id: string }>`
      select past.client_id, past.id from import_history past
      where past.at < ${new Date(now.getTime() - RETENTION)} and case when past.changes_dropped
        then exists (
          select from import_changes change
          where change.client_id = past.client_id and change.import_id = past.id)
        else past.status <> 'done' or exists (
          select from import_history later
          where later.client_id = past.client_id and later.no > past.no and later.status = 'done') end
      order by past.at limit 1
      for update skip locked
    `.execute(tx);
    const [past] = rows;
    if (!past) return;
    await tx
      .updateTable("import_history")
      .set({ changes_dropped: true })
      .where("client_id", "=", past.client_id)
      .where("id", "=", past.id)
      .execute();
    await sql`
      delete from import_changes
      where client_id = ${past.client_id} and import_id = ${past.id} and no in (
        select no from import_changes
        where client_id = ${past.client_id} and import_id = ${past.id} order by no limit ${CHANGES_PER_LOOK})
    `.execute(tx);
  });
}
