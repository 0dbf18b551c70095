import { useCallback } from "react";
import type { Org } from "#events/entities/org.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { policySizeMessages } from "./messages.ts";

type Sized = Pick<Org, "inducementCount" | "roleCount">;

/** How many entitlements and access roles the policy of an org has, as a text such as "12 + 1 access role". */
export function usePolicySize(): (org: Sized) => string {
  const t = useMessages(policySizeMessages);
  return useCallback(
    ({ inducementCount, roleCount = 0 }) => t.size(inducementCount - roleCount, roleCount),
    [t],
  );
}
