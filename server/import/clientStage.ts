/** Finds the client that is imported into, or makes it. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { isSuperUser } from "#events/policy/permissions.ts";
import { linkAllClients } from "../clients/clientQueries.ts";
import type { Database } from "../db/schema.ts";

export const DEFAULT_CLIENT_NAME = "My organisation";

export interface ImportClient {
  readonly id: string;
  readonly name: string;
  readonly created: boolean;
}

/** Any number that no one else locks in this database. */
const IMPORT_LOCK_ID = 5_127_904_663n;

/** Waits until no other import runs in this database, and keeps others waiting until the transaction ends. */
export async function holdImports(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(IMPORT_LOCK_ID)})`.execute(tx);
}

/**
 * The client of that name; without a name, the directory's first. Its row is locked until the
 * transaction ends, because what follows depends on it.
 *
 * @returns null where there is no such client yet.
 */
export async function findClient(
  tx: Transaction<Database>,
  name: string | undefined,
): Promise<ImportClient | null> {
  let query = tx.selectFrom("clients").select(["id", "name"]);
  if (name !== undefined) query = query.where("name", "=", name);
  const found = await query
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ? { ...found, created: false } : null;
}

/** Every super-user gets the new client as the last of theirs: nobody else could give it to them. */
export async function createClient(tx: Transaction<Database>, name: string): Promise<ImportClient> {
  const id = randomUUID();
  await tx
    .insertInto("clients")
    .values({ id, name, slug: await freeSlug(tx, name, id), created_at: new Date() })
    .execute();
  for (const userId of await superUsers(tx)) await linkAllClients(tx, userId);
  return { id, name, created: true };
}

async function freeSlug(tx: Transaction<Database>, name: string, id: string): Promise<string> {
  const slug = slugOf(name);
  const taken = await tx
    .selectFrom("clients")
    .select("id")
    .where("slug", "=", slug)
    .executeTakeFirst();
  return slug !== "" && !taken ? slug : `${slug}${slug === "" ? "" : "-"}${id.slice(0, 8)}`;
}

/** @returns lower-case ASCII letters, digits and single dashes; empty where the name has none of them. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

async function superUsers(tx: Transaction<Database>): Promise<string[]> {
  const rows = await tx
    .selectFrom("user_roles")
    .innerJoin("roles", "roles.id", "user_roles.role_id")
    .select(["user_roles.user_id", "roles.name", "roles.permissions"])
    .execute();
  const userIds = [...new Set(rows.map((row) => row.user_id))];
  return userIds.filter((userId) =>
    isSuperUser({
      resourceIds: [],
      roles: rows
        .filter((row) => row.user_id === userId)
        .map(({ name, permissions }) => ({
          name,
          permissions: permissions.map((permission) => ({ name: permission })),
        })),
    }),
  );
}
