/** Computes the requested previews of provisioning while the server runs. */
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { Connector } from "../connectors/contract.ts";
import type { JobLoop } from "../jobs/jobLoop.ts";
import {
  startResourceJobs,
  type JobRows,
  type ResourceJobsOptions,
} from "../threads/resourceJobs.ts";
import { NO_CAPABILITIES, type PlanThreadSettings } from "./threadMessages.ts";

const GAVE_UP: ProvisionProblem = { code: "gaveUp", detail: "" };

export const PLAN_ROWS: JobRows<"provisioning_plans"> = {
  table: "provisioning_plans",
  idColumn: "id",
  runningStatus: "computing",
  progressColumn: "evaluated",
  gaveUp: { problem: JSON.stringify(GAVE_UP) },
};

export interface ProvisionerOptions extends ResourceJobsOptions {
  readonly connectors: readonly Connector[];
}

export function startProvisioner(options: ProvisionerOptions): JobLoop {
  const { connectors, database } = options;
  return startResourceJobs<"provisioning_plans", PlanThreadSettings>(
    PLAN_ROWS,
    {
      entry: new URL("./planThread.ts", import.meta.url),
      folder: "provisioning",
      settingsOf: async ({ clientId, resourceId }) => {
        const { connector_id: connectorId } = await database.background
          .selectFrom("connected_systems")
          .select("connector_id")
          .where("client_id", "=", clientId)
          .where("resource_id", "=", resourceId)
          .executeTakeFirstOrThrow();
        const connector = connectors.find(({ id }) => id === connectorId);
        return { capabilities: connector?.capabilities ?? NO_CAPABILITIES };
      },
    },
    options,
  );
}
