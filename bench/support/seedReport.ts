/** A ready report of any size in a server's database, as if it had just been mined. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { arrowParts } from "#server/mining/arrowReport.ts";
import { ALL_RESOURCES, dropReports, type ReportKey } from "#server/mining/queries.ts";
import { generateRows, REPORT_SEED, reportHead } from "./generateReport.ts";

export interface SeededReport {
  reportId: string;
  /** Bytes of the Arrow stream. */
  size: number;
}

/**
 * Replaces all reports of the key's org by a generated one, which `requestReport` then finds ready. It contains the
 * rows of `generateReport`; their roles and resources need not be in the database.
 * @param key of an existing org.
 * @param rows entitlements.
 */
export async function seedReport(
  db: Kysely<Database>,
  key: ReportKey,
  rows: number,
  seed = REPORT_SEED,
  resources = 200,
): Promise<SeededReport> {
  await inTransaction(db, (tx) => dropReports(tx, key.clientId, [key.orgOid]));
  const reportId = randomUUID();
  const head = { ...reportHead(resources), orgOid: key.orgOid };
  let part = 0;
  let size = 0;
  for (const body of arrowParts(head, generateRows(rows, resources, seed))) {
    await db
      .insertInto("mining_report_parts")
      .values({ client_id: key.clientId, report_id: reportId, part, body: Buffer.from(body) })
      .execute();
    part += 1;
    size += body.length;
  }
  await db
    .insertInto("mining_reports")
    .values({
      client_id: key.clientId,
      org_oid: key.orgOid,
      scope: key.resourceId ?? ALL_RESOURCES,
      id: reportId,
      status: "ready",
      requested_at: new Date(head.reportDate),
      report_date: new Date(head.reportDate),
      total_users: head.totalUsers,
      total_shadows: head.totalShadows,
    })
    .execute();
  return { reportId, size };
}
