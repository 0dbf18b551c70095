/** The policy in a log whose orgs contained their whole policy, shown like a current one. Pure. */
import { previousPolicyOf, POLICY_PAGE_MAX } from "#events/calls/orgs.ts";
import type { Inducement, Org, PolicyPart } from "#events/entities/org.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { compareNamed, compareNames } from "#events/rules/nameOrder.ts";
import { LOST, NO_LIST, type KeptPage, type PolicyList } from "./policyRules.ts";

export interface FormerView {
  readonly text: string;
  /** null = all resources. */
  readonly resourceName: string | null;
}

/** Null if the org came without its policy. */
export function formerList(org: Org | null, view: FormerView): PolicyList | null {
  const policy = org && previousPolicyOf(org);
  if (!policy) return null;
  const inScope = policy.filter(
    ({ resourceName }) => view.resourceName === null || resourceName === view.resourceName,
  );
  const wanted = normalizeForFilter(view.text);
  const shown = inScope
    .filter(({ name, resourceName }) =>
      [name, resourceName].some((text) => normalizeForFilter(text).includes(wanted)),
    )
    .toSorted(inOrder);
  const pages = { ...pagesOf(shown.filter(isFound), ""), ...pagesOf(shown.filter(isLost), LOST) };
  const counts = { total: inScope.length, shown: shown.length, parts: partsOf(shown) };
  return { ...NO_LIST, counts, pages };
}

/** Entitlements that had left the directory had a resource without a name. */
function isLost({ resourceName }: Inducement): boolean {
  return resourceName === "";
}

function isFound(one: Inducement): boolean {
  return !isLost(one);
}

function inOrder(one: Inducement, other: Inducement): number {
  return (
    Number(isLost(one)) - Number(isLost(other)) ||
    compareNames(one.resourceName, other.resourceName) ||
    compareNamed(one, other)
  );
}

function partsOf(shown: readonly Inducement[]): PolicyPart[] {
  const counts = new Map<string, number>();
  for (const { resourceName } of shown) {
    counts.set(resourceName, (counts.get(resourceName) ?? 0) + 1);
  }
  return [...counts].map(([resourceName, count]) => ({
    // The log does not contain resource ids, so the names are used instead.
    resourceId: resourceName === "" ? null : resourceName,
    resourceName,
    count,
  }));
}

function pagesOf(items: readonly Inducement[], prefix: string): Record<string, KeptPage> {
  const count = Math.ceil(items.length / POLICY_PAGE_MAX);
  return Object.fromEntries(
    Array.from({ length: count }, (_, page) => [
      prefix + page,
      {
        wantId: "",
        items: items.slice(page * POLICY_PAGE_MAX, (page + 1) * POLICY_PAGE_MAX),
      },
    ]),
  );
}
