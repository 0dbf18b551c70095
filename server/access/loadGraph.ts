/** Reads graphs of memberships, and caches them until memberships change or an assignment begins or ends. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { createGraph, type AccessGraph } from "./graph.ts";
import { readMembershipVersion } from "./memberships.ts";
import { validAt } from "./periods.ts";

/** Maximum cached graphs. A graph of 200,000 people takes about 5 MB. */
const MAX_GRAPHS = 4;
const ATTEMPTS = 5;

export interface VersionedGraph {
  readonly version: number;
  readonly graph: AccessGraph;
}

/** The instants between which a graph is valid. Assigned access roles begin or end at its bounds. */
interface Validity {
  /** Milliseconds since the epoch, inclusive; null without a bound. */
  readonly from: number | null;
  /** Exclusive. */
  readonly until: number | null;
}

interface CachedGraph extends VersionedGraph {
  readonly validity: Validity;
}

export class MembershipsChangedError extends Error {
  constructor(clientId: string) {
    super(`Memberships of ${clientId} changed ${ATTEMPTS} times while they were read`);
    this.name = "MembershipsChangedError";
  }
}

/** Caches the graphs of the most recently used clients. */
export class AccessGraphs {
  readonly #kept = new Map<string, CachedGraph>();

  /**
   * Runs `work` on the client's graph. If memberships change while it runs, it runs again on the new graph.
   *
   * @param at the instant at which assigned access roles must be valid
   * @param work can use the numbers of `numberedOrgs`, which are the indexes of the graph's nodes
   * @throws MembershipsChangedError if memberships change during every attempt
   */
  async use<T>(
    db: Kysely<Database>,
    clientId: string,
    at: Date,
    work: (versioned: VersionedGraph) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const version = await readMembershipVersion(db, clientId);
      const versioned = await this.#load(db, clientId, at, version);
      const result = await work(versioned);
      if ((await readMembershipVersion(db, clientId)) === version) return result;
    }
    throw new MembershipsChangedError(clientId);
  }

  async #load(
    db: Kysely<Database>,
    clientId: string,
    at: Date,
    version: number,
  ): Promise<VersionedGraph> {
    const known = this.#kept.get(clientId);
    this.#kept.delete(clientId);
    const isCurrent = known?.version === version && includes(known.validity, at);
    const cached = isCurrent
      ? known
      : {
          version,
          validity: await readValidity(db, clientId, at),
          graph: await readGraph(db, clientId, at),
        };
    this.#kept.set(clientId, cached);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_GRAPHS && oldest !== undefined) this.#kept.delete(oldest);
    return cached;
  }
}

/** Selects the orgs with a number each: the index of their node in a graph of the same version. */
export const numberedOrgs = (clientId: string) => sql`
  select oid, (row_number() over (order by oid) - 1)::int as n from orgs where client_id = ${clientId}`;

function includes({ from, until }: Validity, at: Date): boolean {
  const time = at.getTime();
  return (from === null || time >= from) && (until === null || time < until);
}

/** How long the graph of an instant stays the same if memberships do not change. */
async function readValidity(db: Kysely<Database>, clientId: string, at: Date): Promise<Validity> {
  const time = at.getTime();
  // Rounded up: an instant in whole milliseconds is before a bound exactly if it is before the rounded bound.
  const { rows } = await sql<Validity>`
    select max(bound.ms) filter (where bound.ms <= ${time}) as from,
      min(bound.ms) filter (where bound.ms > ${time}) as until
    from access_role_assignments a
    cross join lateral (values (a.valid_from), (a.valid_until)) as period (bound)
    cross join lateral (select ceil(extract(epoch from period.bound) * 1000)) as bound (ms)
    where a.client_id = ${clientId} and (a.valid_from is not null or a.valid_until is not null)
  `.execute(db);
  return rows[0] ?? { from: null, until: null };
}

/** Reads the graph without the cache. */
export async function readGraph(
  db: Kysely<Database>,
  clientId: string,
  at: Date,
): Promise<AccessGraph> {
  const orgs = await db
    .selectFrom("orgs")
    .select(["oid", "parent_oid as parentOid"])
    .where("client_id", "=", clientId)
    .orderBy("oid")
    .execute();
  // Archived roles are nodes as well, for the effect of restoring them. They grant nothing.
  const assigned = sql`
    select a.access_role_oid, a.identity_oid from access_role_assignments a
    where a.client_id = ${clientId} and ${validAt("a", at)}`;
  const roles = await sql<{ oid: string }>`
    select distinct access_role_oid as oid from (${assigned}) held order by oid
  `.execute(db);
  const { rows } = await sql<{ nodes: string; people: Buffer }>`
    with orgs_n as materialized (${numberedOrgs(clientId)}),
    held as (${assigned}),
    roles_n as materialized (
      select oid, (${orgs.length} + row_number() over (order by oid) - 1)::int as n
      from (select distinct access_role_oid as oid from held) distinct_roles
    ),
    memberships as (
      select m.identity_oid, o.n from identity_orgs m join orgs_n o on o.oid = m.org_oid
      where m.client_id = ${clientId}
      union all
      select held.identity_oid, r.n from held join roles_n r on r.oid = held.access_role_oid
    ),
    people as (
      select identity_oid, array_agg(n order by n) as nodes from memberships group by identity_oid
    )
    select nodes::text as nodes, string_agg(uuid_send(identity_oid), ''::bytea) as people
    from people group by nodes
  `.execute(db);
  return createGraph(
    orgs,
    roles.rows.map(({ oid }) => oid),
    rows.map(({ nodes, people }) => ({ nodes: numbersIn(nodes), people })),
  );
}

/** @param array the text of a PostgreSQL array of integers */
export function numbersIn(array: string): number[] {
  return array === "{}" ? [] : array.slice(1, -1).split(",").map(Number);
}
