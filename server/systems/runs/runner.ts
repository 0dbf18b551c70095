/** Runs the requested and the scheduled imports of connected systems. */
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "../../config.ts";
import type { OpenDatabase } from "../../db/open.ts";
import type { Database } from "../../db/schema.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { startThreadedJobs, type JobLoop } from "../../threads/threadedJobs.ts";
import { readSecrets } from "../secrets.ts";
import {
  endAllLeases,
  failAttempt,
  failRun,
  giveBack,
  LEASE_TIME,
  noteProgress,
  takeRun,
  type RunJob,
} from "./leases.ts";
import { startDueRuns } from "./schedule.ts";
import type { RunFailure, RunThreadSettings } from "./threadMessages.ts";

export interface RunnerOptions {
  readonly database: OpenDatabase;
  readonly clock: () => Date;
  /** Called for every failed attempt and every database failure. */
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
  readonly secrets: Secrets;
  readonly config: Pick<
    Config,
    "dataDirectory" | "connectorHosts" | "connectorFolder" | "importMegabytes"
  >;
}

export function startRunner(options: RunnerOptions): JobLoop {
  const { database, clock, onError, workerId, secrets, config } = options;
  return startThreadedJobs<RunJob, number, RunFailure>({
    database,
    clock,
    onError,
    entry: new URL("./runThread.ts", import.meta.url),
    leaseTime: LEASE_TIME,
    endLeases: endAllLeases,
    take: async (db) => {
      await startDueRuns(db, clock());
      return takeRun(db, workerId, clock());
    },
    directoryOf: ({ oid }) => join(config.dataDirectory, "runs", oid),
    settingsOf: (job, directory) =>
      threadSettings(database.background, { job, directory, secrets, config, now: clock() }),
    note: noteProgress,
    fail: (db, job, failure) => failRun(db, job, { ...failure, now: clock() }),
    failAttempt: (db, job) => failAttempt(db, job, clock()),
    giveBack,
  });
}

async function threadSettings(
  db: Kysely<Database>,
  {
    job,
    directory,
    secrets,
    config,
    now,
  }: Pick<RunThreadSettings, "job" | "directory"> &
    Pick<RunnerOptions, "secrets" | "config"> & { readonly now: Date },
): Promise<RunThreadSettings> {
  const row = await db
    .selectFrom("connected_systems as system")
    .innerJoin("resources as resource", (join) =>
      join
        .onRef("resource.client_id", "=", "system.client_id")
        .onRef("resource.id", "=", "system.resource_id"),
    )
    .select([
      "resource.name",
      "system.connector_id",
      "system.kind",
      "system.settings",
      "system.published_settings",
      "system.sync_token",
    ])
    .where("system.client_id", "=", job.clientId)
    .where("system.resource_id", "=", job.resourceId)
    .executeTakeFirstOrThrow();
  const settings = row.published_settings ?? row.settings;
  const { connectorHosts, connectorFolder, dataDirectory, importMegabytes } = config;
  return {
    job,
    directory,
    resourceName: row.name,
    connectorId: row.connector_id,
    isHr: row.kind === "hr",
    settings,
    configuration: { ...settings.configuration, ...(await readSecrets(db, secrets, job)) },
    token: job.kind === "changes" ? row.sync_token : null,
    now: now.getTime(),
    config: { connectorHosts, connectorFolder, dataDirectory, importMegabytes },
  };
}
