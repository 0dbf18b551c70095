/** The people of a directory over the wire, on both databases: the list, its searches and filters, and one report. */
import { sql } from "kysely";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { storeCounts } from "#server/directory/queries.ts";
import { countOutsideAccess } from "#server/identities/outsideAccess.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { openSources, type DatabaseKind } from "../support/databaseSources.ts";
import { startProduct } from "../support/product.ts";

const KINDS: readonly DatabaseKind[] = ["embedded", "PostgreSQL"];
const ROUNDS = 20;
/** People per statement, and people of each job title. */
const AT_ONCE = 50_000;
const TITLE_SIZE = 200;
const RESOURCES = 20;
const ENTITLEMENTS = 2000;
/** Policies grant each job title so many entitlements. */
const GRANTS = 20;

/** Requests by figure; a list's answer is a page of at most 100 people. */
const REQUESTS: Readonly<Record<string, string>> = {
  "first rows": "?size=100&sort=name",
  "first rows by job title, falling": "?size=100&sort=jobTitle,desc",
  "rows of the middle": "?size=100&sort=name&page=5000",
  "search of a common text": "?size=100&sort=name&contains=given7",
  "search of a rare text": "?size=100&sort=name&contains=user123456",
  "search of an e-mail address": "?size=100&sort=name&contains=user123456%40example",
  "search of two characters": "?size=100&sort=name&contains=zz",
  "search without a match": "?size=100&sort=name&contains=nobody",
  "search of a common attribute": "?size=100&sort=name&contains=centre7",
  "search of a rare attribute": "?size=100&sort=name&contains=badge123456",
  "people with an account on one resource": "?size=100&sort=name&resourceId={resource}",
  "people without accounts": "?size=100&sort=name&show=withoutAccounts",
  "people with disabled accounts": "?size=100&sort=name&show=disabledAccounts",
  "people with access outside policy": "?size=100&sort=name&show=outsidePolicy",
  "one person": "/{person}",
  "entitlements of one person": "/{person}/entitlements?size=20&sort=name",
};

export const identitiesCase: BenchCase = {
  describes:
    "so many people, each with three accounts, on both databases: list, searches, filters and one report",
  takes: "20 min",
  options: { rows: 1_000_000, runs: 1 },
  goals: () =>
    KINDS.flatMap((kind) =>
      Object.keys(REQUESTS).map((what) => ({
        figure: figureOf(kind, what),
        statistic: "p95" as const,
        atMost: 300,
      })),
    ),
  async open({ rows }, cleanup) {
    const notes: string[] = [];
    const sources = await openSources("identities", cleanup, notes);
    const filled: [DatabaseKind, Filled][] = [];
    for (const [kind, source] of sources) filled.push([kind, await prepare(source, rows, cleanup)]);
    return {
      notes,
      async run() {
        const figures: Measurement[] = [];
        for (const [kind, directory] of filled) {
          for (const measured of await measure(directory, cleanup)) {
            figures.push({ ...measured, figure: figureOf(kind, measured.figure) });
          }
        }
        return figures;
      },
    };
  },
};

const figureOf = (kind: DatabaseKind, what: string) => `${kind}: ${what}`;

interface Filled {
  readonly place: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly ids: { readonly person: string; readonly resource: string };
}

async function prepare(source: DatabaseSource, rows: number, cleanup: Cleanup): Promise<Filled> {
  const place = "url" in source ? cleanup.directory("unused") : source.dataDir;
  const environment: Readonly<Record<string, string>> =
    "url" in source ? { DATABASE_URL: source.url } : {};
  // The first start creates the client.
  await (await startProduct(place, cleanup, environment)).stop();
  const { db, close } = await openDatabase(source);
  const ids = await fill(db, rows);
  await close();
  return { place, environment, ids };
}

async function measure(
  { place, environment, ids }: Filled,
  cleanup: Cleanup,
): Promise<Measurement[]> {
  const { url, stop } = await startProduct(place, cleanup, environment);
  const api = await ApiClient.signIn(url);
  const figures: Measurement[] = [];
  for (const [figure, path] of Object.entries(REQUESTS)) {
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const filled = path.replace("{person}", ids.person).replace("{resource}", ids.resource);
      const { status, lastByte } = await api.call("GET", `/identities${filled}`);
      if (status !== 200) throw new Error(`${figure} was answered with ${status}`);
      samples.push(lastByte);
    }
    figures.push({ figure, unit: "ms", samples });
  }
  await stop();
  return figures;
}

