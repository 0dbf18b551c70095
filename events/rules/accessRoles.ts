/** Rules of access roles that forms and server share. */
import type { RoleContent } from "../entities/accessRole.ts";
import type { Period } from "../entities/common.ts";
import { ROLE_DESCRIPTION_MAX, ROLE_ENTITLEMENTS_MAX } from "../entities/accessRole.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { checkLength, checkOneLine, checkRequired } from "./validation.ts";

/** The bucket of roles without a resource. In calls it stands among the oids of resources. */
export const DEFAULT_BUCKET = "default";

/** The bucket that a list shows a role in. */
export function bucketOf({
  extension: { resourceRef },
}: {
  readonly extension: { readonly resourceRef?: { readonly oid: string } | undefined };
}): string {
  return resourceRef?.oid ?? DEFAULT_BUCKET;
}

export function checkRoleName(name: string): Message | null {
  return (
    checkRequired(name, "labels.name") ?? checkLength(name.trim()) ?? checkOneLine(name.trim())
  );
}

export function checkRoleDescription(description: string): Message | null {
  return description.length > ROLE_DESCRIPTION_MAX
    ? message("fields.tooLong", { max: ROLE_DESCRIPTION_MAX })
    : null;
}

export function checkRoleEntitlements(count: number): Message | null {
  return count > ROLE_ENTITLEMENTS_MAX
    ? message("accessRoles.tooManyEntitlements", { max: ROLE_ENTITLEMENTS_MAX })
    : null;
}

/** The content as it is stored: texts without outer white space, oids in lower case, distinct and ascending. */
export function normalizeRole(content: RoleContent): RoleContent {
  const distinct = (oids: readonly string[]) =>
    [...new Set(oids.map((oid) => oid.toLowerCase()))].toSorted();
  return {
    name: content.name.trim(),
    description: content.description.trim(),
    resourceOid: content.resourceOid?.toLowerCase() ?? null,
    entitlementOids: distinct(content.entitlementOids),
    ownerOids: distinct(content.ownerOids),
  };
}

/** An end must come after its start. */
export function checkPeriod({ validFrom, validUntil }: Period): Message | null {
  if (validFrom === null || validUntil === null) return null;
  return Date.parse(validUntil) > Date.parse(validFrom) ? null : message("accessRoles.badPeriod");
}
