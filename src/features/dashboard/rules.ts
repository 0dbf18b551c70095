/** The next steps, derived from the directory's counts and the client's systems. */
import type { ClientCounts } from "#events/entities/client.ts";
import type { Onboarding } from "#events/entities/onboarding.ts";
import type { Org } from "#events/entities/org.ts";
import { ORG_TYPES } from "#events/entities/orgTypes.ts";

/** The import command; the file names are examples. */
export const IMPORT_COMMAND = "npm run import -- --identities identities.csv --access access.csv";

/** Number of suggested orgs. */
export const FEW = 5;

export type NextStep =
  | { readonly kind: "announce"; readonly systems: Onboarding["unannounced"] }
  | { readonly kind: "import" }
  | {
      readonly kind: "policies";
      readonly withoutPolicy: number;
      readonly withMembers: number;
    }
  | { readonly kind: "orphaned"; readonly orphaned: number; readonly accounts: number };

/** The recommended steps, most urgent first; empty if nothing is left to do. */
export function nextSteps(
  counts: ClientCounts,
  { unannounced: systems }: Pick<Onboarding, "unannounced">,
): readonly NextStep[] {
  const steps: NextStep[] = [];
  if (systems.length > 0) steps.push({ kind: "announce", systems });
  if (counts.identities === 0) steps.push({ kind: "import" });
  if (counts.orgsWithoutPolicy > 0) {
    steps.push({
      kind: "policies",
      withoutPolicy: counts.orgsWithoutPolicy,
      withMembers: counts.orgsWithMembers,
    });
  }
  if (counts.unlinkedAccounts > 0) {
    steps.push({
      kind: "orphaned",
      orphaned: counts.unlinkedAccounts,
      accounts: counts.accounts,
    });
  }
  return steps;
}

/**
 * The few orgs that benefit most from a policy: those with the most members and without a policy, job titles before
 * departments and these before locations. People with the same job have the most in common, and people at one location
 * may share nothing.
 *
 * @param orgs the largest orgs, largest first.
 */
export function worthAPolicy(orgs: readonly Org[]): readonly Org[] {
  const worth = orgs.filter(
    ({ memberCount, inducementCount }) => memberCount > 0 && inducementCount === 0,
  );
  const rank = ({ orgType }: Org) => ORG_TYPES.indexOf(orgType);
  return worth.toSorted((one, other) => rank(one) - rank(other)).slice(0, FEW);
}
