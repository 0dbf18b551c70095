/** Reads a system into a plan, and applies plans, off the server's event loop. */
import type { FieldValue } from "#events/entities/connector.ts";
import { ConnectorError, type Connection } from "../../connectors/contract.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { createEnvironment } from "../../connectors/environment.ts";
import { CsvError } from "../../import/errors.ts";
import { MappingTimeError } from "../../mappings/evaluator.ts";
import { serveJob, type JobContext } from "../../threads/jobThread.ts";
import type { ReplacedSecrets } from "../secrets.ts";
import { PartSize } from "./partSize.ts";
import { performRun, problemOf } from "./performRun.ts";
import type { RunFailure, RunThreadSettings } from "./threadMessages.ts";
import { pauseAfter } from "./transientErrors.ts";

/** Milliseconds to wait for one answer of a system. */
const ANSWER_TIME = 60_000;
/** Milliseconds after which a run ends, so that a slow system does not delay others for ever. */
const RUN_TIME = 6 * 3_600_000;

type Context = JobContext<RunThreadSettings, number, ReplacedSecrets>;

/** The system is not published, or a secret has changed since. */
class NotPublishedError extends Error {
  override readonly name = "NotPublishedError";
}

async function connect(
  { db, settings, keep }: Context,
  /** Gets the secrets that the system replaces. */
  secrets: FieldValue[],
): Promise<Connection> {
  if (settings.configuration === null) throw new NotPublishedError();
  const connector = createConnectors(settings.config).find(({ id }) => id === settings.connectorId);
  if (!connector) throw new Error(`There is no connector ${settings.connectorId}`);
  const environment = createEnvironment(db, settings.config, settings.job, {
    signal: AbortSignal.timeout(RUN_TIME),
    answerTime: ANSWER_TIME,
    fileState: settings.fileState,
    storeSecrets: async (values) => {
      secrets.push(...Object.values(values));
      keep({ values, origin: settings.origin });
    },
  });
  return connector.open(settings.configuration, environment);
}

async function perform(context: Context): Promise<void> {
  const { db, settings, reportProgress } = context;
  const secrets = [...settings.secrets];
  await performRun(db, {
    ...settings,
    secrets,
    now: new Date(settings.now),
    maxSize: settings.config.runMegabytes * 1_000_000,
    connect: () => connect(context, secrets),
    partSize: new PartSize(),
    onProgress: reportProgress,
  });
}

function toFailure(error: unknown): RunFailure | null {
  if (error instanceof ConnectorError) {
    return { problem: problemOf(error), retryAfter: pauseAfter(error) };
  }
  if (error instanceof NotPublishedError) {
    return { problem: { code: "settingsIncomplete", step: null, detail: "" }, retryAfter: null };
  }
  if (error instanceof MappingTimeError) {
    const problem = { code: "mappingsTooSlow", step: null, detail: error.target } as const;
    return { problem, retryAfter: null };
  }
  if (error instanceof CsvError) {
    const problem = { code: "contentDamaged", step: "read", detail: error.message } as const;
    return { problem, retryAfter: null };
  }
  return null;
}

await serveJob(perform, toFailure);
