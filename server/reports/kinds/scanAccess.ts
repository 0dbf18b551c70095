/**
 * Reads what each person of a scope holds and what policies grant to them. People with the same orgs and assigned
 * access roles form a group, for which grants are computed once. Accounts are read in short queries.
 */
import { sql, type Kysely } from "kysely";
import { peopleOf, type AccessGraph } from "../../access/graph.ts";
import { numberedOrgs, numbersIn, readGraph } from "../../access/loadGraph.ts";
import { validAt } from "../../access/periods.ts";
import type { Database } from "../../db/schema.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { ReportImpossible, type ReportRequest, type ReportTools } from "./kind.ts";
import { readResources } from "./resources.ts";

/** People per query. */
const CHUNK = 500;

export interface ScannedOrg {
  readonly oid: string;
  readonly name: string;
  /** Index of the parent; -1 for a root. */
  readonly parent: number;
  readonly isInScope: boolean;
}

export interface ScannedEntitlement {
  readonly no: number;
  readonly name: string;
  readonly roleOid: string;
  /** Index of the resource. */
  readonly resource: number;
}

/** An access role that is not archived. */
export interface ScannedRole {
  readonly name: string;
  /** Indexes of its entitlements. */
  readonly entitlements: readonly number[];
  readonly isAssigned: boolean;
}

/** An entitlement or access role in the policies of orgs. */
export interface ScannedGrant {
  /** null: the policies grant the entitlement themselves. */
  readonly role: ScannedRole | null;
  /** Indexes of the entitlements. */
  readonly entitlements: readonly number[];
  /** Indexes of the orgs. */
  readonly orgs: readonly number[];
}

export interface ScannedDirectory {
  /** By index of the graph's node. */
  readonly orgs: readonly ScannedOrg[];
  /** Names by index. */
  readonly resources: readonly string[];
  /** Ids by index. */
  readonly resourceIds: readonly string[];
  /** Of the scope's resources, by name and resource. */
  readonly entitlements: readonly ScannedEntitlement[];
  /** By entitlement number: the index in `entitlements`, or -1 outside of the scope. */
  readonly indexOfNo: Int32Array;
  /** By role oid. */
  readonly accessRoles: ReadonlyMap<string, ScannedRole>;
  readonly grants: readonly ScannedGrant[];
  /** By index of the org: indexes of the entitlements that its own policy grants. */
  readonly policies: ReadonlyMap<number, readonly number[]>;
}

/** A person, valid during the visit only. */
export interface ScannedPerson {
  readonly oid: string;
  /** Indexes of the orgs in scope that the person belongs to, those above included. */
  readonly orgs: readonly number[];
  /** Indexes of the entitlements that the person holds; distinct. */
  readonly held: readonly number[];
  /** Indexes of the entitlements that policies and assigned access roles grant; distinct. */
  readonly granted: readonly number[];
  readonly isHeld: (entitlement: number) => boolean;
  readonly isGranted: (entitlement: number) => boolean;
}

/**
 * @param visit is called once for each person of the scope
 * @throws ReportImpossible if the org or the resource does not exist
 */
export async function scanAccess(
  request: ReportRequest,
  { db, advance }: ReportTools,
  visit: (person: ScannedPerson, directory: ScannedDirectory) => void,
): Promise<ScannedDirectory> {
  const graph = await readGraph(db, request.clientId, request.at);
  const directory = await readDirectory(db, request, graph);
  await advance(0.02);
  const grants = new Grants(graph, directory);
  const people = await peopleInScope(db, request, graph, directory);
  const held = new Marks(directory.entitlements.length);
  for (let first = 0; first < people.length; first += CHUNK) {
    const chunk = people.slice(first, first + CHUNK);
    const accounts = await readAccounts(
      db,
      request,
      chunk.map(({ oid }) => oid),
    );
    for (const { oid, group } of chunk) {
      const { orgs, granted, marks } = grants.of(group);
      held.clear();
      for (const no of accounts.get(oid) ?? []) {
        const index = directory.indexOfNo[no] ?? -1;
        if (index !== -1) held.add(index);
      }
      visit(
        {
          oid,
          orgs,
          held: held.list,
          granted,
          isHeld: (index) => held.has(index),
          isGranted: (index) => marks.has(index),
        },
        directory,
      );
    }
    await advance(0.05 + (0.85 * (first + chunk.length)) / people.length);
  }
  return directory;
}

