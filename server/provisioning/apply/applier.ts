/** Writes approved previews of provisioning to their systems while the server runs. */
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "../../config.ts";
import { capabilitiesOf } from "../../connectors/capabilities.ts";
import type { Connector } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import type { JobLoop, WorkerOptions } from "../../jobs/jobLoop.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { openPublishedConfiguration } from "../../systems/connection.ts";
import { NO_SECRETS, storeReplacedSecrets, type ReplacedSecrets } from "../../systems/secrets.ts";
import { shareOfClient, startThreadedJobs } from "../../threads/threadedJobs.ts";
import {
  changeOwnPlan,
  endAllLeases,
  failAttempt,
  giveBack,
  takeApply,
  type ApplyJob,
} from "./applyLeases.ts";
import { dropOldValues } from "../oldValues.ts";
import type { ApplyThreadSettings } from "./threadMessages.ts";
import { NO_CAPABILITIES } from "../threadMessages.ts";

export interface ApplierOptions extends WorkerOptions {
  readonly secrets: Secrets;
  readonly connectors: readonly Connector[];
  readonly config: Pick<
    Config,
    "dataDirectory" | "connectorHosts" | "connectorFolder" | "importMegabytes" | "parallelRuns"
  >;
}

export function startApplier(options: ApplierOptions): JobLoop {
  const { database, disk, clock, onError, workerId, secrets, config } = options;
  return startThreadedJobs<ApplyJob, number, never, ReplacedSecrets>({
    database,
    disk,
    clock,
    onError,
    entry: new URL("./applyThread.ts", import.meta.url),
    parallel: config.parallelRuns,
    endLeases: endAllLeases,
    take: async (db) => {
      await dropOldValues(db, clock());
      return takeApply(db, {
        workerId,
        now: clock(),
        maxOfClient: shareOfClient(config.parallelRuns),
      });
    },
    directoryOf: ({ planId }) => join(config.dataDirectory, "provisioning", planId),
    settingsOf: (job) => threadSettings(database.background, job, options),
    keep: (db, job, replaced) =>
      storeReplacedSecrets(db, secrets, job, { ...replaced, at: clock() }),
    note: (db, job, _progress, lease) =>
      changeOwnPlan(db, job, lease === null ? {} : { lease_until: lease }),
    fail: (db, job) => failAttempt(db, job, false),
    failAttempt,
    giveBack,
  });
}

async function threadSettings(
  db: Kysely<Database>,
  job: ApplyJob,
  { secrets, connectors, config, clock }: ApplierOptions,
): Promise<ApplyThreadSettings> {
  const row = await db
    .selectFrom("connected_systems")
    .select(["connector_id", "published_settings", "confirmed"])
    .where("client_id", "=", job.clientId)
    .where("resource_id", "=", job.resourceId)
    .executeTakeFirstOrThrow();
  const connector = connectors.find(({ id }) => id === row.connector_id);
  const { published_settings: published } = row;
  const opened = row.confirmed
    ? await openPublishedConfiguration(db, secrets, job, connectors)
    : null;
  const { connectorHosts, connectorFolder, dataDirectory, importMegabytes } = config;
  return {
    job,
    connectorId: row.connector_id,
    capabilities:
      connector && published ? capabilitiesOf(connector, published.configuration) : NO_CAPABILITIES,
    configuration: opened?.configuration ?? null,
    secrets: opened?.secrets ?? [],
    origin: opened?.origin ?? NO_SECRETS,
    now: clock().getTime(),
    config: { connectorHosts, connectorFolder, dataDirectory, importMegabytes },
  };
}
