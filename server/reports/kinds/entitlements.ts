/** Entitlements with the number of their holders, and the policies and access roles that grant them. */
import { pathText } from "#events/rules/policyPaths.ts";
import { highestBars, byText, type ComputedRow, type ReportMethod } from "./kind.ts";
import { scanAccess, type ScannedDirectory } from "./scanAccess.ts";

/** Maximum paths in a cell. */
const PATHS_MAX = 20;

export const entitlements: ReportMethod = async (request, tools) => {
  const holders = new Map<number, number>();
  const byPolicy = new Map<number, number>();
  const missing = new Map<number, number>();
  const step = (counts: Map<number, number>, index: number) =>
    counts.set(index, (counts.get(index) ?? 0) + 1);
  const directory = await scanAccess(request, tools, ({ held, granted, isHeld, isGranted }) => {
    for (const index of held) {
      step(holders, index);
      if (isGranted(index)) step(byPolicy, index);
    }
    for (const index of granted) if (!isHeld(index)) step(missing, index);
  });
  const paths = pathsByEntitlement(directory);
  const totals = new Map<number, [outside: number, byPolicy: number]>();
  const rows = directory.entitlements.map(({ name, resource, roleOid }, index): ComputedRow => {
    const all = holders.get(index) ?? 0;
    const granted = byPolicy.get(index) ?? 0;
    const total = totals.get(resource) ?? [0, 0];
    totals.set(resource, total);
    total[0] += all - granted;
    total[1] += granted;
    return {
      cells: [
        name,
        directory.resources[resource] ?? "",
        all,
        granted,
        all - granted,
        missing.get(index) ?? 0,
        textOf(paths.get(index) ?? []),
      ],
      roleOid,
    };
  });
  return {
    rows,
    chart: () =>
      highestBars(
        [...totals]
          .filter(([, [outside, granted]]) => outside + granted > 0)
          .map(([resource, [outside, granted]]) => ({
            label: directory.resources[resource] ?? "",
            values: [granted, outside],
          })),
      ),
  };
};

/**
 * What grants each entitlement: the paths from the root to each org whose own policy does, with the access role if the
 * policy grants it by one, and the access roles that are assigned to people.
 */
function pathsByEntitlement({
  orgs,
  grants,
  accessRoles,
}: ScannedDirectory): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  const add = (entitlements: readonly number[], text: string) => {
    for (const index of entitlements) {
      const paths = found.get(index) ?? [];
      found.set(index, paths);
      paths.push(text);
    }
  };
  const pathOf = (org: number) => {
    const names: string[] = [];
    for (let at = org; at !== -1; at = orgs[at]?.parent ?? -1) names.unshift(orgs[at]?.name ?? "");
    return pathText(names);
  };
  for (const { role, entitlements: indexes, orgs: granting } of grants) {
    if (indexes.length === 0) continue;
    for (const org of granting) {
      add(indexes, role === null ? pathOf(org) : `${role.name} (${pathOf(org)})`);
    }
  }
  for (const { name, entitlements: indexes, isAssigned } of accessRoles.values()) {
    if (isAssigned) add(indexes, name);
  }
  return found;
}

function textOf(paths: readonly string[]): string {
  const sorted = paths.toSorted(byText);
  const shown = sorted.slice(0, PATHS_MAX).join("; ");
  return sorted.length > PATHS_MAX ? `${shown}; +${sorted.length - PATHS_MAX}` : shown;
}
