/** Computes the requested previews of provisioning while the server runs. */
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Connector } from "../connectors/contract.ts";
import type { OpenDatabase } from "../db/open.ts";
import type { JobLoop } from "../jobs/jobLoop.ts";
import { startThreadedJobs } from "../threads/threadedJobs.ts";
import {
  endAllLeases,
  failAttempt,
  giveBack,
  noteProgress,
  takePlan,
  type PlanJob,
} from "./jobs.ts";
import { NO_CAPABILITIES, type PlanThreadSettings } from "./threadMessages.ts";

export interface ProvisionerOptions {
  readonly database: OpenDatabase;
  readonly clock: () => Date;
  /** Called for every failed attempt and every database failure. */
  readonly onError: (error: unknown) => void;
  /** Different for every server start. */
  readonly workerId: string;
  readonly connectors: readonly Connector[];
  readonly config: Pick<Config, "dataDirectory">;
}

export function startProvisioner(options: ProvisionerOptions): JobLoop {
  const { database, clock, onError, workerId, connectors, config } = options;
  return startThreadedJobs<PlanJob, number, never>({
    database,
    clock,
    onError,
    entry: new URL("./planThread.ts", import.meta.url),
    endLeases: endAllLeases,
    take: (db) => takePlan(db, workerId, clock()),
    directoryOf: ({ planId }) => join(config.dataDirectory, "provisioning", planId),
    settingsOf: async (job): Promise<PlanThreadSettings> => {
      const { connector_id: connectorId } = await database.background
        .selectFrom("connected_systems")
        .select("connector_id")
        .where("client_id", "=", job.clientId)
        .where("resource_id", "=", job.resourceId)
        .executeTakeFirstOrThrow();
      const connector = connectors.find(({ id }) => id === connectorId);
      const capabilities = connector?.capabilities ?? NO_CAPABILITIES;
      return { job, capabilities, now: clock().getTime() };
    },
    note: noteProgress,
    fail: (db, job) => failAttempt(db, job, clock()),
    failAttempt: (db, job) => failAttempt(db, job, clock()),
    giveBack,
  });
}
