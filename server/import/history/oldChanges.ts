/** Removes what old imports changed. Their counts and audit entries stay. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { RETENTION } from "../../jobs/retention.ts";

/** Of one look, so that imports that wait begin soon. */
const CHANGES_PER_LOOK = 5000;

/** What the last import of each client changed stays, so that it can be undone. */
export async function dropOldChanges(db: Kysely<Database>, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ client_id: string; id: string }>`
      select past.client_id, past.id from import_history past
      where past.at < ${new Date(now.getTime() - RETENTION)} and not past.changes_dropped
        and (past.status <> 'done' or exists (
          select from import_history later
          where later.client_id = past.client_id and later.no > past.no and later.status = 'done'))
      order by past.at limit 1
      for update skip locked
    `.execute(tx);
    const [past] = rows;
    if (!past) return;
    const { numAffectedRows = 0n } = await sql`
      delete from import_changes
      where client_id = ${past.client_id} and import_id = ${past.id} and no in (
        select no from import_changes
        where client_id = ${past.client_id} and import_id = ${past.id} order by no limit ${CHANGES_PER_LOOK})
    `.execute(tx);
    await tx
      .updateTable("import_history")
      .set({ changes_dropped: true })
      .where("client_id", "=", past.client_id)
      .where("id", "=", past.id)
      .where(sql<boolean>`${numAffectedRows < BigInt(CHANGES_PER_LOOK)}`)
      .execute();
  });
}
