/** Evicts the oldest reports of a client above a limit. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

/** The limits for one client. */
export interface SavedLimits {
  /** Reports that have ended. */
  readonly count: number;
  /** Rows of all reports. The newest report stays, however many rows it has. */
  readonly rows: number;
}

const SAVED_LIMITS: SavedLimits = { count: 200, rows: 2_000_000 };

export async function evictSavedReports(
  db: Kysely<Database>,
  clientId: string,
  { count, rows }: SavedLimits = SAVED_LIMITS,
): Promise<void> {
  await sql`
    with newest as (
      select id, run_id, row_number() over latest as place, sum(row_count) over latest as total
      from reports where client_id = ${clientId} and status not in ('queued', 'running')
      window latest as (order by requested_at desc, id)
    ), dropped as (
      delete from reports r using newest n
      where r.client_id = ${clientId} and r.id = n.id
        and n.place > 1 and (n.place > ${count} or n.total > ${rows})
      returning r.run_id
    )
    delete from report_rows p using dropped d
    where p.client_id = ${clientId} and p.run_id = d.run_id
  `.execute(db);
}
