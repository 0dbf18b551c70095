/** Computes the requested previews of provisioning and applies the approved ones while the server runs. */
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { capabilitiesOf } from "../connectors/capabilities.ts";
import type { JobLoop } from "../jobs/jobLoop.ts";
import { startResourceJobs, type ResourceRows } from "../threads/resourceJobs.ts";
import { startApplier, type ApplierOptions } from "./apply/applier.ts";
import { NO_CAPABILITIES, type PlanThreadSettings } from "./threadMessages.ts";

const GAVE_UP: ProvisionProblem = { code: "gaveUp", detail: "" };

export const PLAN_ROWS: ResourceRows<"provisioning_plans"> = {
  table: "provisioning_plans",
  idColumn: "id",
  runningStatus: "computing",
  progressColumn: "evaluated",
  gaveUp: { problem: JSON.stringify(GAVE_UP) },
};

export function startProvisioner(options: ApplierOptions): JobLoop {
  const planner = startPlanner(options);
  const applier = startApplier(options);
  return {
    poke: () => {
      planner.poke();
      applier.poke();
    },
    stop: async () => {
      await Promise.all([planner.stop(), applier.stop()]);
    },
  };
}

function startPlanner(options: ApplierOptions): JobLoop {
  const { connectors, database, config } = options;
  return startResourceJobs<"provisioning_plans", PlanThreadSettings>(
    PLAN_ROWS,
    {
      entry: new URL("./planThread.ts", import.meta.url),
      folder: "provisioning",
      settingsOf: async ({ clientId, resourceId }) => {
        const row = await database.background
          .selectFrom("connected_systems")
          .select(["connector_id", "published_settings", "settings"])
          .where("client_id", "=", clientId)
          .where("resource_id", "=", resourceId)
          .executeTakeFirstOrThrow();
        const connector = connectors.find(({ id }) => id === row.connector_id);
        const { configuration } = row.published_settings ?? row.settings;
        return {
          capabilities: connector ? capabilitiesOf(connector, configuration) : NO_CAPABILITIES,
        };
      },
    },
    { ...options, dataDirectory: config.dataDirectory },
  );
}
