/** The links between the screens of one system, which screens of other features show as well. */
import type { ConnectorKind } from "#events/entities/connector.ts";
import { toCorrelation } from "../correlation/index.ts";
import { toEntitlementReview } from "../entitlement-review/index.ts";
import { toFieldMapping } from "../field-mapping/index.ts";
import type { SystemLinkMessages } from "./linkMessages.ts";
import { SYSTEM_SCREENS, toSystem, type SystemScreen } from "./route.ts";

export type LinkedScreen = SystemScreen | "fieldMapping" | "correlation" | "entitlementReview";

/**
 * @param kind null: its accounts come from imported files, and are not matched by rules. Undefined while it is not
 *   known.
 */
export function systemLinks(
  t: SystemLinkMessages,
  resourceId: string,
  kind: ConnectorKind | null | undefined,
): { readonly id: LinkedScreen; readonly href: string; readonly label: string }[] {
  const link = (id: LinkedScreen, href: string) => ({ id, href, label: t.screens[id] });
  return [
    ...SYSTEM_SCREENS.filter((one) => one !== "tasks" || kind === "manual").map((one) =>
      link(one, toSystem(one, resourceId)),
    ),
    link("fieldMapping", toFieldMapping(resourceId)),
    ...(kind === null ? [] : [link("correlation", toCorrelation(resourceId))]),
    link("entitlementReview", toEntitlementReview(resourceId)),
  ];
}
