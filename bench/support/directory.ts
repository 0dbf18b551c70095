/**
 * A directory of any size from a fixed seed, written to the tables in bulk: one department with all identities, each
 * with accounts on some of the resources. Entitlements are as unevenly distributed as in real directories: a few are
 * held by nearly all, most by few.
 */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { storeCounts } from "#server/directory/queries.ts";

export interface DirectorySize {
  identities: number;
  /** In total; each identity has its share of them. */
  assignments: number;
  resources: number;
  entitlements: number;
}

export interface GeneratedDirectory {
  clientId: string;
  /** The org of all identities. */
  orgOid: string;
  assignments: number;
}

const ACCOUNTS_OF_IDENTITY = 3;
const IDENTITIES_AT_ONCE = 2000;

/** Uniform numbers in [0, 1) from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export async function generateDirectory(
  db: Kysely<Database>,
  size: DirectorySize,
): Promise<GeneratedDirectory> {
  const draw = random(20261121);
  const clientId = randomUUID();
  const orgOid = randomUUID();
  const rootOid = randomUUID();
  const created_at = new Date(0);
  await db
    .insertInto("clients")
    .values({ id: clientId, name: clientId, slug: clientId, created_at })
    .execute();
  const org = { client_id: clientId, type: "departments" as const };
  await db
    .insertInto("orgs")
    .values([
      {
        ...org,
        oid: rootOid,
        name: "Departments",
        display_name: "Departments",
        search_key: "departments",
      },
      {
        ...org,
        oid: orgOid,
        parent_oid: rootOid,
        name: "All",
        display_name: "All",
        search_key: "all",
      },
    ])
    .execute();

  const resourceIds = Array.from({ length: size.resources }, () => randomUUID());
  await db
    .insertInto("resources")
    .values(
      resourceIds.map((id, i) => ({ client_id: clientId, id, name: `Resource ${i}`, created_at })),
    )
    .execute();
  await writeEntitlements(db, clientId, resourceIds, size.entitlements);

  let assignments = 0;
  for (let first = 0; first < size.identities; first += IDENTITIES_AT_ONCE) {
    const count = Math.min(IDENTITIES_AT_ONCE, size.identities - first);
    assignments += await writeIdentities(db, {
      clientId,
      orgOid,
      resourceIds,
      size,
      draw,
      first,
      count,
    });
  }
  await storeCounts(db, clientId);
  await sql`vacuum (analyze)`.execute(db);
  return { clientId, orgOid, assignments };
}

/** Number `no` belongs to the resource `(no - 1) % resources`. */
async function writeEntitlements(
  db: Kysely<Database>,
  clientId: string,
  resourceIds: string[],
  count: number,
): Promise<void> {
  await sql`insert into entitlements (client_id, id, no, resource_id, name, role_oid)
    select ${clientId}, gen_random_uuid(), no, (${resourceIds}::uuid[])[1 + (no - 1) % ${resourceIds.length}::int4],
      'Entitlement ' || no, gen_random_uuid()
    from generate_series(1, ${count}::int4) as no`.execute(db);
}

interface Batch {
  clientId: string;
  orgOid: string;
  resourceIds: string[];
  size: DirectorySize;
  draw: () => number;
  first: number;
  count: number;
}

/** @returns how many assignments were written. */
async function writeIdentities(db: Kysely<Database>, batch: Batch): Promise<number> {
  const { clientId, orgOid, resourceIds, size, draw, first, count } = batch;
  const oids = Array.from({ length: count }, () => randomUUID());
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  await sql`insert into identities (client_id, oid, external_id, search_key)
    select ${clientId}, oid, 'E' || n, 'e' || n from unnest(${oids}::uuid[], ${numbers}::int4[]) as x (oid, n)`.execute(
    db,
  );
  await sql`insert into identity_orgs (client_id, org_oid, identity_oid)
    select ${clientId}, ${orgOid}, oid from unnest(${oids}::uuid[]) as oid`.execute(db);

  const perAccount = size.assignments / size.identities / ACCOUNTS_OF_IDENTITY;
  const perResource = Math.floor(size.entitlements / size.resources);
  const accounts = {
    identity: [] as string[],
    resource: [] as string[],
    name: [] as string[],
    nos: [] as string[],
  };
  let assignments = 0;
  for (const [i, oid] of oids.entries()) {
    const firstResource = Math.floor(draw() * size.resources);
    for (let k = 0; k < ACCOUNTS_OF_IDENTITY; k += 1) {
      const resource = (firstResource + k) % size.resources;
      const wanted = Math.floor(perAccount + (draw() < perAccount % 1 ? 1 : 0));
      const nos = new Set<number>();
      while (nos.size < wanted)
        nos.add(1 + resource + size.resources * Math.floor(perResource * draw() ** 3));
      assignments += nos.size;
      accounts.identity.push(oid);
      accounts.resource.push(resourceIds[resource] ?? "");
      accounts.name.push(`e${first + i}`);
      accounts.nos.push(`{${[...nos].toSorted((a, b) => a - b).join(",")}}`);
    }
  }
  await sql`insert into accounts (client_id, id, resource_id, name, identity_oid, entitlement_nos)
    select ${clientId}, gen_random_uuid(), resource, name, identity, nos::int4[]
    from unnest(${accounts.identity}::uuid[], ${accounts.resource}::uuid[], ${accounts.name}::text[],
      ${accounts.nos}::text[]) as x (identity, resource, name, nos)`.execute(db);
  return assignments;
}
