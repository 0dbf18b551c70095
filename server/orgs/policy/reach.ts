/** Which resources a user's reports and policies are about. */
import { policyResources, type PermissionHolder } from "#events/rules/permissions.ts";
import { notPermitted } from "../../plugins/errors.ts";

/**
 * @param wanted ids of resources, in lower case; null for all.
 * @returns the ids of those that are answered for; null for all of the client.
 * @throws ApiError EFORBIDDEN where one is wanted that is not the user's to see.
 */
export function resourcesInReach(
  user: PermissionHolder,
  wanted: readonly string[] | null,
): readonly string[] | null {
  const own = policyResources(user);
  if (own === null || wanted === null) return own ?? wanted;
  if (!wanted.every((id) => own.includes(id))) throw notPermitted();
  return wanted;
}
