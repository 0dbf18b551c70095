/** Starting, deciding, cancelling and undoing runs. */
import type { Transaction } from "kysely";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { message } from "#events/messages/message.ts";
import {
  isAbandonable,
  isCancellable,
  isLeftToOthers,
  needsFirstApproval,
} from "#events/rules/runs.ts";
import type { CallContext } from "../../callContext.ts";
import { requiresSecondApprover } from "../../clients/queries.ts";
import { isReadable } from "../../connectors/capabilities.ts";
import type { Database, Row } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { holdImports } from "../../import/clientStage.ts";
import { refreshDirectory } from "../../import/recordImport.ts";
import { NO_LEASE } from "../../jobs/leases.ts";
import { fillingMappings } from "../../mappings/precedence/sources.ts";
import { ApiError } from "../../plugins/errors.ts";
import { hasNewSecrets, holdSystem, requireConnector } from "../queries.ts";
import { insertUndo } from "./insertUndo.ts";
import { holdRun, requireRun, toRun } from "./queries.ts";
import { insertRun } from "./insertRun.ts";
import type { RunPlace } from "./leases.ts";
import { forgetMapped } from "./mappedOwners.ts";

type Refusal =
  | "systemRuns.isOpen"
  | "systemRuns.notPlanned"
  | "systemRuns.otherPlan"
  | "systemRuns.otherApprover"
  | "systemRuns.approvedFirst"
  | "systemRuns.otherUndoer"
  | "systemRuns.firstApproverUndoes"
  | "systemRuns.notCancellable"
  | "systemRuns.notAbandonable"
  | "systemRuns.notReadable"
  | "systems.notPublished"
  | "systems.secretsNotPublished";

function refuse(code: Refusal): ApiError {
  return new ApiError("ECONFLICT", message(code));
}

/** @throws ApiError ENOTFOUND; ECONFLICT while a run is open, and for a system that cannot be read. */
export async function startRun(
  context: CallContext,
  resourceId: string,
  {
    kind,
    waits = false,
  }: { readonly kind: "full" | "changes"; readonly waits?: boolean | undefined },
): Promise<SystemRun> {
  const { at, client, db, services, user } = context;
  const run = await inTransaction(db, async (tx) => {
    const system = await holdSystem(tx, { clientId: client.id, resourceId });
    const connector = requireConnector(services.connectors, system.connector_id);
    if (!isReadable(connector)) throw refuse("systemRuns.notReadable");
    if (system.published_settings === null) throw refuse("systems.notPublished");
    if (hasNewSecrets(system)) throw refuse("systems.secretsNotPublished");
    const actor = { id: user.id, username: user.username };
    const mustWait = waits || (await needsSecondPerson(tx, system));
    const oid = await insertRun(tx, {
      clientId: client.id,
      resourceId,
      kind,
      at,
      actor,
      isScheduled: false,
      waits: mustWait,
    });
    if (oid === null) throw refuse("systemRuns.isOpen");
    await context.audit(tx, {
      target: resourceId,
      after: { run: oid, kind, ...(mustWait && { waits: true }) },
    });
    return toRun(await requireRun(tx, { clientId: client.id, resourceId, oid }));
  });
  services.runner.poke();
  return run;
}

/**
 * Applies the plan. The approval of the first of two people is only stored.
 *
 * @param hash of the plan that the user saw
 * @throws ApiError ENOTFOUND; ECONFLICT for a run that waits for no decision, for another plan, and for a user whom the
 *   client's approval rules exclude.
 */
export async function approveRun(
  context: CallContext,
  place: RunPlace,
  hash: string,
): Promise<SystemRun> {
  const { at, services, user } = context;
  const run = await decide(context, place, (planned) => {
    if (hash !== planned.hash) throw refuse("systemRuns.otherPlan");
    if (isLeftToOthers(planned, user.id)) {
      throw refuse(planned.firstApproval ? "systemRuns.approvedFirst" : "systemRuns.otherApprover");
    }
    if (!needsFirstApproval(planned)) return { status: "applying", due_at: at };
    return {
      first_approver_id: user.id,
      first_approver: user.username,
      first_approved_at: at,
      first_approved_hash: hash,
    };
  });
  if (run.status === "applying") services.runner.poke();
  return run;
}

/** @throws ApiError ENOTFOUND, ECONFLICT */
export function rejectRun(context: CallContext, place: RunPlace): Promise<SystemRun> {
  return decide(context, place, () => ({ status: "rejected", ended_at: context.at }));
}

type FirstApprovalColumns =
  | "first_approver_id"
  | "first_approver"
  | "first_approved_at"
  | "first_approved_hash";

type Decision =
  | { readonly status: "applying"; readonly due_at: Date }
  | { readonly status: "rejected"; readonly ended_at: Date }
  | Pick<Row<"system_runs">, FirstApprovalColumns>;

