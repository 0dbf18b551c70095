/** One attempt to apply a plan: writes changes, step by step, until none is left, the plan is cancelled or the system fails. */
import type { Kysely } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Milliseconds } from "#events/entities/common.ts";
import type { FieldValue, Remedy } from "#events/entities/connector.ts";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { cutText } from "#events/rules/cutText.ts";
import { withoutSecretValues } from "#events/rules/provisioning.ts";
import {
  ConnectorError,
  MAX_DETAIL_LENGTH,
  type Attributes,
  type Connection,
} from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { NO_LEASE } from "../../jobs/leases.ts";
import { KeyedQueue } from "../../keyedQueue.ts";
import { contentText, parseContent } from "../../systems/runs/content.ts";
import type { ExclusionOf } from "../../systems/accountExclusions.ts";
import { withoutSecrets } from "../../systems/secrets.ts";
import { applyChange } from "./applyChange.ts";
import type { ChangeOutcome, ChangePorts, WantedChange } from "./change.ts";
import { changeOwnPlan, endApply, holdOwnPlan, type ApplyJob } from "./applyLeases.ts";
import { ChangeError } from "./changeError.ts";
import { NotStoredError } from "./notStoredError.ts";
import { nextChanges, nextWaiting, type ChangeRow, type OpenChange } from "./openChanges.ts";
import { readOutcome } from "./readOutcome.ts";
import { DirectoryRefresh, refreshApplied } from "./refreshApplied.ts";
import { StepGate, withGate } from "./stepGate.ts";
import { OutcomeStore, type InTurn } from "./outcomeStore.ts";
import {
  beginWrite,
  storeApplied,
  storeAttempt,
  storeFailed,
  type Applied,
} from "./storeChange.ts";
import { openTarget, type TargetObjects } from "./targetObjects.ts";

/** Attempts of one change. */
const MAX_TRIES = 5;
/** Consecutive failures of a system after which all changes that are left fail. */
const MAX_SYSTEM_TRIES = 8;
const FIRST_PAUSE: Milliseconds = 5000;
/** The longest pause that a system may ask for. */
const MAX_PAUSE: Milliseconds = 3_600_000;

/** Problems that may pass. */
const PASSING: ReadonlySet<Remedy> = new Set([
  "changedMeanwhile",
  "connectionRefused",
  "rateLimited",
  "systemFailed",
  "timedOut",
]);
/** Steps of a connection that fail for every change alike. */
const SYSTEM_STEPS: ReadonlySet<ConnectorError["step"]> = new Set([
  "resolve",
  "connect",
  "secure",
  "signIn",
]);

export interface ApplyAttempt {
  readonly job: ApplyJob;
  /** Null: the system is no longer published and confirmed. */
  readonly connect: (() => Promise<Connection>) | null;
  /** The texts that no detail of an error may contain. */
  readonly secrets: FieldValue[];
  readonly writesPerMinute: number;
  readonly isExcluded: (name: string) => boolean;
  readonly exclusionOf: ExclusionOf;
  /** Attributes that mappings set, by class. */
  readonly mappedOf: (objectClass: string) => ReadonlySet<string>;
  readonly holdersOf: ChangePorts["holdersOf"];
  /** @throws ChangeError secretMissing */
  readonly secretsOf: (row: ChangeRow, names: readonly string[]) => Promise<Attributes>;
  readonly clock: () => Date;
}

/** @throws LostJobError if another worker has the plan. */
export async function performApply(db: Kysely<Database>, attempt: ApplyAttempt): Promise<void> {
  const { job, clock } = attempt;
  if (attempt.connect === null) {
    return end(db, job, { problem: { code: "notPublished", detail: "" }, now: clock() });
  }
  let connection: Connection | null = null;
  try {
    connection = await attempt.connect();
    const target = await openTarget(connection, attempt.exclusionOf);
    await applyAll(db, attempt, target);
  } catch (error) {
    // Errors that end the attempt concern the system rather than one change.
    await pauseOrEnd(db, attempt, error);
  } finally {
    await connection?.close();
  }
}

