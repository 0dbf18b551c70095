/** What parts of a plan report, and the end of a run whose plan was applied completely. */
import type { Transaction } from "kysely";
import type { RunCounts, RunProblem } from "#events/entities/systemRun.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { countChanges } from "#events/rules/runs.ts";
import { recordAudit } from "../../audit/audit.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { AppliedParts } from "../../db/systemTables.ts";
import { refreshDirectory } from "../../import/recordImport.ts";
import type { Rejection } from "../../import/types.ts";
import { LostJobError, NO_LEASE } from "../../jobs/leases.ts";
import { lookForPreviews } from "../../provisioning/previewSchedule.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { REASONS_KEPT } from "./failures.ts";
import { changeOwnRun } from "./leases.ts";
import type { RestoredPeople } from "./restorePeople.ts";

export type RunOutcome = Pick<AppliedParts, "orphaned" | "rejected" | "reasons">;

export interface EndedRun {
  readonly run: Row<"system_runs">;
  readonly outcome: RunOutcome;
  readonly changesPeople: boolean;
  /** Fields of people that nobody gets, because the system lost their attributes. */
  readonly lost?: number;
  /** Of the undo of a run that changed people. */
  readonly restored?: RestoredPeople | null;
}

/** More than the fields of people. */
const LOST_NAMED = 10;

export const NO_OUTCOME: RunOutcome = { orphaned: 0, rejected: 0, reasons: [] };

export function addOutcome(
  { orphaned, rejected, reasons }: RunOutcome,
  part: {
    readonly orphaned: number;
    readonly rejected: readonly Rejection[];
    /** Further ones. */
    readonly unnamed?: number;
    /** Of the rejected ones, which begin with them: fields that nobody gets. They are all named, up to a maximum. */
    readonly lost?: number;
  },
): RunOutcome {
  const named = Math.max(REASONS_KEPT - reasons.length, Math.min(part.lost ?? 0, LOST_NAMED));
  const texts = part.rejected.slice(0, named).map(({ reason }) => renderMessage(ENGLISH, reason));
  return {
    orphaned: orphaned + part.orphaned,
    rejected: rejected + part.rejected.length + (part.unnamed ?? 0),
    reasons: [...reasons, ...texts],
  };
}

/** A rename waits until the transaction has written under the name that the resource has now. */
export async function holdResourceName(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<string> {
  const { name } = await tx
    .selectFrom("resources")
    .select("name")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId)
    .forShare()
    .executeTakeFirstOrThrow();
  return name;
}

/** @throws LostJobError if another worker has the run. */
export async function endRun(
  tx: Transaction<Database>,
  { job, now }: Pick<ApplyRequest, "job" | "now">,
  { run, outcome, changesPeople, lost = 0, restored = null }: EndedRun,
): Promise<void> {
  const isChanged = changesPeople || (await hasChanged(tx, job, run));
  // A count takes as long as the directory is large, and makes previews and other reports stale.
  if (isChanged) await refreshDirectory(tx, job.clientId);
  const counts = { ...(run.counts as RunCounts), orphaned: outcome.orphaned };
  const problem = rejectionProblem(outcome, lost);
  const isOurs = await changeOwnRun(tx, job, ["applying"], {
    status: "done",
    ended_at: now,
    counts: JSON.stringify(counts),
    applied: null,
    ...(problem && { problem: JSON.stringify(problem) }),
    ...NO_LEASE,
  });
  if (!isOurs) throw new LostJobError();
  await tx
    .updateTable("connected_systems")
    .set({
      initial_import_complete: true,
      sync_token: job.kind === "undo" ? null : run.token_after,
      ...(job.kind !== "undo" &&
        run.object_classes !== null && { object_classes: JSON.stringify(run.object_classes) }),
    })
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .execute();
  if (run.undoes !== null) {
    await tx
      .updateTable("system_runs")
      .set({ status: "undone" })
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .where("oid", "=", run.undoes)
      .execute();
  }
  if (isChanged) await lookForPreviews(tx, job, { changesPeople, now });
  await recordAudit(tx, {
    at: now,
    actor: job.actor.id === null ? null : { id: job.actor.id, username: job.actor.username },
    clientId: job.clientId,
    call: "systemRuns/applied",
    target: job.resourceId,
    after: {
      run: job.oid,
      no: run.no,
      kind: job.kind,
      hash: run.hash,
      complete: run.complete,
      ...(run.decided_by !== null && { approvedBy: run.decided_by }),
      ...counts,
      ...(restored && {
        peopleRestored: restored.restored,
        peopleRemoved: restored.removed,
        orgsRemoved: restored.orgsRemoved,
      }),
    },
  });
}

async function hasChanged(
  tx: Transaction<Database>,
  { clientId, resourceId, oid, kind }: ApplyRequest["job"],
  run: Row<"system_runs">,
): Promise<boolean> {
  if (kind === "undo" || countChanges(run.counts as RunCounts) > 0) return true;
  const added = await tx
    .selectFrom("system_run_entitlements")
    .select("entitlement_id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("run_oid", "=", oid)
    .limit(1)
    .executeTakeFirst();
  return added !== undefined;
}

function rejectionProblem({ rejected, reasons }: RunOutcome, lost: number): RunProblem | null {
  if (rejected === 0) return null;
  const more = rejected - reasons.length;
  const detail = more > 0 ? `${reasons.join(" ")} (+${more})` : reasons.join(" ");
  return { code: lost > 0 ? "attributesLost" : "recordsRejected", step: null, detail };
}
