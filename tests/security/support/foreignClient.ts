/** Another client with a marker in every text: wherever the marker appears, its data has leaked. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

export const MARK = "foreign-mark-7f3a";

export interface ForeignClient {
  readonly clientId: string;
  readonly orgOid: string;
  readonly resourceId: string;
  readonly roleOid: string;
  readonly userId: string;
}

export async function addForeignClient(db: Kysely<Database>): Promise<ForeignClient> {
  const ids = {
    clientId: randomUUID(),
    orgOid: randomUUID(),
    resourceId: randomUUID(),
    roleOid: randomUUID(),
    userId: randomUUID(),
  };
  const identity = randomUUID();
  const at = new Date("2026-01-05T08:00:00Z");
  const client_id = ids.clientId;
  await db
    .insertInto("clients")
    .values({ id: client_id, name: MARK, slug: MARK, city: MARK, created_at: at })
    .execute();
  await db
    .insertInto("users")
    .values({
      id: ids.userId,
      username: MARK,
      username_key: MARK,
      given_name: MARK,
      family_name: MARK,
      email: `${MARK}@example.com`,
      phone_number: MARK,
      phone_extension: null,
      job_title: MARK,
      password_hash: null,
      created_at: at,
    })
    .execute();
  await db
    .insertInto("user_clients")
    .values({ user_id: ids.userId, client_id, position: 1 })
    .execute();
  await db
    .insertInto("orgs")
    .values({
      client_id,
      oid: ids.orgOid,
      type: "job-titles",
      name: MARK,
      display_name: MARK,
      parent_oid: null,
      search_key: MARK,
    })
    .execute();
  await db
    .insertInto("identities")
    .values({
      client_id,
      oid: identity,
      external_id: MARK,
      username: MARK,
      given_name: MARK,
      family_name: MARK,
      email: MARK,
      job_title: MARK,
      department: MARK,
      location: MARK,
      manager: null,
      search_key: MARK,
    })
    .execute();
  await db
    .insertInto("identity_orgs")
    .values({ client_id, org_oid: ids.orgOid, identity_oid: identity })
    .execute();
  await db
    .insertInto("resources")
    .values({ client_id, id: ids.resourceId, name: MARK, type: null, created_at: at })
    .execute();
  await db
    .insertInto("entitlements")
    .values({
      client_id,
      id: randomUUID(),
      no: 1,
      resource_id: ids.resourceId,
      name: MARK,
      role_oid: ids.roleOid,
    })
    .execute();
  await db
    .insertInto("inducements")
    .values({
      client_id,
      id: randomUUID(),
      org_oid: ids.orgOid,
      role_oid: ids.roleOid,
      created_at: at,
    })
    .execute();
  return ids;
}

/** All rows of the client and its user as text: equal texts mean that nothing was changed. */
export async function readForeignClient(
  db: Kysely<Database>,
  { clientId, userId }: ForeignClient,
): Promise<string> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ('client_id', 'user_id')
    order by 1, 2
  `.execute(db);
  const parts = [
    sql`select to_jsonb(t)::text as row from clients t where id = ${clientId}`,
    sql`select to_jsonb(t)::text as row from users t where id = ${userId}`,
    ...columns.map(
      ({ table, column }) =>
        sql`select to_jsonb(t)::text as row from ${sql.table(table)} t
          where ${sql.ref(column)} = ${column === "client_id" ? clientId : userId} order by 1`,
    ),
  ];
  const texts: string[] = [];
  for (const part of parts) {
    const { rows } = await sql<{ row: string }>`${part}`.execute(db);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join("\n");
}
