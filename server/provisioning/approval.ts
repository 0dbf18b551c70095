/** Approves previews: a worker writes the approved changes to the system, or its owner gets them as tasks. */
import type { Kysely, Transaction } from "kysely";
import type { ProvisionGate, ProvisionPreview } from "#events/entities/provisioning.ts";
import { mayDecide, needsConsent } from "#events/rules/provisioning.ts";
import { OPEN_RUNS } from "#events/rules/runs.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { conflict } from "../plugins/errors.ts";
import { hasNewSecrets, holdSystem, type SystemRow } from "../systems/queries.ts";
import { giveApprovedTasks } from "./approvedTasks.ts";
import { changeStatus, requireProvisionable } from "./commands.ts";
import { readPlanState } from "./planState.ts";
import {
  findLatestPlan,
  isStale,
  needsOtherPerson,
  preparersOf,
  requirePlan,
  toPreview,
  type PlanPlace,
  type PlanRow,
} from "./queries.ts";

/** @throws ApiError ENOTFOUND; ECONFLICT: see the call. Nothing was written then. */
export function approvePreview(
  context: CallContext,
  place: PlanPlace,
  { version, gates }: Approval,
): Promise<ProvisionPreview> {
  return decide(context, place, async (tx, { system, row }) => {
    if (row.status !== "planned") throw conflict("provisioning.notDecidable");
    if (row.version !== version) throw conflict("provisioning.changed");
    if (await isStale(tx, row, context.at)) throw conflict("provisioning.stale");
    if (row.gates.some((gate) => needsConsent(gate) && !gates.includes(gate))) {
      throw conflict("provisioning.notAcknowledged");
    }
    await requireOtherPerson(tx, context, row, "provisioning.otherApprover");
    if (system.kind === "manual") await giveTasks(tx, context, place, row);
    else await startApplying(tx, context, place, { system, row });
  });
}

interface Decided {
  readonly system: SystemRow;
  readonly row: PlanRow;
}

/** Locks the system, decides about its preview, and wakes the worker. */
async function decide(
  context: CallContext,
  place: PlanPlace,
  write: (tx: Transaction<Database>, decided: Decided) => Promise<void>,
): Promise<ProvisionPreview> {
  const { at, db, services } = context;
  const preview = await inTransaction(db, async (tx) => {
    const system = await holdSystem(tx, place);
    requireProvisionable(context, system);
    await write(tx, { system, row: await requirePlan(tx, place) });
    return toPreview(tx, await requirePlan(tx, place), at);
  });
  services.provisioner.poke();
  return preview;
}

/**
 * @throws ApiError ECONFLICT for a user who prepared the plan, or if nobody did, if the client requires a second person and
 *   none approved it.
 */
async function requireOtherPerson(
  tx: Transaction<Database>,
  { user }: CallContext,
  row: PlanRow,
  code: "provisioning.otherApprover" | "provisioning.otherRetries",
): Promise<void> {
  if (await mayDecideOn(tx, row, user.id)) return;
  throw conflict(preparersOf(row).length === 0 ? "provisioning.twoPersons" : code);
}

async function mayDecideOn(db: Kysely<Database>, row: PlanRow, userId: string): Promise<boolean> {
  const rules = { needsOtherPerson: await needsOtherPerson(db, row), preparedBy: preparersOf(row) };
  return mayDecide(rules, userId);
}

/** Whether the plan is the latest one of its system and not stale. */
async function isCurrent(db: Kysely<Database>, row: PlanRow, at: Date): Promise<boolean> {
  const place = { clientId: row.client_id, resourceId: row.resource_id };
  const latest = await findLatestPlan(db, place);
  return latest?.id === row.id && !(await isStale(db, row, at));
}

/** Whether `retryPreview` would accept the plan from the user, unless the system is busy. */
export async function mayRetry(
  { at, db, user }: Pick<CallContext, "at" | "db" | "user">,
  row: PlanRow,
): Promise<boolean> {
  return (
    row.status === "partlyFailed" && (await isCurrent(db, row, at)) && mayDecideOn(db, row, user.id)
  );
}

/** What the audit trail says of a decision, beside the user who made it. */
function decisionOf(row: PlanRow) {
  const preparedBy = preparersOf(row).map(({ username }) => username);
  return { preview: row.id, no: row.no, preparedBy };
}

