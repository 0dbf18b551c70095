/** The resources that a user's reports and policies cover. */
import { message } from "#events/messages/message.ts";
import { policyResources, type PermissionHolder } from "#events/rules/permissions.ts";
import { invalid, notPermitted } from "../../plugins/errors.ts";

/**
 * @param wanted ids of resources, in lower case; null for all.
 * @returns the ids of the resources that the answer covers; null for all of the client.
 * @throws ApiError EFORBIDDEN if the user may not see one of them.
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

/** Like `resourcesInReach`, for one resource or for all. */
export function resourceInReach(
  user: PermissionHolder,
  resourceId: string | undefined,
): readonly string[] | null {
  return resourcesInReach(user, resourceId === undefined ? null : [resourceId]);
}

/**
 * The resource of a request that users who manage their own resources may make for one of these only.
 *
 * @param path of the id in the request
 * @returns its id in lower case; null for all resources
 * @throws ApiError EINVALID if such a user names none, EFORBIDDEN if they may not see it.
 */
export function requireReach(
  user: PermissionHolder,
  resourceId: string | undefined,
  path: string,
): string | null {
  if (resourceId === undefined && policyResources(user) !== null) {
    throw invalid(path, message("values.required"));
  }
  return resourceInReach(user, resourceId?.toLowerCase())?.[0] ?? null;
}
