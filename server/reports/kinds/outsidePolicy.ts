/** Entitlements that people hold and no policy grants, by org (with those below it) and resource. */
import { NO_SUBJECT } from "#events/entities/case.ts";
import { byText, highestBars, type ComputedRow, type ReportMethod } from "./kind.ts";
import { scanAccess } from "./scanAccess.ts";

interface Counts {
  people: number;
  held: number;
  outside: number;
}

/** Stands for people without an org. */
const NO_ORG = -1;

export const outsidePolicy: ReportMethod = async (request, tools) => {
  const counts = new Map<number, Map<number, Counts>>();
  /** By resource: held outside policy, and held. */
  const totals = new Map<number, [outside: number, held: number]>();
  const directory = await scanAccess(
    request,
    tools,
    ({ orgs, held, isGranted }, { entitlements }) => {
      const own = new Map<number, [outside: number, held: number]>();
      for (const index of held) {
        const resource = entitlements[index]?.resource ?? 0;
        const count = own.get(resource) ?? [0, 0];
        own.set(resource, count);
        count[1]++;
        if (!isGranted(index)) count[0]++;
      }
      for (const [resource, [outside, all]] of own) {
        const total = totals.get(resource) ?? [0, 0];
        totals.set(resource, total);
        total[0] += outside;
        total[1] += all;
        for (const org of orgs.length === 0 ? [NO_ORG] : orgs) {
          const byResource = counts.get(org) ?? new Map<number, Counts>();
          counts.set(org, byResource);
          const count = byResource.get(resource) ?? { people: 0, held: 0, outside: 0 };
          byResource.set(resource, count);
          count.held += all;
          count.outside += outside;
          if (outside > 0) count.people++;
        }
      }
    },
  );
  const nameOf = (resource: number) => directory.resources[resource] ?? "";
  const rows = [...counts].flatMap(([org, byResource]) =>
    [...byResource]
      .filter(([, { outside }]) => outside > 0)
      .map(([resource, { people, held, outside }]) => ({
        name: org === NO_ORG ? null : (directory.orgs[org]?.name ?? ""),
        oid: directory.orgs[org]?.oid ?? "",
        resource: nameOf(resource),
        resourceId: directory.resourceIds[resource] ?? "",
        people,
        held,
        outside,
      })),
  );
  rows.sort(
    (a, b) =>
      b.outside - a.outside ||
      byText(a.name ?? "", b.name ?? "") ||
      byText(a.resource, b.resource) ||
      byText(a.oid, b.oid),
  );
  return {
    rows: rows.map(({ name, oid, resource, resourceId, people, held, outside }): ComputedRow => ({
      cells: [name, resource, people, held, outside, (100 * outside) / held],
      // People without an org have none that a case could be about.
      finding:
        name === null
          ? undefined
          : { ...NO_SUBJECT, kind: "outsidePolicy", orgOid: oid, resourceId },
    })),
    chart: () =>
      highestBars(
        [...totals]
          .filter(([, [outside]]) => outside > 0)
          .map(([resource, [outside, held]]) => ({
            label: nameOf(resource),
            values: [outside, held - outside],
          })),
      ),
  };
};