/** Fills the first client. One person in ten has no account, and about one in 50 a disabled one. */
async function fill(
  db: Awaited<ReturnType<typeof openDatabase>>["db"],
  rows: number,
): Promise<{ readonly person: string; readonly resource: string }> {
  const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
  const titles = Math.ceil(rows / TITLE_SIZE);
  await sql`insert into resources (client_id, id, name, created_at)
    select ${clientId}, gen_random_uuid(), 'Resource ' || i, 'epoch'
    from generate_series(1, ${RESOURCES}::int4) i`.execute(db);
  await sql`insert into entitlements (client_id, id, no, resource_id, name, role_oid)
    select ${clientId}, gen_random_uuid(), no, r.id, 'Entitlement ' || no, gen_random_uuid()
    from generate_series(1, ${ENTITLEMENTS}::int4) no
    join resources r on r.client_id = ${clientId} and r.name = 'Resource ' || 1 + no % ${RESOURCES}::int4
  `.execute(db);
  await sql`insert into orgs (client_id, oid, type, name, display_name, search_key)
    values (${clientId}, gen_random_uuid(), 'job-titles', 'Titles', 'Titles', 'titles')`.execute(
    db,
  );
  await sql`insert into orgs (client_id, oid, type, parent_oid, name, display_name, search_key)
    select ${clientId}, gen_random_uuid(), 'job-titles', root.oid, 'Title ' || i, 'Title ' || i, 'title' || i
    from generate_series(0, ${titles - 1}::int4) i
    join orgs root on root.client_id = ${clientId} and root.name = 'Titles'`.execute(db);
  await sql`insert into inducements (client_id, id, org_oid, role_oid, created_at)
    select ${clientId}, gen_random_uuid(), o.oid, e.role_oid, 'epoch'
    from orgs o join entitlements e on e.client_id = o.client_id and e.no <= ${GRANTS}::int4
    where o.client_id = ${clientId} and o.name like 'Title _%'`.execute(db);
  for (let from = 1; from <= rows; from += AT_ONCE) {
    await sql`
      with people as (
        insert into identities (client_id, oid, external_id, username, given_name, family_name, email,
          job_title, department, location, search_key, attributes, attribute_key)
        select ${clientId}, gen_random_uuid(), 'E' || n, 'user' || n, 'Given' || n::int8 * 7919 % 1000,
          'Family' || n::int8 * 104729 % 200000, 'user' || n || '@example.com',
          'Title ' || n % ${titles}::int4, 'Department ' || n % 50, 'City ' || n % 100,
          concat_ws(chr(10), 'given' || n::int8 * 7919 % 1000 || 'family' || n::int8 * 104729 % 200000,
            'user' || n, 'e' || n, 'user' || n || '@example.com'),
          jsonb_build_object('badge', 'Badge ' || n, 'costCentre', 'Centre ' || n % 1000),
          'badge' || n || chr(10) || 'centre' || n % 1000
        from generate_series(${from}::int4, ${Math.min(rows, from + AT_ONCE - 1)}::int4) n
        returning oid, job_title, substring(external_id from 2)::int4 as n
      ), members as (
        insert into identity_orgs (client_id, org_oid, identity_oid)
        select ${clientId}, o.oid, p.oid from people p
        join orgs o on o.client_id = ${clientId} and o.name = p.job_title
      )
      insert into accounts (client_id, id, resource_id, name, identity_oid, active, entitlement_nos)
      select ${clientId}, gen_random_uuid(), r.id, 'user' || p.n, p.oid,
        p.n % 49 > 0 or k > 1,
        array(select no from generate_series((p.n + k) % ${RESOURCES}::int4 + ${RESOURCES}::int4,
          ${ENTITLEMENTS}::int4, ${RESOURCES * 10}::int4) no)
      from people p cross join generate_series(1, 3) k
      join resources r on r.client_id = ${clientId}
        and r.name = 'Resource ' || 1 + (p.n + k) % ${RESOURCES}::int4
      where p.n % 10 > 0`.execute(db);
  }
  await storeCounts(db, clientId);
  await countOutsideAccess(db, { now: () => new Date(), isEnding: () => false });
  await sql`vacuum (analyze)`.execute(db);
  const person = await db
    .selectFrom("identities")
    .select("oid")
    .where("external_id", "=", `E${Math.ceil(rows / 2) + 1}`)
    .executeTakeFirstOrThrow();
  const resource = await db
    .selectFrom("resources")
    .select("id")
    .where("client_id", "=", clientId)
    .where("name", "=", "Resource 7")
    .executeTakeFirstOrThrow();
  return { person: person.oid, resource: resource.id };
}
