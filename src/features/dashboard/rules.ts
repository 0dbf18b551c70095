/** What to do next, from what the directory holds. */
import type { ClientCounts } from "#events/entities/client.ts";
import type { Org } from "#events/entities/org.ts";

/** The command that brings a directory in; the file names are examples. */
export const IMPORT_COMMAND = "npm run import -- --identities identities.csv --access access.csv";

/** Orgs that are named as worth a policy first. */
const FEW = 5;

export type NextStep =
  | { readonly kind: "import" }
  | {
      readonly kind: "policies";
      readonly withoutPolicy: number;
      readonly withMembers: number;
      /** The largest of them; empty where they are not known. */
      readonly largest: readonly Org[];
    }
  | { readonly kind: "unlinked"; readonly unlinked: number; readonly accounts: number };

/**
 * The steps that are worth taking, the most urgent first; none where there is nothing to do.
 *
 * @param orgs the largest orgs, largest first.
 */
export function nextSteps(counts: ClientCounts, orgs: readonly Org[]): readonly NextStep[] {
  const steps: NextStep[] = [];
  if (counts.identities === 0) steps.push({ kind: "import" });
  if (counts.orgsWithoutPolicy > 0) {
    steps.push({
      kind: "policies",
      withoutPolicy: counts.orgsWithoutPolicy,
      withMembers: counts.orgsWithMembers,
      largest: orgs
        .filter(({ memberCount, inducementCount }) => memberCount > 0 && inducementCount === 0)
        .slice(0, FEW),
    });
  }
  if (counts.unlinkedAccounts > 0) {
    steps.push({
      kind: "unlinked",
      unlinked: counts.unlinkedAccounts,
      accounts: counts.accounts,
    });
  }
  return steps;
}