/** A set of small numbers that is emptied in constant time. */
class Marks {
  readonly #round: Int32Array;
  #current = 1;
  list: number[] = [];

  constructor(size: number) {
    this.#round = new Int32Array(size);
  }

  clear(): void {
    this.#current++;
    this.list = [];
  }

  add(index: number): void {
    if (this.has(index)) return;
    this.#round[index] = this.#current;
    this.list.push(index);
  }

  has(index: number): boolean {
    return this.#round[index] === this.#current;
  }
}

/** A group of the graph; null for people without orgs and assigned access roles. */
type Group = number | null;

/** Computes the grants of the group that was asked for last. */
class Grants {
  readonly #graph: AccessGraph;
  readonly #directory: ScannedDirectory;
  readonly #marks: Marks;
  readonly #orgs: Marks;
  #group: Group | undefined;

  constructor(graph: AccessGraph, directory: ScannedDirectory) {
    this.#graph = graph;
    this.#directory = directory;
    this.#marks = new Marks(directory.entitlements.length);
    this.#orgs = new Marks(directory.orgs.length);
  }

  of(group: Group) {
    if (group !== this.#group) this.#compute(group);
    return { orgs: this.#inScope(), granted: this.#marks.list, marks: this.#marks };
  }

  #inScope(): readonly number[] {
    const { orgs } = this.#directory;
    return this.#orgs.list.filter((org) => orgs[org]?.isInScope);
  }

  #compute(group: Group): void {
    this.#group = group;
    this.#marks.clear();
    this.#orgs.clear();
    if (group === null) return;
    const { groups, orgCount, oids } = this.#graph;
    const { orgs, policies, accessRoles } = this.#directory;
    for (let at = groups.starts[group] ?? 0; at < (groups.starts[group + 1] ?? 0); at++) {
      const node = groups.nodes[at] ?? -1;
      if (node >= orgCount) {
        const role = accessRoles.get(oids[node] ?? "");
        for (const index of role?.entitlements ?? []) this.#marks.add(index);
        continue;
      }
      for (let org = node; org !== -1 && !this.#orgs.has(org); org = orgs[org]?.parent ?? -1) {
        this.#orgs.add(org);
        for (const index of policies.get(org) ?? []) this.#marks.add(index);
      }
    }
  }
}

async function readDirectory(
  db: Kysely<Database>,
  { clientId, orgOid, resourceId, at }: ReportRequest,
  graph: AccessGraph,
): Promise<ScannedDirectory> {
  const names = await db
    .selectFrom("orgs")
    .select(["oid", "display_name as name"])
    .where("client_id", "=", clientId)
    .execute();
  const nameOf = new Map(names.map(({ oid, name }) => [oid, name]));
  const root = orgOid === null ? null : (graph.indexOf.get(orgOid) ?? -1);
  if (root === -1) throw new ReportImpossible("orgGone");
  const inScope = new Uint8Array(graph.orgCount);
  for (const org of graph.order) {
    const parent = graph.parents[org] ?? -1;
    if (root === null || org === root || (parent !== -1 && inScope[parent] === 1)) inScope[org] = 1;
  }
  const orgs = graph.oids.slice(0, graph.orgCount).map((oid, index) => ({
    oid,
    name: nameOf.get(oid) ?? "",
    parent: graph.parents[index] ?? -1,
    isInScope: inScope[index] === 1,
  }));
  const listed = await readResources(db, { clientId, resourceId });
  const resourceIndex = new Map(listed.map(({ id }, index) => [id, index]));
  let ofScope = db
    .selectFrom("entitlements")
    .select(["no", "name", "role_oid", "resource_id"])
    .where("client_id", "=", clientId);
  if (resourceId !== null) ofScope = ofScope.where("resource_id", "=", resourceId);
  const rows = await ofScope.orderBy("name").orderBy("no").execute();
  const entitlements = rows.map(({ no, name, role_oid, resource_id }) => ({
    no,
    name,
    roleOid: role_oid,
    resource: resourceIndex.get(resource_id) ?? 0,
  }));
  const indexOfNo = new Int32Array(1 + Math.max(0, ...rows.map(({ no }) => no))).fill(-1);
  for (const [index, { no }] of entitlements.entries()) indexOfNo[no] = index;
  const indexOfRole = new Map(entitlements.map(({ roleOid }, index) => [roleOid, index]));
  const assigned = new Set(graph.oids.slice(graph.orgCount));
  const accessRoles = await readAccessRoles(db, clientId, indexOfRole, assigned);
  const grants = await readGrants(db, clientId, at, indexOfRole, accessRoles);
  return {
    orgs,
    resources: listed.map(({ name }) => name),
    resourceIds: listed.map(({ id }) => id),
    entitlements,
    indexOfNo,
    accessRoles,
    grants,
    policies: policiesOf(grants),
  };
}