interface Approval {
  /** The version that the user saw. */
  readonly version: number;
  /** What the user has checked. */
  readonly gates: readonly ProvisionGate[];
}

/** A worker writes the approved changes. */
async function startApplying(
  tx: Transaction<Database>,
  context: CallContext,
  place: PlanPlace,
  { system, row }: Decided,
): Promise<void> {
  const { at, user } = context;
  await requireQuiet(tx, place, system);
  const { numUpdatedRows } = await tx
    .updateTable("provisioning_changes")
    .set({ state: "approved" })
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where("plan_id", "=", place.planId)
    .where("state", "=", "planned")
    .where("left_out", "=", false)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict("provisioning.nothingApproved");
  await skipOthers(tx, place, at);
  await changeStatus(tx, row, ["planned"], {
    status: "applying",
    approved_by_id: user.id,
    approved_by: user.username,
    approved_at: at,
    problem: null,
  });
  await keepCurrent(tx, place, { row, now: at });
  await context.audit(tx, {
    target: place.resourceId,
    after: { ...decisionOf(row), changes: Number(numUpdatedRows) },
  });
}

/** The approval itself does not make the plan stale. */
async function keepCurrent(
  tx: Transaction<Database>,
  place: PlanPlace,
  { row, now }: { readonly row: PlanRow; readonly now: Date },
): Promise<void> {
  const since = row.planned_at ?? row.created_at;
  await tx
    .updateTable("provisioning_plans")
    .set({ state: await readPlanState(tx, place, { since, now }) })
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where("id", "=", place.planId)
    .execute();
}

/** @throws ApiError ECONFLICT while an import is open, and for secrets that were not published. */
async function requireQuiet(
  tx: Transaction<Database>,
  place: PlanPlace,
  system: SystemRow,
): Promise<void> {
  // The worker refuses secrets that were changed after the publication. Say so before the approval.
  if (hasNewSecrets(system)) throw conflict("systems.secretsNotPublished");
  const open = await tx
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where("status", "in", OPEN_RUNS)
    .executeTakeFirst();
  if (open) throw conflict("provisioning.importOpen");
}

/**
 * Writes the failed changes of the latest preview again.
 *
 * @throws ApiError ENOTFOUND; ECONFLICT: see the call.
 */
export function retryPreview(context: CallContext, place: PlanPlace): Promise<ProvisionPreview> {
  return decide(context, place, async (tx, { system, row }) => {
    if (row.status !== "partlyFailed") throw conflict("provisioning.nothingFailed");
    if (!(await isCurrent(tx, row, context.at))) throw conflict("provisioning.stale");
    // Retrying writes what was approved. A preparer may have approved it before the client required a second person.
    await requireOtherPerson(tx, context, row, "provisioning.otherRetries");
    await requireQuiet(tx, place, system);
    const { numUpdatedRows } = await tx
      .updateTable("provisioning_changes")
      .set({ state: "approved", attempts: 0, due_at: null, problem: null, ended_at: null })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("plan_id", "=", place.planId)
      .where("state", "=", "failed")
      .executeTakeFirst();
    await changeStatus(tx, row, ["partlyFailed"], {
      status: "applying",
      ended_at: null,
      problem: null,
      due_at: null,
    });
    await context.audit(tx, {
      target: place.resourceId,
      after: { ...decisionOf(row), approvedBy: row.approved_by, changes: Number(numUpdatedRows) },
    });
  });
}

async function giveTasks(
  tx: Transaction<Database>,
  context: CallContext,
  place: PlanPlace,
  row: PlanRow,
): Promise<void> {
  const { at, user } = context;
  const tasks = await giveApprovedTasks(tx, context, place);
  await skipOthers(tx, place, at);
  await changeStatus(tx, row, ["planned"], {
    status: "done",
    approved_by_id: user.id,
    approved_by: user.username,
    approved_at: at,
    ended_at: at,
  });
  await context.audit(tx, {
    target: place.resourceId,
    after: { ...decisionOf(row), tasks },
  });
}

/** Changes that were left out. */
async function skipOthers(tx: Transaction<Database>, place: PlanPlace, at: Date): Promise<void> {
  await tx
    .updateTable("provisioning_changes")
    .set({ state: "skipped", ended_at: at })
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where("plan_id", "=", place.planId)
    .where("state", "=", "planned")
    .execute();
}
