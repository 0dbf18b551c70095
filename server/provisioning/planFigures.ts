/** Counts what a plan changes, and of how much. Pure. */
import type { PlanFigures } from "#events/rules/provisioning.ts";
import type { PlannedChange, TargetAccount } from "./planAccount.ts";

export type ChangeFigures = Omit<PlanFigures, "wasApproved" | "isImported">;

export const NO_FIGURES: ChangeFigures = { accounts: 0, held: 0, ended: 0, revoked: 0, blocked: 0 };

/** Adds people with their accounts, and the changes of the plan for them. */
export function addFigures(
  figures: ChangeFigures,
  people: readonly { readonly accounts: readonly Pick<TargetAccount, "held">[] }[],
  changes: readonly Pick<PlannedChange, "kind" | "problem" | "before">[],
): ChangeFigures {
  const sum = { ...figures };
  for (const { accounts } of people) {
    sum.accounts += accounts.length;
    for (const { held } of accounts) sum.held += held.length;
  }
  for (const { kind, problem, before } of changes) {
    if (problem !== null) sum.blocked++;
    if (kind === "remove" || kind === "disable") sum.ended++;
    if (kind === "revoke") sum.revoked += before?.entitlements.length ?? 0;
  }
  return sum;
}
