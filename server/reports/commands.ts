/** Requests, cancels and deletes reports and schedules. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type {
  NewSchedule,
  Report,
  ReportSchedule,
  ReportScheduleDetail,
  ReportScope,
  ScheduleChange,
} from "#events/entities/report.ts";
import { message } from "#events/messages/message.ts";
import {
  checkEntitlement,
  checkPeriod,
  hasEntitlement,
  hasOrg,
  hasPeriod,
  hasResource,
  nextRun,
} from "#events/rules/reports.ts";
import { requireEntitlement } from "../access/queries.ts";
import type { CallContext } from "../callContext.ts";
import type { Database, Row } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { NO_LEASE } from "../jobs/leases.ts";
import { ApiError, invalidFields, notFound } from "../plugins/errors.ts";
import { addReport, scopeKeyOf } from "./addReport.ts";
import { discardRows } from "./leases.ts";
import { findRecipients, findUsernames, loadReport, loadSchedule, toListed } from "./queries.ts";

/** Maximum reports of a client that wait or run. They are made one by one, and other clients wait behind them. */
const PENDING_MAX = 20;
const SCHEDULES_MAX = 50;

/** @throws ApiError EINVALID, ENOTFOUND or ETOOMANYREQUESTS */
export async function startReport(context: CallContext, scope: ReportScope): Promise<Report> {
  checkScope(scope);
  const id = randomUUID();
  const { client, db, services, at, user } = context;
  const found = await inTransaction(db, async (tx) => {
    const names = await namesOfScope(tx, client.id, scope);
    const added = {
      ...names,
      client_id: client.id,
      id,
      kind: scope.kind,
      org_oid: scope.orgOid,
      resource_id: scope.resourceId,
      role_oid: scope.roleOid ?? null,
      from_day: scope.from,
      until_day: scope.until,
      author_id: user.id,
      author: user.username,
      schedule_id: null,
      requested_at: at,
    };
    if (await addReport(tx, added)) {
      if ((await countPending(tx, client.id)) > PENDING_MAX) {
        throw new ApiError(
          "ETOOMANYREQUESTS",
          message("savedReports.tooMany", { max: PENDING_MAX }),
        );
      }
      const after = {
        kind: scope.kind,
        org: names.org_name,
        resource: names.resource_name,
        ...(names.entitlement_name !== null && { entitlement: names.entitlement_name }),
      };
      await context.audit(tx, { target: id, after });
      return id;
    }
    const same = await tx
      .selectFrom("reports")
      .select("id")
      .where("client_id", "=", client.id)
      .where("scope_key", "=", scopeKeyOf(added))
      .orderBy("requested_at", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    return same.id;
  });
  services.reporter.poke();
  return loadReport(db, client.id, found);
}

function checkScope({ kind, orgOid, resourceId, roleOid = null, from, until }: ReportScope): void {
  const problems = {
    ...(orgOid !== null && !hasOrg(kind) && { orgOid: message("savedReports.noOrg") }),
    ...(resourceId !== null &&
      !hasResource(kind) && { resourceId: message("savedReports.noResource") }),
    ...(roleOid !== null &&
      !hasEntitlement(kind) && { roleOid: message("savedReports.noEntitlement") }),
    ...checkEntitlement({ kind, roleOid }),
    ...(!hasPeriod(kind) && from !== null && { from: message("savedReports.noPeriod") }),
    ...(!hasPeriod(kind) && until !== null && { until: message("savedReports.noPeriod") }),
    ...checkPeriod({ kind, from, until }),
  };
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
}

/** @throws ApiError ENOTFOUND for an org, a resource or an entitlement that the client does not have. */
async function namesOfScope(
  tx: Kysely<Database>,
  clientId: string,
  { orgOid, resourceId, roleOid }: Pick<ReportScope, "orgOid" | "resourceId" | "roleOid">,
) {
  const org =
    orgOid &&
    (await tx
      .selectFrom("orgs")
      .select("display_name as name")
      .where("client_id", "=", clientId)
      .where("oid", "=", orgOid)
      .executeTakeFirstOrThrow(() => notFound("orgs.notFound")));
  const resource =
    resourceId &&
    (await tx
      .selectFrom("resources")
      .select("name")
      .where("client_id", "=", clientId)
      .where("id", "=", resourceId)
      .executeTakeFirstOrThrow(() => notFound("resources.notFound")));
  const entitlement =
    roleOid && (await requireEntitlement(tx, { clientId, roleOid, resourceIds: null }));
  return {
    org_name: org ? org.name : null,
    resource_name: resource ? resource.name : null,
    entitlement_name: entitlement ? entitlement.name : null,
  };
}

async function countPending(tx: Kysely<Database>, clientId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("reports")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("client_id", "=", clientId)
    .where("status", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  return count;
}

/** @throws ApiError ENOTFOUND, or ECONFLICT if the report has ended. */
export async function cancelReport(context: CallContext, id: string): Promise<Report> {
  const { client, db, services, at } = context;
  await inTransaction(db, async (tx) => {
    const { status } = await lockReport(tx, client.id, id);
    if (status !== "queued" && status !== "running") {
      throw new ApiError("ECONFLICT", message("savedReports.ended"));
    }
    await tx
      .updateTable("reports")
      .set({ status: "cancelled", finished_at: at, ...NO_LEASE })
      .where("client_id", "=", client.id)
      .where("id", "=", id)
      .execute();
    await context.audit(tx, { target: id, before: { status }, after: { status: "cancelled" } });
  });
  services.reporter.poke();
  return loadReport(db, client.id, id);
}

/** @throws ApiError ENOTFOUND */
export async function deleteReport(context: CallContext, id: string): Promise<void> {
  const { client, db } = context;
  await inTransaction(db, async (tx) => {
    const { kind, run_id, status } = await lockReport(tx, client.id, id);
    await tx
      .deleteFrom("reports")
      .where("client_id", "=", client.id)
      .where("id", "=", id)
      .execute();
    await discardRows(tx, client.id, run_id);
    await context.audit(tx, { target: id, before: { kind, status } });
  });
}

function lockReport(tx: Kysely<Database>, clientId: string, id: string) {
  return tx
    .selectFrom("reports")
    .select(["kind", "run_id", "status"])
    .where("client_id", "=", clientId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound("savedReports.notFound"));
}

/** @throws ApiError EINVALID, ENOTFOUND or ETOOMANYREQUESTS */
export async function createSchedule(
  context: CallContext,
  schedule: NewSchedule,
): Promise<ReportSchedule> {
  const { client, db, at, user, language } = context;
  const id = randomUUID();
  await inTransaction(db, async (tx) => {
    const { columns, audited } = await resolveSchedule(tx, client.id, schedule);
    await tx
      .insertInto("report_schedules")
      .values({
        ...columns,
        client_id: client.id,
        id,
        author_id: user.id,
        author: user.username,
        language,
        created_at: at,
        next_at: nextRun(columns.every, at),
      })
      .execute();
    const { count } = await tx
      .selectFrom("report_schedules")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("client_id", "=", client.id)
      .executeTakeFirstOrThrow();
    if (count > SCHEDULES_MAX) {
      throw new ApiError("ETOOMANYREQUESTS", message("schedules.tooMany", { max: SCHEDULES_MAX }));
    }
    await context.audit(tx, { target: id, after: audited });
  });
  return toListed(await loadSchedule(db, client.id, id));
}

/**
 * The columns of a schedule, and what the audit trail keeps of them.
 *
 * @param former ids of users who get its reports already, who stay even if they cannot open reports any more
 * @throws ApiError EINVALID or ENOTFOUND
 */
async function resolveSchedule(
  tx: Kysely<Database>,
  clientId: string,
  schedule: NewSchedule,
  former: readonly string[] = [],
) {
  const { kind, orgOid, resourceId, roleOid = null, every } = schedule;
  // A schedule covers the days since its previous run.
  checkScope({ kind, orgOid, resourceId, roleOid, ...(hasPeriod(kind) ? ANY_PERIOD : NO_PERIOD) });
  const names = await namesOfScope(tx, clientId, schedule);
  const recipients = [...new Set(schedule.recipients.map((id) => id.toLowerCase()))];
  const added = recipients.filter((id) => !former.includes(id));
  if ((await findRecipients(tx, clientId, added)).length < added.length) {
    throw invalidFields({ recipients: message("schedules.badRecipient") });
  }
  const columns = {
    ...names,
    kind,
    org_oid: orgOid,
    resource_id: resourceId,
    role_oid: roleOid,
    every,
    recipients,
  };
  return { columns, audited: await auditedSchedule(tx, clientId, columns) };
}

type ScheduleColumns = Pick<
  Row<"report_schedules">,
  "kind" | "every" | "org_name" | "resource_name" | "entitlement_name" | "recipients"
>;

/** What the audit trail keeps of a schedule. */
async function auditedSchedule(
  tx: Kysely<Database>,
  clientId: string,
  { kind, every, org_name, resource_name, entitlement_name, recipients }: ScheduleColumns,
) {
  return {
    kind,
    every,
    org: org_name,
    ...(resource_name !== null && { resource: resource_name }),
    ...(entitlement_name !== null && { entitlement: entitlement_name }),
    recipients: await findUsernames(tx, clientId, recipients),
  };
}

/** @throws ApiError EINVALID, ENOTFOUND, or ECONFLICT if the schedule changed after the version. */
export async function updateSchedule(
  context: CallContext,
  id: string,
  { version, ...schedule }: ScheduleChange,
): Promise<ReportScheduleDetail> {
  const { client, db, at } = context;
  await inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom("report_schedules")
      .selectAll()
      .where("client_id", "=", client.id)
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound("schedules.notFound"));
    if (stored.version !== version) {
      throw new ApiError("ECONFLICT", message("schedules.changedElsewhere"));
    }
    const before = await auditedSchedule(tx, client.id, stored);
    const { columns, audited } = await resolveSchedule(tx, client.id, schedule, stored.recipients);
    const isSame = Object.entries(columns).every(
      ([column, value]) =>
        JSON.stringify(value) === JSON.stringify(stored[column as keyof typeof columns]),
    );
    if (isSame) return;
    await tx
      .updateTable("report_schedules")
      .set({
        ...columns,
        version: version + 1,
        ...(columns.every !== stored.every && { next_at: nextRun(columns.every, at) }),
      })
      .where("client_id", "=", client.id)
      .where("id", "=", id)
      .execute();
    await context.audit(tx, { target: id, before, after: audited });
  });
  return loadSchedule(db, client.id, id);
}

const NO_PERIOD = { from: null, until: null };
const ANY_PERIOD = { from: "2000-01-01", until: "2000-01-01" };

/** @throws ApiError ENOTFOUND */
export async function deleteSchedule(context: CallContext, id: string): Promise<void> {
  const { client, db } = context;
  await inTransaction(db, async (tx) => {
    const { kind, every } = await tx
      .deleteFrom("report_schedules")
      .where("client_id", "=", client.id)
      .where("id", "=", id)
      .returning(["kind", "every"])
      .executeTakeFirstOrThrow(() => notFound("schedules.notFound"));
    await context.audit(tx, { target: id, before: { kind, every } });
  });
}
