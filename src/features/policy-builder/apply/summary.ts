/** A one-line summary of apply. */
import { combine } from "effector";
import type { BuilderView } from "#workers/analytics/contract.ts";
import { $locale } from "../../../kernel/language.ts";
import { messagesOf } from "../../../ui/language/catalogue.ts";
import { builderMessages, type BuilderMessages } from "../messages.ts";
import { $tableResult } from "../table/tableQuery.ts";

export const $applySummary = combine($tableResult, $locale, (tableResult, language) =>
  tableResult ? summarizeApply(tableResult.view, messagesOf(builderMessages, language)) : "",
);

/** The effect of apply on the policy. Entitlements below the threshold or outside the resource filter are unchanged. */
export function summarizeApply(
  { ticked, newRoles, alreadyInPolicy, inheritedRoles, removedRoles }: BuilderView,
  t: BuilderMessages,
): string {
  if (ticked.entitlements === 0) return t.nothingTicked;
  const what = t.ticked(ticked.entitlements, ticked.resources);
  const end = inheritedRoles > 0 ? t.someInherited(inheritedRoles) : "";
  if (removedRoles > 0) return t.changed(what, newRoles, removedRoles) + end;
  if (newRoles === 0) {
    if (alreadyInPolicy === 0) return t.changesNothing(t.allInherited(what));
    return t.changesNothing(end ? t.someNew(what, 0, alreadyInPolicy) + end : t.allInPolicy(what));
  }
  if (alreadyInPolicy === 0) return t.allNew(what, newRoles) + end;
  return t.someNew(what, newRoles, alreadyInPolicy) + end;
}
