/** What a planned change adds to and removes from each policy, line by line: by org, then by resource and role. */
import { sql, type Kysely } from "kysely";
import type { OrgType } from "#events/entities/orgTypes.ts";
import type { PolicyLine, PolicyLines } from "#events/entities/policyChange.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Source } from "../access/effect.ts";
import type { Database } from "../db/schema.ts";
import type { Range } from "../lists/list.ts";
import { toUuids } from "../lists/sqlText.ts";
import { kindOf, type ChangeKind, type Plan } from "./plan.ts";
import { nameRoles, type RoleName } from "./roleNames.ts";

interface ChangedOrg {
  readonly node: number;
  readonly orgOid: string;
  readonly orgType: OrgType;
  readonly orgName: string;
  readonly lines: number;
}

type LineChange = Pick<PolicyLine, "change" | "before" | "after">;

interface ChangedRole extends RoleName {
  /** What happens to the role in the policy of a changed org. */
  readonly changeAt: (node: number) => LineChange | null;
}

type PlannedLines = Pick<
  Plan,
  "added" | "removed" | "periods" | "graph" | "touched" | "grantChanges"
>;

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
  const { graph, scope } = plan;
  const names = await nameRoles(db, scope.clientId, [...changesByRole(plan).keys()]);
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
  { added, removed, periods }: Pick<Plan, "added" | "removed" | "periods">,
  show: PolicyLines,
  node: number,
): number {
  const counts = { added, removed, period: periods };
  const countOf = (kind: ChangeKind) =>
    show === "all" || show === kind ? (counts[kind]?.[node] ?? 0) : 0;
  return countOf("added") + countOf("removed") + countOf("period");
}

/** By role: what happens to it in the policy of a node. */
function changesByRole({ graph, touched, grantChanges }: PlannedLines) {
  if (!grantChanges) {
    return new Map(
      [...touched].map(([roleOid, source]) => [roleOid, (node: number) => changeAt(source, node)]),
    );
  }
  const byRole = new Map<string, Map<number, LineChange>>();
  for (const change of grantChanges) {
    const node = graph.indexOf.get(change.orgOid);
    if (node === undefined) continue;
    const { roleOid, before, after } = change;
    const byNode = byRole.get(roleOid) ?? new Map<number, LineChange>();
    byRole.set(roleOid, byNode.set(node, { change: kindOf(change), before, after }));
  }
  return new Map(
    [...byRole].map(([roleOid, byNode]) => [
      roleOid,
      (node: number): LineChange | null => byNode.get(node) ?? null,
    ]),
  );
}

/**
 * @param names of the plan's roles, in the order of the lines. Roles that are gone have none, and come last.
 * @param orgs that have lines, in the order of the lines
 */
export function linesOfPlan(
  plan: PlannedLines,
  { names, orgs }: { readonly names: readonly RoleName[]; readonly orgs: readonly NamedOrg[] },
  { show, contains }: Selection,
): Lines {
  const { graph } = plan;
  const changes = changesByRole(plan);
  const named = new Set(names.map(({ roleOid }) => roleOid));
  const unnamed = [...changes.keys()].filter((roleOid) => !named.has(roleOid));
  const roles = [
    ...names,
    ...unnamed.map((roleOid) => ({ roleOid, name: roleOid, resourceName: null })),
  ].flatMap((name) => {
    const of = changes.get(name.roleOid);
    return of ? [{ ...name, changeAt: of }] : [];
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
  return roles.flatMap(({ roleOid, name, resourceName, ...role }): PolicyLine[] => {
    const line = role.changeAt(node);
    if (line === null || (show !== "all" && show !== line.change)) return [];
    return [{ orgOid, orgType, orgName, roleOid, name, resourceName, ...line }];
  });
}

function changeAt({ nodes, change }: Source, node: number): LineChange | null {
  const before = includesSorted(nodes, node);
  const after =
    typeof change === "string"
      ? change === "add" || (before && change === "none")
      : includesSorted(change, node);
  if (before === after) return null;
  return { change: after ? "added" : "removed" };
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
