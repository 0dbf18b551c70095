/** Runs the requested and the scheduled imports of connected systems. */
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "../../config.ts";
import type { Connector } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import type { JobLoop, WorkerOptions } from "../../jobs/jobLoop.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { shareOfClient, startThreadedJobs } from "../../threads/threadedJobs.ts";
import { openPublishedConfiguration } from "../connection.ts";
import { NO_SECRETS, storeReplacedSecrets, type ReplacedSecrets } from "../secrets.ts";
import {
  endAllLeases,
  failAttempt,
  failRun,
  giveBack,
  noteProgress,
  takeRun,
  type RunJob,
} from "./leases.ts";
import { startDueRuns } from "./dueRuns.ts";
import { dropOldEntries } from "./oldEntries.ts";
import type { RunFailure, RunThreadSettings } from "./threadMessages.ts";

export interface RunnerOptions extends WorkerOptions {
  readonly secrets: Secrets;
  readonly connectors: readonly Connector[];
  readonly config: Pick<
    Config,
    | "dataDirectory"
    | "connectorHosts"
    | "connectorFolder"
    | "importMegabytes"
    | "runMegabytes"
    | "parallelRuns"
  >;
}

export function startRunner(options: RunnerOptions): JobLoop {
  const { database, disk, clock, onError, workerId, secrets, connectors, config } = options;
  return startThreadedJobs<RunJob, number, RunFailure, ReplacedSecrets>({
    database,
    disk,
    clock,
    onError,
    entry: new URL("./runThread.ts", import.meta.url),
    parallel: config.parallelRuns,
    endLeases: endAllLeases,
    take: async (db) => {
      await startDueRuns(db, connectors, clock());
      await dropOldEntries(db, clock());
      return takeRun(db, {
        workerId,
        now: clock(),
        maxOfClient: shareOfClient(config.parallelRuns),
      });
    },
    directoryOf: ({ oid }) => join(config.dataDirectory, "runs", oid),
    settingsOf: (job, directory) =>
      threadSettings(database.background, {
        job,
        directory,
        secrets,
        connectors,
        config,
        now: clock(),
      }),
    keep: (db, job, replaced) =>
      storeReplacedSecrets(db, secrets, job, { ...replaced, at: clock() }),
    note: noteProgress,
    fail: (db, job, failure) => failRun(db, job, { ...failure, now: clock() }),
    failAttempt: (db, job, isDiskFull) => failAttempt(db, job, { isDiskFull, now: clock() }),
    giveBack,
  });
}

async function threadSettings(
  db: Kysely<Database>,
  {
    job,
    directory,
    secrets,
    connectors,
    config,
    now,
  }: Pick<RunThreadSettings, "job" | "directory"> &
    Pick<RunnerOptions, "secrets" | "connectors" | "config"> & { readonly now: Date },
): Promise<RunThreadSettings> {
  const row = await db
    .selectFrom("connected_systems as system")
    .select(["system.connector_id", "system.kind", "system.settings", "system.sync_token"])
    .where("system.client_id", "=", job.clientId)
    .where("system.resource_id", "=", job.resourceId)
    .executeTakeFirstOrThrow();
  const run = await db
    .selectFrom("system_runs")
    .select(["settings", "token_after"])
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .where("oid", "=", job.oid)
    .executeTakeFirstOrThrow();
  // A plan is applied with the settings with which it was made and approved.
  const planned = job.status === "applying" ? run.settings : null;
  const opened = await openPublishedConfiguration(db, secrets, job, connectors);
  const settings = planned ?? opened?.settings ?? row.settings;
  const { connectorHosts, connectorFolder, dataDirectory, importMegabytes, runMegabytes } = config;
  return {
    job,
    directory,
    connectorId: row.connector_id,
    isHr: row.kind === "hr",
    settings,
    configuration: opened?.configuration ?? null,
    secrets: opened?.secrets ?? [],
    origin: opened?.origin ?? NO_SECRETS,
    token: job.kind === "changes" ? row.sync_token : null,
    fileState: run.token_after,
    now: now.getTime(),
    config: { connectorHosts, connectorFolder, dataDirectory, importMegabytes, runMegabytes },
  };
}
