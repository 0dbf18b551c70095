import { NO_ROLES, readPolicy } from "../../columns/readPolicy.ts";
import type { CoreState } from "../coreState.ts";

/**
 * Sets the policy, null = none, and what the org inherits; both also apply to later reports. Earlier generations become
 * stale.
 *
 * @param inherited role oids that the policies of the orgs above grant.
 * @returns false if no policy with that digest is held; nothing changes then
 */
export function setPolicy(
  core: CoreState,
  digest: string | null,
  inherited: readonly string[] = [],
): boolean {
  const policy = digest === null ? NO_ROLES : core.policies.get(digest);
  if (policy === null) return false;
  core.policy = policy;
  core.inherited =
    inherited.length === 0
      ? NO_ROLES
      : readPolicy([new TextEncoder().encode(JSON.stringify(inherited))]);
  core.session?.setPolicy(policy, core.inherited);
  core.generation += 1;
  return true;
}
