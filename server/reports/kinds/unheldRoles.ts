/** Access roles that nobody has: not assigned to anyone, and in no policy of an org with members. */
import type { AccessGraph } from "../../access/graph.ts";
import { readGraph } from "../../access/loadGraph.ts";
import { highestBars, type ComputedRow, type ReportMethod } from "./kind.ts";
import { NO_RESOURCE, readGrantingOrgs, readRoles } from "./readRoles.ts";

export const unheldRoles: ReportMethod = async (request, tools) => {
  const { clientId, at } = request;
  const roles = await readRoles(request, tools);
  await tools.advance(0.2);
  const graph = await readGraph(tools.db, clientId, at);
  await tools.advance(0.7);
  const granting = await readGrantingOrgs(request, tools);
  await tools.advance(0.8);
  const hasPeople = nodesWithPeople(graph);
  const orgsOf = (oid: string) => granting.get(oid) ?? [];
  const isHeld = (oid: string): boolean => {
    const assigned = graph.indexOf.get(oid);
    return assigned !== undefined || orgsOf(oid).some((org) => hasPeople[org] === 1);
  };
  const totals = new Map<string, [unheld: number, held: number]>();
  const rows: ComputedRow[] = [];
  for (const { oid, name, resource, changedAt, entitlements } of roles) {
    const total = totals.get(resource ?? NO_RESOURCE) ?? [0, 0];
    totals.set(resource ?? NO_RESOURCE, total);
    if (isHeld(oid)) {
      total[1]++;
      continue;
    }
    total[0]++;
    const orgs = orgsOf(oid).length;
    rows.push({ cells: [name, resource, entitlements.length, orgs, changedAt.getTime()] });
  }
  return {
    rows,
    chart: () =>
      highestBars(
        [...totals]
          .filter(([, [unheld]]) => unheld > 0)
          .map(([label, values]) => ({ label, values })),
      ),
  };
};

/** Marks the assigned access roles, and the orgs with members of their own or below them. */
function nodesWithPeople({ groups, parents, oids }: AccessGraph): Uint8Array {
  const marks = new Uint8Array(oids.length);
  for (const node of groups.nodes) {
    for (let at = node; at !== -1 && marks[at] === 0; at = parents[at] ?? -1) marks[at] = 1;
  }
  return marks;
}
