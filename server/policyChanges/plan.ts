/** Plans a change of policies: its orgs, its roles and its effect. */
import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Period } from "#events/entities/common.ts";
import type { PolicyChangeRequest, PolicyLine } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { compareAccess } from "../access/effect.ts";
import type { AccessGraph } from "../access/graph.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import { validAt } from "../access/periods.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { ApiError, invalid } from "../plugins/errors.ts";
import { chooseOrgs, chooseRoles } from "./choices.ts";
import { computeEffect, NO_NODES, type ComputedEffect, type RoleChange } from "./computeEffect.ts";
import { isReplaced, type ChangeScope } from "./scope.ts";

/** Maximum grants that one change writes. */
const MAX_GRANTS = 20_000_000;

export interface Plan extends Omit<ComputedEffect, "basis"> {
  readonly scope: ChangeScope;
  readonly graph: AccessGraph;
  /** Indexes of the chosen orgs. */
  readonly targets: Int32Array;
  /** Equal for two plans with the same effect on the same data. */
  readonly fingerprint: string;
  /** By node: of how many roles a file changes the period; only of a file with periods. */
  readonly periods?: Int32Array;
  /** By org and role; only of a file with periods. */
  readonly grantChanges?: readonly GrantChange[];
}

/** What a file does to a role in the policy of an org. */
export interface GrantChange {
  readonly orgOid: string;
  readonly roleOid: string;
  /** null: the policy did not have the role. */
  readonly before: Period | null;
  /** null: the policy loses the role. */
  readonly after: Period | null;
}

export type ChangeKind = PolicyLine["change"];

export function kindOf({ before, after }: GrantChange): ChangeKind {
  if (before === null) return "added";
  return after === null ? "removed" : "period";
}

export interface BulkPlan extends Plan {
  readonly request: PolicyChangeRequest;
  readonly orgOids: readonly string[];
  /** Distinct, ascending. */
  readonly roleOids: readonly string[];
}

/** @throws ApiError EINVALID for an unknown org or role, or for a change that is too large. */
export async function makePlan(
  db: Kysely<Database>,
  scope: ChangeScope,
  request: PolicyChangeRequest,
  { version, graph }: VersionedGraph,
): Promise<BulkPlan> {
  const orgOids = await chooseOrgs(db, scope, request.orgs);
  const roleOids = await chooseRoles(db, scope, request.roles);
  requireWritable(orgOids.length, roleOids.length);
  const own = request.operation === "equal" ? await replacedRoles(db, scope, request, orgOids) : [];
  const listed = request.operation === "remove" ? "remove" : "add";
  // `equal` removes all roles of its kind that are not listed.
  const changes = new Map<string, RoleChange>([
    ...own.map((roleOid) => [roleOid, "remove"] as const),
    ...roleOids.map((roleOid) => [roleOid, listed] as const),
  ]);
  const plan = await planOf(db, scope, { version, graph }, changes, orgOids);
  return { ...plan, request, orgOids, roleOids };
}

/** @throws ApiError EINVALID if a change of so many orgs and roles would write too many grants. */
export function requireWritable(orgs: number, roles: number): void {
  if (orgs * roles <= MAX_GRANTS) return;
  throw invalid("/body/roles", message("policies.changeTooLarge", { max: MAX_GRANTS }));
}

/** @param orgOids of the changed orgs */
export async function planOf(
  db: Kysely<Database>,
  scope: ChangeScope,
  { version, graph }: VersionedGraph,
  changes: ReadonlyMap<string, RoleChange>,
  orgOids: readonly string[],
): Promise<Plan> {
  const targets = Int32Array.from(orgOids, (oid) => graph.indexOf.get(oid) ?? -1).filter(
    (index) => index !== -1,
  );
  const { basis, ...computed } = await computeEffect(db, scope, graph, changes, targets);
  const fingerprint = fingerprintOf([version, scope.clientId, scope.resourceId, ...basis]);
  return { scope, graph, targets, ...computed, fingerprint };
}

/**
 * The plan of a change of what roles grant, which changes no policies.
 *
 * @param basis everything that the effect depends on, except the graph
 */
export function planOfGrants(
  { clientId, at }: Pick<ChangeScope, "clientId" | "at">,
  { version, graph }: VersionedGraph,
  { entitlements, sources }: Pick<Plan, "entitlements" | "sources">,
  basis: readonly unknown[],
): Plan {
  return {
    scope: { clientId, resourceId: null, rootOid: null, at },
    graph,
    targets: NO_NODES,
    added: NO_NODES,
    removed: NO_NODES,
    touched: new Map(),
    entitlements,
    sources,
    effect: compareAccess(graph, sources, NO_NODES),
    fingerprint: fingerprintOf([version, clientId, ...basis]),
  };
}

/** A digest of everything that an effect depends on. */
export function fingerprintOf(parts: readonly unknown[]): string {
  const hash = createHash("sha256");
  for (const part of parts) {
    // The length tells where nodes end, because their bytes can be any.
    if (part instanceof Int32Array) hash.update(`${part.length} `).update(part);
    else hash.update(`${JSON.stringify(part)}\n`);
  }
  return hash.digest("base64url");
}

/** The distinct roles that are in the policies of the orgs now and that `equal` replaces. */
async function replacedRoles(
  db: Kysely<Database>,
  scope: ChangeScope,
  { roles }: PolicyChangeRequest,
  orgOids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ oid: string }>`
    select distinct i.role_oid as oid from inducements i
    where i.client_id = ${scope.clientId} and i.org_oid = any(${toUuids(orgOids)})
      and ${validAt("i", scope.at)} ${isReplaced(scope, roles, sql`i.role_oid`)}
    order by oid
  `.execute(db);
  return rows.map(({ oid }) => oid);
}

/** @throws ApiError ECONFLICT if the plan differs from the previewed one. */
export function requireSame(plan: Pick<Plan, "fingerprint">, fingerprint: string): void {
  if (plan.fingerprint === fingerprint) return;
  throw new ApiError("ECONFLICT", message("policies.previewOutdated"));
}

/** The number of roles that policies get and lose, and whose periods change, summed over all orgs. */
export function sumGrants({
  added,
  removed,
  periods = NO_NODES,
}: Pick<Plan, "added" | "removed" | "periods">) {
  const sum = (counts: Int32Array) => counts.reduce((total, count) => total + count, 0);
  return { added: sum(added), removed: sum(removed), periods: sum(periods) };
}
