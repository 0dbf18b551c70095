/**
 * Applies the plan of an HR system in one transaction: mappings read the people of the directory, so that those that an
 * earlier part wrote would change what a later part finds.
 */
import type { Kysely, Transaction } from "kysely";
import { shareLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { holdImports } from "../../import/clientStage.ts";
import { writeTables } from "../../import/importDirectory.ts";
import type { Rejection } from "../../import/types.ts";
import { originOf, type ApplyRequest } from "./applyRequest.ts";
import { addOutcome, endRun, holdResourceName, NO_OUTCOME } from "./endRun.ts";
import { evaluatePeople, type PeopleToWrite } from "./evaluatePeople.ts";
import { keepFormerPeople, keepWrittenPeople } from "./formerPeople.ts";
import { storeObjects } from "./knownState.ts";
import { nextEntries } from "./partEntries.ts";
import { PeopleChangedError, requireUnchanged } from "./peopleFingerprint.ts";
import { endPeople } from "./endedPeople.ts";
import { requireRun } from "./queries.ts";
import { restorePeople } from "./restorePeople.ts";

/** Evaluations of the mappings, which are repeated if people change in the meantime. */
const MAX_EVALUATIONS = 3;
const ROWS = 2000;
const NO_NAMES: ReadonlyMap<number, string> = new Map();

/**
 * @param evaluated what the same attempt evaluated for the plan; null: nothing.
 * @throws LostJobError if another worker has the run; MappingTimeError; PeopleChangedError if people changed during every
 *   evaluation. In each case, nothing was written.
 */
export async function applyPeople(
  db: Kysely<Database>,
  request: ApplyRequest,
  evaluated: PeopleToWrite | null,
): Promise<void> {
  if (request.job.kind === "undo") return undoPeople(db, request);
  let known = evaluated;
  return withPeople(
    async () => {
      const people = known ?? (await evaluatePeople(db, request));
      known = null;
      return people;
    },
    (people) => writePlan(db, request, people),
  );
}

/**
 * Evaluates mappings outside the transaction that writes what they give, again if people have changed in the meantime.
 *
 * @throws PeopleChangedError
 */
export async function withPeople<People extends PeopleToWrite>(
  evaluate: () => Promise<People>,
  write: (people: People) => Promise<void>,
): Promise<void> {
  for (let evaluation = 1; ; evaluation++) {
    const people = await evaluate();
    try {
      return await write(people);
    } catch (error) {
      if (!(error instanceof PeopleChangedError) || evaluation === MAX_EVALUATIONS) throw error;
    }
  }
}

function writePlan(
  db: Kysely<Database>,
  request: ApplyRequest,
  people: PeopleToWrite,
): Promise<void> {
  const { job } = request;
  return inTransaction(db, async (tx) => {
    await holdImports(tx);
    // Not locked: a worker renews its lease, and users can cancel the run until it ends.
    const run = await requireRun(tx, job);
    const { changesPeople, ...written } = await writePeople(tx, request, people);
    await storeAllObjects(tx, request);
    const outcome = addOutcome(NO_OUTCOME, { orphaned: 0, ...written });
    await endRun(tx, request, { run, outcome, changesPeople, lost: written.lost });
  });
}

function undoPeople(db: Kysely<Database>, request: ApplyRequest): Promise<void> {
  const { job } = request;
  return inTransaction(db, async (tx) => {
    await holdImports(tx);
    // No policy begins to use an org that is removed.
    await shareLock(tx, "policies");
    const run = await requireRun(tx, job);
    if (run.undoes === null) throw new Error("The undo names no run");
    const restored = await restorePeople(tx, request, { ...job, oid: run.undoes });
    await storeAllObjects(tx, request);
    await endRun(tx, request, { run, outcome: NO_OUTCOME, changesPeople: true, restored });
  });
}

async function storeAllObjects(tx: Transaction<Database>, request: ApplyRequest): Promise<void> {
  let after = 0;
  for (;;) {
    const entries = await nextEntries(tx, request.job, { after, limit: ROWS });
    await storeObjects(tx, request, entries, NO_NAMES);
    if (entries.length < ROWS) break;
    after = entries.at(-1)?.no ?? after;
  }
}

interface WrittenPeople {
  readonly rejected: readonly Rejection[];
  /** Further ones. */
  readonly unnamed: number;
  /** Of the rejected ones, which begin with them: fields that nobody gets. */
  readonly lost: number;
  readonly changesPeople: boolean;
}

/** Writes what mappings give, and keeps what people were before. @throws PeopleChangedError */
export async function writePeople(
  tx: Transaction<Database>,
  request: ApplyRequest,
  { identities, failures, fingerprints, ended }: PeopleToWrite,
): Promise<WrittenPeople> {
  const { job } = request;
  await requireUnchanged(tx, job, fingerprints);
  await holdResourceName(tx, job);
  await keepFormerPeople(tx, request, identities.ids, ended);
  const { rejectedRows, changed } = await writeTables(
    tx,
    { clientId: job.clientId, skipRejected: true, origin: originOf(request) },
    { identities, access: null },
  );
  await endPeople(tx, request, ended);
  await keepWrittenPeople(tx, request, identities.ids, ended);
  const { first, count, lost } = failures;
  return {
    rejected: [...first, ...rejectedRows],
    unnamed: count - first.length,
    lost,
    changesPeople: changed || ended.size > 0,
  };
}
