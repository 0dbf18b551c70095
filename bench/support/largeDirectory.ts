/** A directory whose numbers grow with its people: 200,000 people, 10,000 orgs and 10,000 entitlements, 50 for each person. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { storeCounts } from "#server/directory/queries.ts";

/** In the names of one in ten entitlements. */
export const CHANGED_NAME = "grant";
const GROUPS = 100;
const RESOURCES = 20;
const PEOPLE_PER_ORG = 20;
const ACCOUNTS = 5;
const HELD = 10;
/** Policies grant each org so many entitlements. */
const GRANTS = 20;
/** People per statement. */
const AT_ONCE = 20_000;

/** Orgs, and entitlements. */
export const sizeOf = (people: number): number => Math.ceil(people / PEOPLE_PER_ORG);
/** Entitlements whose names contain `CHANGED_NAME`. */
export const changedOf = (people: number): number => Math.ceil(sizeOf(people) / 10);

/** Fills the first client. @returns the oid of a person. */
export async function fillLargeDirectory(
  db: Kysely<Database>,
  people: number,
): Promise<{ readonly person: string }> {
  const size = sizeOf(people);
  const changed = changedOf(people);
  const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
  await sql`insert into resources (client_id, id, name, search_key, created_at)
    select ${clientId}, gen_random_uuid(), 'Resource ' || i, 'resource ' || i, 'epoch'
    from generate_series(0, ${RESOURCES - 1}::int4) i`.execute(db);
  await sql`insert into entitlements (client_id, id, no, resource_id, name, search_key, role_oid)
    select ${clientId}, gen_random_uuid(), no, r.id, kind || ' ' || no, lower(kind) || ' ' || no, gen_random_uuid()
    from generate_series(1, ${size}::int4) no
    cross join lateral (select case when no <= ${changed}::int4 then 'Grant' else 'Right' end as kind) k
    join resources r on r.client_id = ${clientId} and r.name = 'Resource ' || no % ${RESOURCES}::int4
  `.execute(db);
  await fillOrgs(db, { clientId, size, changed });
  for (let from = 1; from <= people; from += AT_ONCE) {
    const until = Math.min(people, from + AT_ONCE - 1);
    await sql`
      with people as (
        insert into identities (client_id, oid, external_id, username, given_name, family_name, email,
          job_title, search_key)
        select ${clientId}, gen_random_uuid(), 'E' || n, 'user' || n, 'Given' || n::int8 * 7919 % 1000,
          'Family' || n::int8 * 104729 % 200000, 'user' || n || '@example.com', 'Title ' || n % ${size}::int4,
          'e' || n || ' user' || n
        from generate_series(${from}::int4, ${until}::int4) n
        returning oid, job_title, substring(external_id from 2)::int4 as n
      ), members as (
        insert into identity_orgs (client_id, org_oid, identity_oid)
        select ${clientId}, o.oid, p.oid from people p
        join orgs o on o.client_id = ${clientId} and o.name = p.job_title
      )
      insert into accounts (client_id, id, resource_id, name, identity_oid, entitlement_nos)
      select ${clientId}, gen_random_uuid(), r.id, 'user' || p.n, p.oid, array(
        select no from generate_series(1, ${HELD}::int4) i
        cross join lateral (
          select 1 + ((p.n + k) % ${RESOURCES}::int4 + ${RESOURCES - 1}::int4
            + ${RESOURCES}::int4 * (p.n % 30 * 15 + i)) % ${size}::int4 as no
        ) held order by no)
      from people p cross join generate_series(1, ${ACCOUNTS}::int4) k
      join resources r on r.client_id = ${clientId} and r.name = 'Resource ' || (p.n + k) % ${RESOURCES}::int4
    `.execute(db);
  }
  await storeCounts(db, clientId);
  await sql`vacuum (analyze)`.execute(db);
  const { oid } = await db
    .selectFrom("identities")
    .select("oid")
    .where("external_id", "=", `E${Math.ceil(people / 2)}`)
    .executeTakeFirstOrThrow();
  return { person: oid };
}

/** Groups below one root, each with the same number of orgs, which have a policy each. */
async function fillOrgs(
  db: Kysely<Database>,
  {
    clientId,
    size,
    changed,
  }: { readonly clientId: string; readonly size: number; readonly changed: number },
): Promise<void> {
  await sql`insert into orgs (client_id, oid, type, name, display_name, search_key)
    values (${clientId}, gen_random_uuid(), 'job-titles', 'Titles', 'Titles', 'titles')`.execute(
    db,
  );
  await sql`insert into orgs (client_id, oid, type, parent_oid, name, display_name, search_key, is_group)
    select ${clientId}, gen_random_uuid(), 'job-titles', root.oid, 'Group ' || i, 'Group ' || i, 'group ' || i, true
    from generate_series(0, ${GROUPS - 1}::int4) i
    join orgs root on root.client_id = ${clientId} and root.name = 'Titles'`.execute(db);
  await sql`insert into orgs (client_id, oid, type, parent_oid, name, display_name, search_key)
    select ${clientId}, gen_random_uuid(), 'job-titles', parent.oid, 'Title ' || i, 'Title ' || i, 'title ' || i
    from generate_series(0, ${size - 1}::int4) i
    join orgs parent on parent.client_id = ${clientId} and parent.name = 'Group ' || i % ${GROUPS}::int4
  `.execute(db);
  await sql`insert into inducements (client_id, id, org_oid, role_oid, created_at)
    select ${clientId}, gen_random_uuid(), o.oid, e.role_oid, 'epoch'
    from orgs o join entitlements e on e.client_id = o.client_id and e.no > ${changed}::int4
      and e.no <= ${changed + GRANTS}::int4
    where o.client_id = ${clientId} and o.name like 'Title _%'`.execute(db);
}
