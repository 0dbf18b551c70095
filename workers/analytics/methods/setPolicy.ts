import { NO_ROLES } from "../../columns/readPolicy.ts";
import type { CoreState } from "../coreState.ts";

/**
 * Says what the policy has, null = nothing; it counts for later reports, too. Generations before it are stale.
 *
 * @returns false where no policy of that digest is held; nothing is changed then
 */
export function setPolicy(core: CoreState, digest: string | null): boolean {
  const policy = digest === null ? NO_ROLES : core.policies.get(digest);
  if (policy === null) return false;
  core.policy = policy;
  core.session?.setPolicy(policy);
  core.generation += 1;
  return true;
}
