/** Texts about cases that several views show. */
import type { Case } from "#events/entities/case.ts";

/** "Read Ledger · Core Banking". */
export function aboutText({
  entitlementName,
  resourceName,
}: Pick<Case, "entitlementName" | "resourceName">): string {
  return [entitlementName, resourceName].filter(Boolean).join(" · ");
}