async function applyAll(
  db: Kysely<Database>,
  attempt: ApplyAttempt,
  target: TargetObjects,
): Promise<void> {
  const { job, clock, writesPerMinute } = attempt;
  const batchSize = target.writer.batchSize ?? 1;
  const refresh = new DirectoryRefresh(clock());
  for (;;) {
    const { isCancelled } = await inTransaction(db, (tx) => holdOwnPlan(tx, job));
    const now = isCancelled ? null : clock();
    const found = await nextChanges(db, job, { limit: batchSize, now });
    const batch = isCancelled ? found.filter(({ row }) => row.state === "writing") : found;
    if (batch.length === 0) return endOrWait(db, attempt);
    const started = performance.now();
    const isWritten = await applyBatch(db, attempt, {
      target,
      batch,
      refresh,
      isLast: isCancelled,
    });
    // Changes that are written in one step count as one write.
    const pause = 60_000 / writesPerMinute - (performance.now() - started);
    if (isWritten && pause > 0) await sleep(pause);
  }
}

/** The plan ends, unless changes wait for another attempt. */
async function endOrWait(db: Kysely<Database>, { job, clock }: ApplyAttempt): Promise<void> {
  const [waiting, now] = [await nextWaiting(db, job), clock()];
  if (!waiting) return end(db, job, { problem: null, now });
  await pausePlan(db, job, { now, problem: waiting.problem, dueAt: waiting.dueAt });
}

/** Ends when each change of the batch did. @returns whether anything was written. @throws ConnectorError if any has to wait. */
async function applyBatch(
  db: Kysely<Database>,
  attempt: ApplyAttempt,
  {
    target,
    batch,
    refresh,
    isLast,
  }: {
    readonly target: TargetObjects;
    readonly batch: readonly OpenChange[];
    readonly refresh: DirectoryRefresh;
    readonly isLast: boolean;
  },
): Promise<boolean> {
  const gate = new StepGate(batch.length);
  const turns = new KeyedQueue();
  const inTurn: InTurn = (task) => turns.run("", task);
  const outcomes = new OutcomeStore<Applied>((group) => {
    const now = attempt.clock();
    return storeApplied(db, attempt.job, group, { counts: refresh.isDue(now), now });
  }, inTurn);
  const ended = await Promise.allSettled(
    batch.map((open) =>
      applyOne(db, attempt, {
        open,
        target: withGate(target, gate),
        inTurn,
        outcomes,
        isLast,
      }).finally(() => gate.leave()),
    ),
  );
  const errors = ended.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  if (errors.length > 0) throw errors.find((one) => !isPassing(one)) ?? errors[0];
  return ended.some((one) => one.status === "fulfilled" && one.value);
}

interface OneChange {
  readonly open: OpenChange;
  readonly target: TargetObjects;
  /** Changes of a batch use the database one after the other: each locks the plan. */
  readonly inTurn: InTurn;
  readonly outcomes: OutcomeStore<Applied>;
  /** The plan is cancelled: no change is tried again. */
  readonly isLast: boolean;
}

/** @returns whether anything was written. @throws ConnectorError if the change has to wait. */
async function applyOne(
  db: Kysely<Database>,
  attempt: ApplyAttempt,
  { open, target, inTurn, outcomes, isLast }: OneChange,
): Promise<boolean> {
  const { job, clock, isExcluded } = attempt;
  let { row } = open;
  let isWritten = row.state === "writing";
  const { stored } = open;
  const ports: ChangePorts = {
    target,
    beginWrite: async (seen) => {
      if (row.state === "writing") return;
      const text = seen && contentText(withoutSecretValues(seen));
      await inTurn(() => beginWrite(db, job, row, text));
      row = { ...row, state: "writing", seen: text };
      isWritten = true;
    },
    holdersOf: (names) => inTurn(() => attempt.holdersOf(names)),
    secretsOf: (names) => inTurn(() => attempt.secretsOf(row, names)),
  };
  const contentOf = (text: string | null) => (text === null ? null : parseContent(text));
  const change: WantedChange = {
    kind: row.kind,
    objectClass: row.object_class,
    name: stored?.name ?? row.account,
    objectId: stored?.id ?? null,
    before: contentOf(row.before),
    after: contentOf(row.after),
    seen: contentOf(row.seen),
    isResumed: row.state === "writing" || row.stored_values !== null,
    left: row.stored_values ?? {},
    mapped: attempt.mappedOf(row.object_class),
  };
  try {
    const outcome = await applyChange(ports, change);
    await outcomes.add({ open, outcome, isExcluded, isWritten, now: clock() });
    return isWritten;
  } catch (error) {
    if (error instanceof ConnectorError && SYSTEM_STEPS.has(error.step)) throw error;
    const problem = problemOf(error, attempt.secrets);
    if (problem === null) throw error;
    const attempts = row.attempts + 1;
    let outcome = error instanceof NotStoredError ? error.outcome : null;
    const waits = isIgnored(problem) && !isLast;
    if ((waits || isPassing(error)) && attempts < MAX_TRIES) {
      const failed = {
        attempts,
        problem,
        ...(waits && { due_at: new Date(clock().getTime() + FIRST_PAUSE * 2 ** row.attempts) }),
        ...(outcome && { replaced: outcome.replaced ?? {} }),
      };
      await inTurn(() => storeAttempt(db, job, row, failed));
      if (waits) return isWritten;
      throw error;
    }
    // An account that the system refuses to create belongs to another writer.
    const mayBePart = (isWritten || change.isResumed) && problem.code !== "objectExists";
    if (outcome === null && mayBePart) outcome = await readIfPossible(ports, change);
    const state = outcome && { open, outcome, isExcluded };
    await inTurn(() => storeFailed(db, job, { row, problem, isWritten, state, now: clock() }));
    return isWritten;
  }
}

