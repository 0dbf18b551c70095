/** What a planned change adds to and removes from each policy, line by line: by org, then by resource and role. */
import { sql, type Kysely } from "kysely";
import type { OrgType } from "#events/entities/orgTypes.ts";
import type { PolicyLine, PolicyLines } from "#events/entities/policyChange.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Source } from "../access/effect.ts";
import type { Database } from "../db/schema.ts";
import type { Range } from "../lists/list.ts";
import { toUuids } from "../lists/sqlText.ts";
import type { Plan } from "./plan.ts";
import { nameRoles, type RoleName } from "./roleNames.ts";

interface ChangedOrg {
  readonly node: number;
  readonly orgOid: string;
  readonly orgType: OrgType;
  readonly orgName: string;
  readonly lines: number;
}

interface ChangedRole extends RoleName {
  readonly source: Source;
}

export interface Lines {
  readonly show: PolicyLines;
  readonly orgs: readonly ChangedOrg[];
  readonly roles: readonly ChangedRole[];
  readonly total: number;
}

interface NamedOrg {
  readonly oid: string;
  readonly type: OrgType;
  readonly name: string;
}

interface Selection {
  readonly show: PolicyLines;
  /** Part of an org's name. */
  readonly contains: string;
}

export async function readLines(
  db: Kysely<Database>,
  plan: Plan,
  show: PolicyLines,
  contains = "",
): Promise<Lines> {
  const { graph, scope, touched } = plan;
  const names = await nameRoles(db, scope.clientId, [...touched.keys()]);
  const changed = [...plan.targets].filter((node) => countLines(plan, show, node) > 0);
  const { rows: orgs } = await sql<NamedOrg>`
    select oid, type, display_name as name from orgs
    where client_id = ${scope.clientId}
      and oid = any(${toUuids(changed.map((node) => graph.oids[node] ?? ""))})
    order by sort_key, name, oid
  `.execute(db);
  return linesOfPlan(plan, { names, orgs }, { show, contains });
}

/** The lines of a changed org. */
function countLines(
  { added, removed }: Pick<Plan, "added" | "removed">,
  show: PolicyLines,
  node: number,
): number {
  const countIn = (counts: Int32Array) => counts[node] ?? 0;
  return (show === "removed" ? 0 : countIn(added)) + (show === "added" ? 0 : countIn(removed));
}

/**
 * @param names of the plan's roles, in the order of the lines. Roles that are gone have none, and come last.
 * @param orgs that have lines, in the order of the lines
 */
export function linesOfPlan(
  plan: Pick<Plan, "added" | "removed" | "graph" | "touched">,
  { names, orgs }: { readonly names: readonly RoleName[]; readonly orgs: readonly NamedOrg[] },
  { show, contains }: Selection,
): Lines {
  const { graph, touched } = plan;
  const named = new Set(names.map(({ roleOid }) => roleOid));
  const unnamed = [...touched.keys()].filter((roleOid) => !named.has(roleOid));
  const roles = [
    ...names,
    ...unnamed.map((roleOid) => ({ roleOid, name: roleOid, resourceName: null })),
  ].flatMap((name) => {
    const source = touched.get(name.roleOid);
    return source ? [{ ...name, source }] : [];
  });
  const wanted = normalizeForFilter(contains);
  const found = orgs
    .filter(({ name }) => normalizeForFilter(name).includes(wanted))
    .flatMap(({ oid, type, name }): ChangedOrg[] => {
      const node = graph.indexOf.get(oid);
      if (node === undefined) return [];
      const lines = countLines(plan, show, node);
      return [{ node, orgOid: oid, orgType: type, orgName: name, lines }];
    });
  return { show, orgs: found, roles, total: found.reduce((sum, { lines }) => sum + lines, 0) };
}

export function linesIn(all: Lines, { offset, size }: Range): PolicyLine[] {
  const found: PolicyLine[] = [];
  let first = 0;
  for (const org of all.orgs) {
    if (first >= offset + size) break;
    const next = first + org.lines;
    if (next > offset) {
      const from = Math.max(0, offset - first);
      found.push(...linesOf(org, all).slice(from, offset + size - first));
    }
    first = next;
  }
  return found;
}

/** All lines, in a batch for each org. */
export function* lineBatches(all: Lines): Generator<readonly PolicyLine[]> {
  for (const org of all.orgs) yield linesOf(org, all);
}

function linesOf({ node, orgOid, orgType, orgName }: ChangedOrg, { roles, show }: Lines) {
  return roles.flatMap(({ roleOid, name, resourceName, source }): PolicyLine[] => {
    const change = changeAt(source, node);
    if (change === null || (show !== "all" && show !== change)) return [];
    return [{ orgOid, orgType, orgName, roleOid, name, resourceName, change }];
  });
}

/** What happens to a role in the policy of a changed org. */
function changeAt({ nodes, change }: Source, node: number): PolicyLine["change"] | null {
  const before = includesSorted(nodes, node);
  const after =
    typeof change === "string"
      ? change === "add" || (before && change === "none")
      : includesSorted(change, node);
  if (before === after) return null;
  return after ? "added" : "removed";
}

function includesSorted(nodes: Int32Array, node: number): boolean {
  let [from, end] = [0, nodes.length];
  while (from < end) {
    const middle = (from + end) >> 1;
    if ((nodes[middle] ?? 0) < node) from = middle + 1;
    else end = middle;
  }
  return nodes[from] === node;
}
