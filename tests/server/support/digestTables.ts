/** A digest of each table that any write changes, even one that leaves all values unchanged. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** By table; for sessions without the time and address of their last use. */
export async function digestTables(
  db: Kysely<Database>,
): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1
  `.execute(db);
  const parts = tables.map(({ name }) => {
    const row =
      name === "sessions"
        ? sql`(to_jsonb(t) - array['last_seen_at', 'expires_at', 'address'])::text`
        : sql`t.xmin::text || to_jsonb(t)::text`;
    return sql`
      select ${name}::text as name, md5(coalesce(string_agg(${row}, ',' order by ${row}), '')) as digest
      from ${sql.table(name)} t`;
  });
  const { rows } = await sql<{ name: string; digest: string }>`
    ${sql.join(parts, sql` union all `)}
  `.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
