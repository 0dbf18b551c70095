/** What the thread of a plan gets. */
import type { Capabilities } from "#events/entities/connector.ts";
import type { PlanJob } from "./jobs.ts";

export interface PlanThreadSettings {
  readonly job: PlanJob;
  readonly capabilities: Capabilities;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Of a connector that this server lacks. */
export const NO_CAPABILITIES: Capabilities = {
  paging: false,
  sync: false,
  write: false,
  activation: false,
  associations: false,
};
