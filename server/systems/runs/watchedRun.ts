/** Decides whether the state of a watched file gets a run. */
import type { Kysely, Transaction } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { RunProblem } from "#events/entities/systemRun.ts";
import type { ConnectorError, SystemPlace } from "../../connectors/contract.ts";
import type { Database, Row } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { startAutomaticRun } from "./automaticRun.ts";
import { WATCHED_FILE } from "./queries.ts";

const MINUTE: Milliseconds = 60_000;
/** Pauses before a run is repeated, by the number of its failures. The last pause follows all further failures. */
const PAUSES: readonly Milliseconds[] = [MINUTE, 10 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE];
/** Problems that may not occur again, although the file stays the same. */
const TRANSIENT: ReadonlySet<string> = new Set<RunProblem["code"]>([
  "diskFull",
  "gaveUp",
  "timedOut",
]);

/** Begins the state of a file that cannot be read. No other state begins with it. */
const PROBLEM = "/";

/** A state of a watched file, as one server sees it. */
export interface FileState extends SystemPlace {
  readonly state: string;
  /** Whether this server has handled the state, so that its run may only be repeated. */
  readonly isHandled: boolean;
  /** The state that this server handled before; null: none. */
  readonly previous: string | null;
}

/** The state of a file that cannot be read. Its run reports the problem to the administrators. */
export function problemState({ remedy, message }: ConnectorError): string {
  return `${PROBLEM}${remedy}: ${message}`;
}

/** @returns later: another server has locked the system, or its last run is open or waits for a decision. */
export function startWatchedRun(
  db: Kysely<Database>,
  file: FileState,
  now: Date,
): Promise<"started" | "known" | "later"> {
  const { clientId, resourceId, state } = file;
  return inTransaction(db, async (tx) => {
    const system = await tx
      .selectFrom("connected_systems")
      .select("resource_id")
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("paused", "=", false)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!system) return "later";
    if (!(await isWanted(tx, file, now))) return "known";
    if (await renewWaiting(tx, file, now)) return "started";
    const isStarted = await startAutomaticRun(tx, {
      clientId,
      resourceId,
      kind: "full",
      at: now,
      actor: { id: null, username: WATCHED_FILE },
      isScheduled: false,
      fileState: state,
    });
    return isStarted ? "started" : "later";
  });
}

type LastRun = Pick<
  Row<"system_runs">,
  "token_after" | "status" | "problem" | "actor_id" | "ended_at"
>;

/** Whether the file differs from the version of the last run, or that run failed and must be repeated. */
async function isWanted(
  tx: Transaction<Database>,
  { clientId, resourceId, state, isHandled }: FileState,
  now: Date,
): Promise<boolean> {
  // An undo stores no state, and problems are skipped: a version is not imported again when it is undone or readable again.
  const runs: readonly LastRun[] = await tx
    .selectFrom("system_runs")
    .select(["token_after", "status", "problem", "actor_id", "ended_at"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("token_after", "is not", null)
    .$if(!state.startsWith(PROBLEM), (query) =>
      query.where("token_after", "not like", `${PROBLEM}%`),
    )
    .orderBy("no", "desc")
    .limit(PAUSES.length)
    .execute();
  const [last] = runs;
  if (last?.token_after !== state) return !isHandled;
  const others = runs.findIndex((run) => run.token_after !== state || !isRepeatable(run));
  const failures = others === -1 ? runs.length : others;
  const pause = PAUSES[failures - 1];
  if (pause === undefined || last.ended_at === null) return false;
  return now.getTime() - last.ended_at.getTime() >= pause;
}

/** Whether the run failed with a transient problem. Users repeat their own runs. */
function isRepeatable({ status, problem, actor_id: actor }: LastRun): boolean {
  const code = (problem as RunProblem | null)?.code;
  return status === "failed" && actor === null && code !== undefined && TRANSIENT.has(code);
}

/**
 * Makes a waiting run of an older version read the newer one. Otherwise, a file that changes faster than runs begin would not be
 * imported.
 *
 * @returns whether there was such a run.
 */
async function renewWaiting(
  tx: Transaction<Database>,
  { clientId, resourceId, state, previous }: FileState,
  now: Date,
): Promise<boolean> {
  if (previous === null) return false;
  const waiting = await tx
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "=", "waiting")
    .where("token_after", "=", previous)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!waiting) return false;
  await tx
    .updateTable("system_runs")
    .set({ token_after: state, due_at: now, attempts: 0, problem: null })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", waiting.oid)
    .execute();
  return true;
}
