/** Reads a system into a plan, and applies plans, off the server's event loop. */
import { parentPort, workerData } from "node:worker_threads";
import type { Kysely } from "kysely";
import { ConnectorError, type Connection } from "../../connectors/contract.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { createSurroundings } from "../../connectors/surroundings.ts";
import { DiskFullError, translateDatabaseError } from "../../db/errors.ts";
import type { Database } from "../../db/schema.ts";
import { CsvError } from "../../import/errors.ts";
import { openRemoteDatabase } from "../../threads/lending/remoteDatabase.ts";
import type { ThreadData } from "../../threads/startThread.ts";
import { LostRunError } from "./leases.ts";
import { performRun, problemOf } from "./performRun.ts";
import type { FromRunThread, RunFailure, RunThreadSettings } from "./threadMessages.ts";

/** Milliseconds to wait for one answer of a system. */
const ANSWER_TIME = 60_000;
/** Milliseconds after which a run ends, so that a slow system does not delay others for ever. */
const RUN_TIME = 6 * 3_600_000;
/** The longest pause that a system may ask for. */
const MAX_PAUSE = 3_600_000;
/** Problems that may pass: the run is repeated after a minute. */
const PASSING = new Set(["timedOut", "connectionRefused", "systemFailed"]);
const REPEAT_AFTER = 60_000;

const port = parentPort;
if (!port) throw new Error("runThread.ts runs as a worker thread only");

const settings = (workerData as ThreadData<RunThreadSettings>).settings;

function send(message: FromRunThread): void {
  port?.postMessage(message);
}

async function connect(db: Kysely<Database>): Promise<Connection> {
  const connector = createConnectors(settings.config).find(({ id }) => id === settings.connectorId);
  if (!connector) throw new Error(`There is no connector ${settings.connectorId}`);
  const surroundings = createSurroundings(db, settings.config, settings.job, {
    signal: AbortSignal.timeout(RUN_TIME),
    answerTime: ANSWER_TIME,
    storeSecrets: async (values) => send({ kind: "keep", kept: values }),
  });
  return connector.open(settings.configuration, surroundings);
}

function failureOf(
  thrown: unknown,
): NonNullable<Extract<FromRunThread, { kind: "ended" }>["failure"]> {
  const reason = (failure: RunFailure) => ({ reason: failure });
  if (thrown instanceof ConnectorError) {
    const repeat = PASSING.has(thrown.remedy) ? REPEAT_AFTER : null;
    return reason({
      problem: problemOf(thrown),
      retryAfter: thrown.retryAfter === null ? repeat : Math.min(thrown.retryAfter, MAX_PAUSE),
    });
  }
  if (thrown instanceof CsvError) {
    const problem = { code: "contentDamaged", step: "read", detail: thrown.message } as const;
    return reason({ problem, retryAfter: null });
  }
  const error = translateDatabaseError(thrown);
  if (error instanceof LostRunError) return { isLost: true };
  if (error instanceof DiskFullError) {
    return reason({ problem: { code: "diskFull", step: null, detail: "" }, retryAfter: null });
  }
  return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

try {
  const db = openRemoteDatabase(port);
  await performRun(db, {
    ...settings,
    now: new Date(settings.now),
    connect: () => connect(db),
    onProgress: (progress) => send({ kind: "progress", progress }),
  });
  send({ kind: "ended", failure: null });
} catch (error) {
  send({ kind: "ended", failure: failureOf(error) });
}
port.close();
