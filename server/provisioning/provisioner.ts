/** Computes the requested previews of provisioning and applies the approved ones while the server runs. */
import { sql } from "kysely";
import type { Capabilities } from "#events/entities/connector.ts";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { isProvisionable } from "#events/rules/provisioning.ts";
import { capabilitiesOf } from "../connectors/capabilities.ts";
import type { JobLoop } from "../jobs/jobLoop.ts";
import { startResourceJobs, type ResourceRows } from "../threads/resourceJobs.ts";
import type { SystemRow } from "../systems/queries.ts";
import { queueAutomaticPreviews } from "./automaticPreviews.ts";
import { startApplier, type ApplierOptions } from "./apply/applier.ts";
import { NO_CAPABILITIES, type PlanThreadSettings } from "./threadMessages.ts";

export const PLAN_ROWS: ResourceRows<"provisioning_plans"> = {
  table: "provisioning_plans",
  idColumn: "id",
  runningStatus: "computing",
  progressColumn: "evaluated",
  gaveUp: (code) => ({ problem: JSON.stringify({ code, detail: "" } satisfies ProvisionProblem) }),
  // Somebody waits for a preview that a person generates.
  first: sql`(job.actor_id is not null)`,
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
  const { clock, connectors, database, config } = options;
  const capabilitiesFor = (
    system: Pick<SystemRow, "connector_id" | "published_settings" | "settings">,
  ): Capabilities => {
    const connector = connectors.find(({ id }) => id === system.connector_id);
    const { configuration } = system.published_settings ?? system.settings;
    return connector ? capabilitiesOf(connector, configuration) : NO_CAPABILITIES;
  };
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
        return { capabilities: capabilitiesFor(row) };
      },
      queueDue: (db) =>
        queueAutomaticPreviews(db, {
          now: clock(),
          isWritable: (system) => isProvisionable(system.kind, capabilitiesFor(system).write),
        }),
    },
    { ...options, dataDirectory: config.dataDirectory },
  );
}
