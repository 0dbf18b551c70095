/** Adds a run that takes back an earlier one. */
import type { Transaction } from "kysely";
import { message } from "#events/messages/message.ts";
import type { Database } from "../../db/schema.ts";
import { ApiError } from "../../plugins/errors.ts";
import { requireIndependent } from "./dependents.ts";
import { insertRun, type NewRun } from "./insertRun.ts";
import type { RunPlace } from "./leases.ts";
import { requireRun } from "./queries.ts";
import { describeReversal } from "./reversal.ts";

/**
 * @param undone the run to take back.
 * @returns the oid of the new run.
 * @throws ApiError ENOTFOUND; ECONFLICT while a run is open, and if something later depends on what the run changed.
 */
export async function insertUndo(
  tx: Transaction<Database>,
  undone: RunPlace,
  { at, actor }: Pick<NewRun, "at" | "actor">,
): Promise<string> {
  const { clientId, resourceId } = undone;
  const run = await requireRun(tx, undone);
  if (!run.is_undoable) throw new ApiError("ECONFLICT", message("systemRuns.notUndoable"));
  const oid = await insertRun(tx, {
    clientId,
    resourceId,
    kind: "undo",
    at,
    actor,
    isScheduled: false,
    undoes: undone.oid,
  });
  if (oid === null) throw new ApiError("ECONFLICT", message("systemRuns.isOpen"));
  await requireIndependent(tx, run);
  await describeReversal(tx, { clientId, resourceId, oid }, run);
  return oid;
}
