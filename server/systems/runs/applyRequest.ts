import type { SystemSettings } from "#events/entities/system.ts";
import type { HistoryOrigin } from "../../import/personHistory.ts";
import type { MissingAttributes, MissingFields } from "../../mappings/missingAttributes.ts";
import type { RunJob } from "./leases.ts";
import type { PartSize } from "./partSize.ts";

export interface ApplyRequest {
  readonly job: RunJob;
  readonly settings: SystemSettings;
  /** Whether the system is the source of people. */
  readonly isHr: boolean;
  readonly accountClasses: readonly string[];
  /** Mappings that the system no longer has the attributes of: see `mappingsWithMissingAttributes`. */
  readonly missingAttributes: MissingAttributes;
  /** Fields of people that keep their values: see `missingFields`. */
  readonly missingFields: MissingFields;
  readonly entitlementClasses: readonly string[];
  /** Whether an entitlement is left out. */
  readonly isExcluded: (name: string) => boolean;
  readonly now: Date;
  readonly partSize: PartSize;
}

export function originOf({
  job,
  isHr,
  now,
}: Pick<ApplyRequest, "job" | "isHr" | "now">): HistoryOrigin {
  return {
    at: now,
    actor: job.actor.username,
    run: { resourceId: job.resourceId, oid: job.oid, isHr },
  };
}
