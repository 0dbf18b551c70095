import { NO_ROLES } from "../../columns/readPolicy.ts";
import type { CoreState } from "../coreState.ts";

/**
 * Sets the policy and what the org inherits, null = nothing; both also apply to later reports. Earlier generations become
 * stale.
 *
 * @param digest of the policy
 * @param inherited the digest of what the org inherits
 * @returns false if a digest is not held; nothing changes then
 */
export function setPolicy(
  core: CoreState,
  digest: string | null,
  inherited: string | null = null,
): boolean {
  const rolesOf = (one: string | null) => (one === null ? NO_ROLES : core.policies.get(one));
  const [policy, inheritedRoles] = [rolesOf(digest), rolesOf(inherited)];
  if (policy === null || inheritedRoles === null) return false;
  core.policy = policy;
  core.inherited = inheritedRoles;
  core.session?.setPolicy(policy, inheritedRoles);
  core.generation += 1;
  return true;
}