async function readAccessRoles(
  db: Kysely<Database>,
  clientId: string,
  indexOfRole: ReadonlyMap<string, number>,
  assigned: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ScannedRole>> {
  const rows = await db
    .selectFrom("access_role_entitlements as c")
    .innerJoin("access_roles as r", (join) =>
      join.onRef("r.client_id", "=", "c.client_id").onRef("r.oid", "=", "c.access_role_oid"),
    )
    .select(["c.access_role_oid as oid", "r.name", "c.role_oid as roleOid"])
    .where("c.client_id", "=", clientId)
    .where("r.archived_at", "is", null)
    .execute();
  const roles = new Map<string, ScannedRole & { readonly entitlements: number[] }>();
  for (const { oid, name, roleOid } of rows) {
    const index = indexOfRole.get(roleOid);
    const role = roles.get(oid) ?? { name, entitlements: [], isAssigned: assigned.has(oid) };
    roles.set(oid, role);
    if (index !== undefined) role.entitlements.push(index);
  }
  return roles;
}

async function readGrants(
  db: Kysely<Database>,
  clientId: string,
  at: Date,
  indexOfRole: ReadonlyMap<string, number>,
  accessRoles: ReadonlyMap<string, ScannedRole>,
): Promise<readonly ScannedGrant[]> {
  const { rows } = await sql<{ role_oid: string; nodes: string }>`
    with orgs_n as materialized (${numberedOrgs(clientId)})
    select i.role_oid, array_agg(distinct o.n)::text as nodes
    from inducements i join orgs_n o on o.oid = i.org_oid
    where i.client_id = ${clientId} and ${validAt("i", at)}
    group by i.role_oid
  `.execute(db);
  return rows.map(({ role_oid, nodes }) => {
    const own = indexOfRole.get(role_oid);
    const role = own === undefined ? (accessRoles.get(role_oid) ?? null) : null;
    const entitlements = own === undefined ? (role?.entitlements ?? []) : [own];
    return { role, entitlements, orgs: numbersIn(nodes) };
  });
}

function policiesOf(grants: readonly ScannedGrant[]): ReadonlyMap<number, readonly number[]> {
  const policies = new Map<number, number[]>();
  for (const { entitlements, orgs } of grants) {
    for (const org of orgs) {
      const policy = policies.get(org) ?? [];
      policies.set(org, policy);
      for (const index of entitlements) policy.push(index);
    }
  }
  return policies;
}

interface Member {
  readonly oid: string;
  readonly group: Group;
}

async function peopleInScope(
  db: Kysely<Database>,
  { clientId, orgOid }: ReportRequest,
  graph: AccessGraph,
  { orgs }: ScannedDirectory,
): Promise<readonly Member[]> {
  const { starts, nodes, people } = graph.groups;
  const members: Member[] = [];
  for (const [group, oids] of people.entries()) {
    const own = nodes.subarray(starts[group], starts[group + 1]);
    if (orgOid !== null && !own.some((node) => orgs[node]?.isInScope)) continue;
    for (const oid of peopleOf(oids)) members.push({ oid, group });
  }
  if (orgOid !== null) return members;
  const known = new Set(members.map(({ oid }) => oid));
  const all = await db
    .selectFrom("identities")
    .select("oid")
    .where("client_id", "=", clientId)
    .execute();
  for (const { oid } of all) if (!known.has(oid)) members.push({ oid, group: null });
  return members;
}

/** By person: the numbers of the held entitlements, with repetitions. */
async function readAccounts(
  db: Kysely<Database>,
  { clientId, resourceId }: ReportRequest,
  oids: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  let accounts = db
    .selectFrom("accounts")
    .select(["identity_oid as oid", "entitlement_nos as nos"])
    .where("client_id", "=", clientId)
    .where(sql<boolean>`identity_oid = any(${toUuids(oids)})`);
  if (resourceId !== null) accounts = accounts.where("resource_id", "=", resourceId);
  const held = new Map<string, number[]>();
  for (const { oid, nos } of await accounts.execute()) {
    if (oid === null) continue;
    held.set(oid, [...(held.get(oid) ?? []), ...nos]);
  }
  return held;
}
