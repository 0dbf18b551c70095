/** Access roles with the same entitlements, and access roles whose entitlements are all in a larger one. */
import { setImmediate } from "node:timers/promises";
import type { RoleRelation } from "#events/entities/report.ts";
import { highestBars, type ComputedRow, type ReportMethod } from "./kind.ts";
import { NO_RESOURCE, readRoles } from "./readRoles.ts";
import { findNestings } from "./roleNesting.ts";

export const nestedRoles: ReportMethod = async (request, tools) => {
  const roles = await readRoles(request, tools);
  const pause = async (part: number): Promise<void> => {
    await setImmediate();
    await tools.advance(0.3 + 0.6 * part);
  };
  const totals = new Map<string, [equal: number, contained: number]>();
  const readRows = async function* (): AsyncGenerator<ComputedRow> {
    const sets = roles.map(({ entitlements }) => entitlements);
    for await (const { inner, outer, isEqual } of findNestings(sets, pause)) {
      const role = roles[inner];
      const other = roles[outer];
      if (!role || !other) continue;
      const total = totals.get(role.resource ?? NO_RESOURCE) ?? [0, 0];
      totals.set(role.resource ?? NO_RESOURCE, total);
      total[isEqual ? 0 : 1]++;
      const relation: RoleRelation = isEqual ? "equal" : "contained";
      const size = role.entitlements.length;
      const otherSize = other.entitlements.length;
      const share = (100 * size) / otherSize;
      yield {
        cells: [role.name, role.resource, relation, other.name, size, otherSize, share],
      };
    }
  };
  return {
    rows: readRows(),
    chart: () => highestBars([...totals].map(([label, values]) => ({ label, values }))),
  };
};
