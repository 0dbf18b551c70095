/** Evicts reports, which can be mined again, above a limit. */
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database } from "../db/schema.ts";

/** The limits for one client; `size` in bytes. */
export interface KeptReports {
  readonly count: number;
  readonly size: number;
}

const KEPT: KeptReports = { count: 1000, size: 1024 ** 3 };

/** Longer than sending a report takes, because a recently requested report may be in transfer. */
const IN_USE: Milliseconds = 600_000;

/**
 * Drops a client's ready reports beyond the limits of count and size: the least recently requested first, and none that
 * was requested recently.
 */
export async function evictReports(
  db: Kysely<Database>,
  clientId: string,
  now: Date,
  { count, size }: KeptReports = KEPT,
): Promise<void> {
  const unused = new Date(now.getTime() - IN_USE);
  await sql`
    with sized as (
      select r.id, r.requested_at, (
        select coalesce(sum(octet_length(p.body)), 0) from mining_report_parts p
        where p.client_id = r.client_id and p.report_id = r.id
      ) as size
      from mining_reports r where r.client_id = ${clientId} and r.status = 'ready'
    ), newest as (
      select id, row_number() over latest as place, sum(size) over latest as total
      from sized window latest as (order by requested_at desc, id)
    ), dropped as (
      delete from mining_reports r using newest n
      where r.client_id = ${clientId} and r.id = n.id
        and r.requested_at < ${unused} and (n.place > ${count} or n.total > ${size})
      returning r.id
    )
    delete from mining_report_parts p using dropped d
    where p.client_id = ${clientId} and p.report_id = d.id
  `.execute(db);
}
