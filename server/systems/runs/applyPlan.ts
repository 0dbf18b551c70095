/**
 * Applies a stored plan. The accounts of a system change part by part: each part is a short transaction that also stores
 * how far the run has come. Other requests run between two parts, and an interrupted run continues after its last part.
 * The last transaction ends the run.
 */
import type { Kysely, Transaction } from "kysely";
import { NO_COUNTS, type RunCounts } from "#events/entities/systemRun.ts";
import { countChanges } from "#events/rules/runs.ts";
import { appliedSimulation } from "../../correlation/importOwners.ts";
import { shareLock } from "../../db/advisoryLocks.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { AppliedParts } from "../../db/systemTables.ts";
import { inTransaction } from "../../db/transaction.ts";
import { holdImports } from "../../import/clientStage.ts";
import { fillingMappings } from "../../mappings/precedence/sources.ts";
import { LostJobError } from "../../jobs/leases.ts";
import { giveAccountNames } from "./accountNames.ts";
import { applyAccounts } from "./applyAccounts.ts";
import {
  applyEntitlements,
  applyMissingEntitlements,
  keepAdded,
  removeAdded,
} from "./applyEntitlements.ts";
import { applyPeople, withPeople, writePeople } from "./applyPeople.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { nameConcernedPeople } from "./concernedPeople.ts";
import { evaluateOwners, type OwnersToWrite } from "./evaluateOwners.ts";
import type { PeopleToWrite } from "./evaluatePeople.ts";
import { addOutcome, endRun, holdResourceName, NO_OUTCOME } from "./endRun.ts";
import { storeObjects } from "./knownState.ts";
import { changeOwnRun, holdOwnRun } from "./leases.ts";
import { markMapped } from "./mappedOwners.ts";
import { loadOwners, type Owners } from "./owners.ts";
import { hasContent, nextEntries } from "./partEntries.ts";
import { requireRun } from "./queries.ts";
import { restorePeople } from "./restorePeople.ts";
import { writeReversal } from "./reversal.ts";

const NOTHING_APPLIED: AppliedParts = { ...NO_OUTCOME, no: 0, problem: null };

/**
 * @param people of an HR system: see `applyPeople`.
 * @throws LostJobError if another worker has the run; what `applyPeople` throws.
 */
export async function applyPlan(
  db: Kysely<Database>,
  request: ApplyRequest,
  people: PeopleToWrite | null = null,
): Promise<void> {
  const { job } = request;
  const run = await inTransaction(db, (tx) => holdOwnRun(tx, job, "share"));
  if (run.undoes !== null && run.hash === null) await writeReversal(db, request, run.undoes);
  if (request.isHr) return applyPeople(db, request, people);
  const simulation = await prepareParts(db, request, run);
  const isEmpty = countChanges((run.counts as RunCounts | null) ?? NO_COUNTS) === 0;
  // Reads all people.
  const owners = isEmpty ? null : await loadOwners(db, job, request.settings, simulation);
  for (;;) {
    const isLast = await request.partSize.measure((limit, begin) =>
      inTransaction(db, (tx) => {
        begin();
        return applyPart(tx, request, { owners, limit });
      }),
    );
    if (isLast) break;
  }
  if (job.kind === "undo") return endUndo(db, request);
  await applyMissingEntitlements(db, request);
  await endImport(db, request, !isEmpty);
}

/** Sets fields of the owners, if mappings do: in one transaction, because mappings read the people of the directory. */
async function endImport(
  db: Kysely<Database>,
  request: ApplyRequest,
  hasEntries: boolean,
): Promise<void> {
  const { job, settings } = request;
  const end = (people: OwnersToWrite | null) =>
    inTransaction(db, async (tx) => {
      await holdImports(tx);
      const { applied, ...run } = await holdOwnRun(tx, job, "no key update");
      const { changesPeople, ...written } = people
        ? await writePeople(tx, request, people)
        : { rejected: [], lost: 0, changesPeople: false };
      if (people) await markMapped(tx, job, people.owners);
      const outcome = addOutcome(applied ?? NO_OUTCOME, { orphaned: 0, ...written });
      const { lost } = written;
      await endRun(tx, request, { run: { ...run, applied }, outcome, changesPeople, lost });
    });
  if (!hasEntries || fillingMappings(settings).length === 0) return end(null);
  await withPeople(() => evaluateOwners(db, request, null), end);
}

async function endUndo(db: Kysely<Database>, request: ApplyRequest): Promise<void> {
  const { job } = request;
  await inTransaction(db, async (tx) => {
    await holdImports(tx);
    // No policy begins to use an org that is removed.
    await shareLock(tx, "policies");
    const run = await holdOwnRun(tx, job, "no key update");
    if (run.undoes === null) throw new Error("The undo names no run");
    const undone = { ...job, oid: run.undoes };
    const restored = (await requireRun(tx, undone)).keeps_people
      ? await restorePeople(tx, request, undone)
      : null;
    await removeAdded(tx, undone, request.entitlementClasses);
    const outcome = run.applied ?? NO_OUTCOME;
    await endRun(tx, request, { run, outcome, changesPeople: restored !== null, restored });
  });
}

/** @returns the simulation whose rules find the owners: that of the run, or of the undone run. */
async function prepareParts(
  db: Kysely<Database>,
  { job, accountClasses }: ApplyRequest,
  { applied, simulation_oid: chosen }: Row<"system_runs">,
): Promise<string | null> {
  if (applied) return chosen;
  await giveAccountNames(db, job, accountClasses);
  return inTransaction(db, async (tx) => {
    const simulation = job.kind === "undo" ? chosen : await appliedSimulation(tx, job);
    const isOurs = await changeOwnRun(tx, job, ["applying"], {
      simulation_oid: simulation,
      applied: JSON.stringify(NOTHING_APPLIED),
    });
    if (!isOurs) throw new LostJobError();
    return simulation;
  });
}

/** @returns whether no entries are left. */
async function applyPart(
  tx: Transaction<Database>,
  request: ApplyRequest,
  { owners, limit }: { readonly owners: Owners | null; readonly limit: number },
): Promise<boolean> {
  const { job } = request;
  await holdImports(tx);
  const { applied } = await holdOwnRun(tx, job, "no key update");
  if (!applied) throw new Error("The parts of the plan were not prepared");
  const entries = await nextEntries(tx, job, { after: applied.no, limit });
  const last = entries.at(-1);
  if (!last) return true;
  const resourceName = await holdResourceName(tx, job);
  const ownerOf = owners?.ownerOf ?? null;
  const objects = entries
    .filter(({ objectClass }) => request.entitlementClasses.includes(objectClass))
    .filter(hasContent);
  const outcome = await keepAdded(tx, request, async () => {
    await applyEntitlements(tx, request, objects);
    return applyAccounts(tx, request, { resourceName, entries, ownerOf });
  });
  await storeObjects(tx, request, entries, outcome.names);
  await nameConcernedPeople(tx, request, entries, outcome.names);
  const soFar: AppliedParts = { ...addOutcome(applied, outcome), no: last.no, problem: null };
  await changeOwnRun(tx, job, ["applying"], {
    applied: JSON.stringify(soFar),
    progress: soFar.no,
  });
  return entries.length < limit;
}
