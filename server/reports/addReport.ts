/** Queues a report unless one of the same scope waits or runs. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database, Row } from "../db/schema.ts";

export type NewReport = Pick<
  Row<"reports">,
  | "client_id"
  | "id"
  | "kind"
  | "org_oid"
  | "org_name"
  | "resource_id"
  | "resource_name"
  | "role_oid"
  | "entitlement_name"
  | "from_day"
  | "until_day"
  | "author_id"
  | "author"
  | "schedule_id"
  | "requested_at"
>;

/** @returns whether it was queued. */
export async function addReport(tx: Kysely<Database>, report: NewReport): Promise<boolean> {
  const result = await tx
    .insertInto("reports")
    .values({ ...report, scope_key: scopeKeyOf(report), status: "queued", run_id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** A scheduled report is another than one that a user requests, because its recipients wait for it. */
export function scopeKeyOf(report: Omit<NewReport, "id" | "requested_at">): string {
  const { kind, org_oid, resource_id, role_oid, from_day, until_day, schedule_id } = report;
  return [kind, org_oid, resource_id, from_day, until_day, schedule_id, role_oid].join("|");
}