/** @param decisionOn decides about the waiting plan. The plan goes on waiting unless the decision has a status. */
async function decide(
  context: CallContext,
  place: RunPlace,
  decisionOn: (planned: SystemRun) => Decision,
): Promise<SystemRun> {
  const { at, db, user } = context;
  return inTransaction(db, async (tx) => {
    // Of two simultaneous approvals, the second one sees the first.
    await holdSystem(tx, place);
    const run = toRun(await requireRun(tx, place));
    if (run.status !== "planned") throw refuse("systemRuns.notPlanned");
    const decision = decisionOn(run);
    const isFinal = "status" in decision;
    const { numUpdatedRows } = await tx
      .updateTable("system_runs")
      .set({ ...decision, ...(isFinal && { decided_by: user.username, decided_at: at }) })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("oid", "=", place.oid)
      .where("status", "=", "planned")
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw refuse("systemRuns.notPlanned");
    const { hash, needsOtherPerson, preparedBy = [], firstApproval } = run;
    await context.audit(tx, {
      target: place.resourceId,
      after: {
        run: place.oid,
        hash,
        ...(needsOtherPerson &&
          preparedBy.length > 0 && { preparedBy: preparedBy.map(({ username }) => username) }),
        ...(firstApproval && { firstApprover: firstApproval.username }),
        ...(!isFinal && { needsSecondApprover: true }),
      },
    });
    return toRun(await requireRun(tx, place));
  });
}

/** @throws ApiError ENOTFOUND; ECONFLICT once a part of its plan was applied, or once it has ended. */
export async function cancelRun(context: CallContext, place: RunPlace): Promise<SystemRun> {
  const { at, db, services } = context;
  const run = await inTransaction(db, async (tx) => {
    // A worker may apply the first part at the same time.
    if (!isCancellable(await holdRun(tx, place))) throw refuse("systemRuns.notCancellable");
    await tx
      .updateTable("system_runs")
      .set({ status: "cancelled", ended_at: at, ...NO_LEASE })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("oid", "=", place.oid)
      .execute();
    await context.audit(tx, { target: place.resourceId, after: { run: place.oid } });
    return toRun(await requireRun(tx, place));
  });
  services.runner.poke();
  return run;
}

/** @throws ApiError ENOTFOUND; ECONFLICT unless the run has applied a part of its plan and cannot go on. */
export async function abandonRun(context: CallContext, place: RunPlace): Promise<SystemRun> {
  const { at, db } = context;
  return inTransaction(db, async (tx) => {
    await holdImports(tx);
    const row = await holdRun(tx, place);
    const run = toRun({ ...row, is_undoable: false, needs_other_person: false });
    if (!isAbandonable(run)) throw refuse("systemRuns.notAbandonable");
    const problem = { code: "abandoned", step: null, detail: "" };
    await tx
      .updateTable("system_runs")
      .set({ status: "failed", ended_at: at, problem: JSON.stringify(problem), ...NO_LEASE })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("oid", "=", place.oid)
      .execute();
    if (row.settings && fillingMappings(row.settings).length > 0) await forgetMapped(tx, place);
    await refreshDirectory(tx, place.clientId);
    await context.audit(tx, {
      target: place.resourceId,
      after: { run: place.oid, applied: run.progress },
    });
    return toRun(await requireRun(tx, place));
  });
}

/**
 * @throws ApiError ENOTFOUND; ECONFLICT while a run is open, if something later depends on what the run changed, and for a user
 *   whom the client's approval rules exclude.
 */
export async function undoRun(context: CallContext, place: RunPlace): Promise<SystemRun> {
  const { at, db, services, user } = context;
  const { clientId, resourceId } = place;
  const run = await inTransaction(db, async (tx) => {
    await holdSystem(tx, place);
    const undone = toRun(await requireRun(tx, place));
    if (isLeftToOthers(undone, user.id)) {
      throw refuse(
        undone.firstApproval ? "systemRuns.firstApproverUndoes" : "systemRuns.otherUndoer",
      );
    }
    const oid = await insertUndo(tx, place, {
      at,
      actor: { id: user.id, username: user.username },
    });
    await context.audit(tx, { target: resourceId, after: { run: oid, undoes: place.oid } });
    return toRun(await requireRun(tx, { clientId, resourceId, oid }));
  });
  services.runner.poke();
  return run;
}

/** Whether one person alone may not change people through the system. */
async function needsSecondPerson(
  tx: Transaction<Database>,
  { kind, client_id: clientId }: Pick<Row<"connected_systems">, "kind" | "client_id">,
): Promise<boolean> {
  return kind === "hr" && (await requiresSecondApprover(tx, clientId));
}
