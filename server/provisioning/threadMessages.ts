/** What the thread of a plan gets. */
import type { Capabilities } from "#events/entities/connector.ts";
import type { ResourceJobSettings } from "../threads/resourceJobs.ts";

export interface PlanThreadSettings extends ResourceJobSettings {
  readonly capabilities: Capabilities;
}

/** Of a connector that this server lacks. */
export const NO_CAPABILITIES: Capabilities = {
  paging: false,
  sync: false,
  write: false,
  activation: false,
  associations: false,
};
