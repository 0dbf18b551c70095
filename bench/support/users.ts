/** Any number of users of all clients, written to the tables in bulk. */
import { sql, type Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** Adds `user1` and so on, each with a name and an e-mail address of their own, and no role. */
export async function generateUsers(db: Kysely<Database>, count: number): Promise<void> {
  await sql`
    insert into users (id, username, username_key, given_name, family_name, email, created_at)
    select gen_random_uuid(), 'user' || n, 'user' || n, 'Given' || n::int8 * 7919 % 1000,
      'Family' || n::int8 * 104729 % 200000, 'user' || n || '@example.com', 'epoch'
    from generate_series(1, ${count}::int4) n
  `.execute(db);
  await sql`
    insert into user_clients (user_id, client_id, position)
    select users.id, clients.id, 1 from users, clients on conflict do nothing
  `.execute(db);
  await sql`vacuum (analyze)`.execute(db);
}
