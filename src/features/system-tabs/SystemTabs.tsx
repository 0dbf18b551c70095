import { useUnit } from "effector-react";
import { $openSystem, $systemPlace } from "../../data/systems/index.ts";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { toCorrelation } from "../correlation/index.ts";
import { toEntitlementReview } from "../entitlement-review/index.ts";
import { toFieldMapping } from "../field-mapping/index.ts";
import { SYSTEM_SCREENS, toSystem, type SystemScreen } from "../systems/index.ts";
import { systemTabsMessages } from "./messages.ts";

type Tab = SystemScreen | "fieldMapping" | "correlation" | "entitlements";

/** Links to all screens of the open system. Screens that its kind does not have are left out once the kind is known. */
export function SystemTabs({ current }: { readonly current: Tab }) {
  const t = useMessages(systemTabsMessages);
  const { place, system } = useUnit({ place: $systemPlace, system: $openSystem });
  if (place === null) return null;
  const { resourceId } = place;
  const kind = system.value?.kind;
  const link = (id: Tab, href: string) => ({ id, href, label: t.tabs[id] });
  // Imported resources have no settings, mappings or rules.
  const screens = kind === null ? (["manage"] as const) : SYSTEM_SCREENS;
  const links = [
    ...screens
      .filter((screen) => screen !== "tasks" || kind === "manual")
      .map((screen) => link(screen, toSystem(screen, resourceId))),
    ...(kind === null
      ? []
      : [
          link("fieldMapping", toFieldMapping(resourceId)),
          link("correlation", toCorrelation(resourceId)),
        ]),
    link("entitlements", toEntitlementReview(resourceId)),
  ];
  return <LinkTabs label={t.label} links={links} current={current} />;
}
