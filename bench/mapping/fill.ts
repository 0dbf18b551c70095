/** Accounts of an HR system and the people whom they describe, a part of whom differ from what the mappings give. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";
import { requireSystem } from "#server/systems/queries.ts";
import { benchMappings, OBJECT_CLASSES } from "./mappings.ts";

/** Accounts per statement. */
const AT_ONCE = 20_000;

/** @param resourceId an HR system of the first client. */
export async function fillAccounts(
  db: Kysely<Database>,
  resourceId: string,
  rows: number,
): Promise<void> {
  const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
  const { settings } = await requireSystem(db, { clientId, resourceId });
  await db
    .updateTable("connected_systems")
    .set({
      object_classes: JSON.stringify(OBJECT_CLASSES),
      settings: JSON.stringify({ ...settings, mappings: benchMappings(resourceId) }),
    })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  for (let from = 1; from <= rows; from += AT_ONCE) {
    const until = Math.min(rows, from + AT_ONCE - 1);
    // Ids in the order of their numbers, so that pages read neighbouring rows.
    await sql`
      insert into system_objects (client_id, resource_id, object_class, object_id, name, account_name,
        hash, content, held)
      select ${clientId}, ${resourceId}, 'account', id, id, id, decode(md5(id), 'hex'),
        json_build_object('attributes', json_build_object(
          'boss', json_build_array('E' || lpad((n / 10)::text, 8, '0')),
          'city', json_build_array('City ' || n % 100),
          'department', json_build_array('Department ' || n % 50),
          'first', json_build_array('Given' || n::int8 * 7919 % 1000),
          'id', json_build_array(id),
          'last', json_build_array('Family' || n::int8 * 104729 % 200000),
          'phone', json_build_array('+49 30 ' || n),
          'title', json_build_array('Title ' || n % 500)
        ), 'active', n % 50 > 0, 'entitlements', json_build_array())::text, 0
      from generate_series(${from}::int4, ${until}::int4) n
      cross join lateral (select 'E' || lpad(n::text, 8, '0') as id) named`.execute(db);
    await sql`
      insert into identities (client_id, oid, external_id, username, given_name, family_name, email,
        job_title, department, location, search_key, attributes)
      select ${clientId}, gen_random_uuid(), id, id,
        'Given' || n::int8 * 7919 % 1000, 'Family' || n::int8 * 104729 % 200000,
        'mail' || n || '@example.com', 'Title ' || n % 500, 'Department ' || n % 50,
        'City ' || n % 100, lower(id), jsonb_build_object('badge', 'B-' || id, 'initials', 'GF')
      from generate_series(${from}::int4, ${until}::int4) n
      cross join lateral (select 'E' || lpad(n::text, 8, '0') as id) named
      where n % 20 > 0`.execute(db);
  }
  await sql`vacuum (analyze)`.execute(db);
}
