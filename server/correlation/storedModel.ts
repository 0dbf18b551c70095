/** What a simulation learned and how good it is, as it is stored with the simulation. */
import type { BlockingKey, RuleWeights, SimulationQuality } from "#events/entities/correlation.ts";
import type { Model } from "./engine/model.ts";

export interface StoredModel {
  readonly model: Model;
  readonly weights: readonly RuleWeights[];
  readonly blocking: readonly BlockingKey[];
  readonly quality: SimulationQuality;
}
