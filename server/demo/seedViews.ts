/** Saved views of people and schedules of reports that the demo's first user has. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { ReportKind, SchedulePeriod } from "#events/entities/report.ts";
import { nextRun } from "#events/rules/reports.ts";
import type { Database } from "../db/schema.ts";
import { DEMO_ACTOR } from "./demoActor.ts";

/** Queries of the list of identities, by name. */
const VIEWS: Readonly<Record<string, string>> = {
  "Access outside policy": "?show=outsidePolicy",
  "Disabled accounts": "?show=disabledAccounts",
  "Wire Room by job title": "?contains=wire+room&sort=jobTitle%2Casc",
};

const SCHEDULES: readonly { readonly kind: ReportKind; readonly every: SchedulePeriod }[] = [
  { kind: "outsidePolicy", every: "weekly" },
  { kind: "dormantAccounts", every: "monthly" },
  { kind: "auditedChanges", every: "daily" },
];

interface Reader {
  readonly clientId: string;
  readonly userId: string;
  readonly now: Date;
}

export async function addViews(
  tx: Transaction<Database>,
  { clientId, userId }: Reader,
): Promise<void> {
  const views = Object.entries(VIEWS).map(([name, query]) => ({
    client_id: clientId,
    user_id: userId,
    id: randomUUID(),
    name,
    name_key: name.toLowerCase(),
    query,
  }));
  await tx.insertInto("identity_views").values(views).execute();
}

/** The user is the recipient of each. */
export async function addSchedules(
  tx: Transaction<Database>,
  { clientId, userId, now }: Reader,
): Promise<void> {
  const schedules = SCHEDULES.map(({ kind, every }, at) => ({
    client_id: clientId,
    id: randomUUID(),
    kind,
    org_oid: null,
    org_name: null,
    resource_id: null,
    resource_name: null,
    role_oid: null,
    entitlement_name: null,
    every,
    author_id: userId,
    author: DEMO_ACTOR,
    language: "en" as const,
    recipients: [userId],
    created_at: new Date(now.getTime() + at),
    next_at: nextRun(every, now),
  }));
  await tx.insertInto("report_schedules").values(schedules).execute();
}
