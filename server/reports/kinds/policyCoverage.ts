/** How much of what the members of each org (with those below it) hold is granted by policies. */
import { byText, type ComputedRow, type ReportMethod } from "./kind.ts";
import { scanAccess } from "./scanAccess.ts";

interface Counts {
  members: number;
  held: number;
  covered: number;
  missing: number;
}

/** The chart counts orgs by coverage in steps of this many percent. */
const STEP = 10;

export const policyCoverage: ReportMethod = async (request, tools) => {
  const counts = new Map<number, Counts>();
  const directory = await scanAccess(
    request,
    tools,
    ({ orgs, held, granted, isHeld, isGranted }) => {
      const covered = held.reduce((sum, index) => sum + (isGranted(index) ? 1 : 0), 0);
      const missing = granted.reduce((sum, index) => sum + (isHeld(index) ? 0 : 1), 0);
      for (const org of orgs) {
        const count = counts.get(org) ?? { members: 0, held: 0, covered: 0, missing: 0 };
        counts.set(org, count);
        count.members++;
        count.held += held.length;
        count.covered += covered;
        count.missing += missing;
      }
    },
  );
  const rows = [...counts].map(([org, count]) => ({
    name: directory.orgs[org]?.name ?? "",
    oid: directory.orgs[org]?.oid ?? "",
    share: count.held === 0 ? null : (100 * count.covered) / count.held,
    ...count,
  }));
  rows.sort(
    (a, b) =>
      (a.share ?? Infinity) - (b.share ?? Infinity) ||
      b.members - a.members ||
      byText(a.name, b.name) ||
      byText(a.oid, b.oid),
  );
  const steps = Array.from({ length: 100 / STEP }, () => 0);
  for (const { share } of rows) {
    if (share === null) continue;
    const step = Math.min(Math.floor(share / STEP), steps.length - 1);
    steps[step] = (steps[step] ?? 0) + 1;
  }
  return {
    rows: rows.map(({ name, members, held, covered, missing, share }): ComputedRow => ({
      cells: [name, members, held, covered, missing, share],
    })),
    chart: () => ({
      bars: steps.map((orgs, at) => ({ label: `${at * STEP}–${(at + 1) * STEP}`, values: [orgs] })),
      more: 0,
    }),
  };
};
