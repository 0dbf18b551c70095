/** The order of a mining report. */

/** An entitlement that at least one member holds. */
export interface HeldEntitlement {
  resourceName: string;
  name: string;
  roleOid: string;
  holders: number;
}

/** The same order everywhere, whatever the locale: by UTF-16 code units. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Resources by name; entitlements by falling holders, then by name; names by code units. */
export function groupByResource(
  entitlements: readonly HeldEntitlement[],
): [resourceName: string, entitlements: HeldEntitlement[]][] {
  const groups = new Map<string, HeldEntitlement[]>();
  for (const entitlement of entitlements) {
    const group = groups.get(entitlement.resourceName);
    if (group) group.push(entitlement);
    else groups.set(entitlement.resourceName, [entitlement]);
  }
  for (const group of groups.values()) {
    group.sort((a, b) => b.holders - a.holders || compareText(a.name, b.name));
  }
  return [...groups].toSorted(([a], [b]) => compareText(a, b));
}