/** @returns null if the system cannot be read now, so that the next import does. */
async function readIfPossible(
  ports: ChangePorts,
  change: WantedChange,
): Promise<ChangeOutcome | null> {
  try {
    return await readOutcome(ports, change);
  } catch (error) {
    if (error instanceof ConnectorError || error instanceof ChangeError) return null;
    throw error;
  }
}

/** The plan goes on later, or every change that is left fails. */
async function pauseOrEnd(
  db: Kysely<Database>,
  { job, clock, secrets }: ApplyAttempt,
  error: unknown,
): Promise<void> {
  const problem = problemOf(error, secrets);
  if (problem === null) throw error;
  const { tries } = await db
    .selectFrom("provisioning_plans")
    .select("tries")
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("id", "=", job.planId)
    .executeTakeFirstOrThrow();
  const now = clock();
  if (!isPassing(error) || tries + 1 >= MAX_SYSTEM_TRIES) return end(db, job, { problem, now });
  const asked = error instanceof ConnectorError ? error.retryAfter : null;
  const length = Math.min(Math.max(asked ?? 0, FIRST_PAUSE * 2 ** tries), MAX_PAUSE);
  const dueAt = new Date(now.getTime() + length);
  await pausePlan(db, job, { now, problem, dueAt, tries: tries + 1 });
}

interface Pause {
  readonly now: Date;
  readonly problem: ProvisionProblem | null;
  readonly dueAt: Date;
  /** Missing: as it is. */
  readonly tries?: number;
}

function pausePlan(
  db: Kysely<Database>,
  job: ApplyJob,
  { now, problem, dueAt, ...change }: Pause,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdOwnPlan(tx, job);
    await refreshApplied(tx, job, now);
    await changeOwnPlan(tx, job, {
      ...change,
      attempts: 0,
      due_at: dueAt,
      problem: problem && JSON.stringify(problem),
      ...NO_LEASE,
    });
  });
}

function end(
  db: Kysely<Database>,
  job: ApplyJob,
  request: { readonly problem: ProvisionProblem | null; readonly now: Date },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    await holdOwnPlan(tx, job);
    await changeOwnPlan(tx, job, {
      problem: request.problem && JSON.stringify(request.problem),
    });
    await endApply(tx, job, request);
  });
}

/** Whether the system accepted a write without making it: other changes are written, and this one is tried again later. */
function isIgnored({ code }: ProvisionProblem): boolean {
  return code === "notStored" || code === "ignored";
}

function isPassing(error: unknown): boolean {
  return error instanceof ConnectorError && PASSING.has(error.remedy);
}

/** @returns null for an unexpected error. */
function problemOf(error: unknown, secrets: readonly FieldValue[]): ProvisionProblem | null {
  if (error instanceof ChangeError)
    return { code: error.code, detail: clean(error.message, secrets) };
  if (!(error instanceof ConnectorError)) return null;
  return { code: error.remedy, detail: clean(error.message, secrets) };
}

function clean(text: string, secrets: readonly FieldValue[]): string {
  return cutText(withoutSecrets(text, secrets), MAX_DETAIL_LENGTH);
}
