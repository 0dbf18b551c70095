/** Mining reports for the calls: requesting, reading, dropping. The miner creates them. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { Database, Row } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { toUuids } from "../lists/sqlText.ts";

export interface ReportKey {
  clientId: string;
  orgOid: string;
  /** Null for a report on all resources. */
  resourceId: string | null;
}

export type ReportRequest =
  | {
      state: "ready";
      reportId: string;
      reportDate: Date;
      totalUsers: number;
      totalShadows: number;
    }
  /** The job is queued; poke the miner. */
  | { state: "pending" }
  /** Not queued, because the requester already waits for {@link MAX_AWAITED} others. */
  | { state: "refused" }
  /** Why there is no report. The next request starts a new attempt. */
  | { state: "failed"; reason: string };

/** The report was dropped or replaced while it was read. */
export class ReportGoneError extends Error {
  readonly code = "EREPORTGONE";
  override readonly name = "ReportGoneError";
}

/** Maximum pending reports per user. Reports are mined one by one, and other users wait behind them. */
export const MAX_AWAITED = 20;

/** The value of `scope` for a report on all resources. */
export const ALL_RESOURCES = "all";

/**
 * The report if it is ready; otherwise it is requested, unless it already is. Reading a ready report postpones its
 * eviction.
 * @param userId the requester.
 */
export async function requestReport(
  db: Kysely<Database>,
  key: ReportKey,
  userId: string,
  now: Date,
): Promise<ReportRequest> {
  return inTransaction(db, async (tx) => {
    const scope = key.resourceId ?? ALL_RESOURCES;
    const row = await tx
      .selectFrom("mining_reports")
      .selectAll()
      .where("client_id", "=", key.clientId)
      .where("org_oid", "=", key.orgOid)
      .where("scope", "=", scope)
      .forUpdate()
      .executeTakeFirst();
    if (!row) {
      if ((await countAwaited(tx, userId)) >= MAX_AWAITED) return { state: "refused" };
      await tx
        .insertInto("mining_reports")
        .values({
          client_id: key.clientId,
          org_oid: key.orgOid,
          scope,
          id: randomUUID(),
          status: "queued",
          requested_at: now,
          requested_by: userId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { state: "pending" };
    }
    if (row.status === "failed") await deleteReports(tx, row.client_id, [row.id]);
    if (row.status === "ready") {
      await tx
        .updateTable("mining_reports")
        .set({ requested_at: now })
        .where("client_id", "=", key.clientId)
        .where("org_oid", "=", key.orgOid)
        .where("scope", "=", scope)
        .execute();
    }
    return stateOf(row);
  });
}

/**
 * Counts reports of all clients, because one miner works for them. Locks the user's row, so that concurrent requests
 * count each other.
 */
export async function countAwaited(tx: Transaction<Database>, userId: string): Promise<number> {
  await tx.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
  const { count } = await tx
    .selectFrom("mining_reports")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("requested_by", "=", userId)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  return count;
}

function stateOf(row: Row<"mining_reports">): ReportRequest {
  if (row.status === "failed") {
    return { state: "failed", reason: row.error ?? "The report could not be mined" };
  }
  const { report_date: reportDate, total_users: totalUsers, total_shadows: totalShadows } = row;
  if (row.status !== "ready" || !reportDate || totalUsers === null || totalShadows === null) {
    return { state: "pending" };
  }
  return { state: "ready", reportId: row.id, reportDate, totalUsers, totalShadows };
}

export interface OpenReport {
  /** Bytes of all parts. */
  size: number;
  /** The Arrow IPC stream of `arrowParts`. Fails with a ReportGoneError if the report is dropped. */
  parts: AsyncGenerator<Buffer, void>;
}

/**
 * Opens a ready report for reading.
 * @throws ReportGoneError if it was dropped.
 */
export async function openReport(
  db: Kysely<Database>,
  clientId: string,
  reportId: string,
): Promise<OpenReport> {
  const { rows } = await sql<{ last: number | null; size: number }>`
    select max(part) as last, sum(octet_length(body)) as size from mining_report_parts
    where client_id = ${clientId} and report_id = ${reportId}`.execute(db);
  const [all] = rows;
  if (!all || all.last === null) throw new ReportGoneError("The report was dropped");
  return { size: all.size, parts: readParts(db, clientId, reportId, all.last) };
}

/** Reads the next part while the current one is processed. */
async function* readParts(
  db: Kysely<Database>,
  clientId: string,
  reportId: string,
  last: number,
): AsyncGenerator<Buffer, void> {
  const read = (part: number) => {
    const reading = db
      .selectFrom("mining_report_parts")
      .select("body")
      .where("client_id", "=", clientId)
      .where("report_id", "=", reportId)
      .where("part", "=", part)
      .executeTakeFirst();
    // A reader that stops does not wait for it.
    reading.catch(() => {});
    return reading;
  };
  let next = read(0);
  for (let part = 0; part <= last; part += 1) {
    const row = await next;
    if (!row) throw new ReportGoneError("The report was dropped while it was read");
    if (part < last) next = read(part + 1);
    yield row.body;
  }
}

/**
 * Drops reports in every scope, including those being mined (poke the miner, so that it stops). All code that drops the
 * reports of orgs calls it, so that locks are always taken in the same order.
 *
 * @param orgOids null for all orgs of the client.
 * @returns how many there were.
 */
export async function dropReports(
  tx: Transaction<Database>,
  clientId: string,
  orgOids: readonly string[] | null,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from mining_reports
    where client_id = ${clientId} ${orgOids === null ? sql`` : sql`and org_oid = any(${toUuids(orgOids)})`}
    order by org_oid, scope for update
  `.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await deleteReports(tx, clientId, ids);
  return ids.length;
}

/** The caller holds the rows of the reports. */
async function deleteReports(
  tx: Transaction<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from mining_report_parts
    where client_id = ${clientId} and report_id = any(${toUuids(ids)})
  `.execute(tx);
  await sql`
    delete from mining_reports where client_id = ${clientId} and id = any(${toUuids(ids)})
  `.execute(tx);
}
