import { NO_ROLES } from "../../columns/readPolicy.ts";
import type { CoreState } from "../coreState.ts";

/**
 * Sets the policy, null = none; it also applies to later reports. Earlier generations become stale.
 *
 * @returns false if no policy with that digest is held; nothing changes then
 */
export function setPolicy(core: CoreState, digest: string | null): boolean {
  const policy = digest === null ? NO_ROLES : core.policies.get(digest);
  if (policy === null) return false;
  core.policy = policy;
  core.session?.setPolicy(policy);
  core.generation += 1;
  return true;
}
