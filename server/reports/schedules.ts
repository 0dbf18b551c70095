/** Starts the reports of due schedules. */
import { randomUUID } from "node:crypto";
import type { Kysely, Transaction } from "kysely";
import { hasPeriod, nextRun, periodBefore } from "#events/rules/reports.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { addReport } from "./addReport.ts";

/** A schedule whose runs were missed, because no server ran, starts one report. */
export async function startDueReports(db: Kysely<Database>, now: Date): Promise<void> {
  while (await inTransaction(db, (tx) => startNext(tx, now)));
}

/** @returns false if no schedule is due. */
async function startNext(tx: Transaction<Database>, now: Date): Promise<boolean> {
  const schedule = await tx
    .selectFrom("report_schedules")
    .selectAll()
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!schedule) return false;
  const { client_id, id, kind, org_oid, org_name, resource_id, resource_name, every } = schedule;
  const { role_oid, entitlement_name } = schedule;
  const period = hasPeriod(kind)
    ? periodBefore(every, schedule.next_at)
    : { from: null, until: null };
  await addReport(tx, {
    client_id,
    id: randomUUID(),
    kind,
    org_oid,
    org_name,
    resource_id,
    resource_name,
    role_oid,
    entitlement_name,
    from_day: period.from,
    until_day: period.until,
    author_id: schedule.author_id,
    author: schedule.author,
    schedule_id: id,
    requested_at: now,
  });
  await tx
    .updateTable("report_schedules")
    .set({ next_at: nextRun(every, now) })
    .where("client_id", "=", client_id)
    .where("id", "=", id)
    .execute();
  return true;
}
