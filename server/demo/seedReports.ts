/** Reports that the demo shows. They are only requested here: the server makes them like any other. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { REPORT_KINDS } from "#events/entities/report.ts";
import { hasEntitlement, hasPeriod } from "#events/rules/reports.ts";
import { dayOf } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { addReport } from "../reports/addReport.ts";
import { DEMO_ACTOR } from "./demoActor.ts";

const WEEK_MS = 7 * 86_400_000;

/** The entitlement of the report about the holders of one. */
const HELD = "Branch Vault / Day";

export async function seedReports(
  db: Kysely<Database>,
  clientId: string,
  now: Date,
): Promise<void> {
  const entitlement = await db
    .selectFrom("entitlements")
    .select(["role_oid", "name"])
    .where("client_id", "=", clientId)
    .where("name", "=", HELD)
    .orderBy("no")
    .limit(1)
    .executeTakeFirstOrThrow();
  // The kind that is listed first was requested last.
  for (const [at, kind] of REPORT_KINDS.toReversed().entries()) {
    await addReport(db, {
      client_id: clientId,
      id: randomUUID(),
      kind,
      org_oid: null,
      org_name: null,
      resource_id: null,
      resource_name: null,
      role_oid: hasEntitlement(kind) ? entitlement.role_oid : null,
      entitlement_name: hasEntitlement(kind) ? entitlement.name : null,
      from_day: hasPeriod(kind) ? dayOf(new Date(now.getTime() - WEEK_MS)) : null,
      until_day: hasPeriod(kind) ? dayOf(now) : null,
      author_id: null,
      author: DEMO_ACTOR,
      schedule_id: null,
      requested_at: new Date(now.getTime() + at),
    });
  }
}
