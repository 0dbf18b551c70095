/** SQL of the users to whom a resource is assigned. */
import { sql, type Kysely } from "kysely";
import type { ResourceUser } from "#events/calls/systemUsers.ts";
import { usernameKey } from "../../auth/queries.ts";
import { LISTED_MAX } from "../../clients/queries.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { notFound } from "../../plugins/errors.ts";

const selectResource = (db: Kysely<Database>, { clientId, resourceId }: SystemPlace) =>
  db
    .selectFrom("resources")
    .select("id")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId);

/** Locks a resource against its deletion until the transaction ends. @throws ApiError ENOTFOUND */
export async function holdResource(db: Kysely<Database>, place: SystemPlace): Promise<void> {
  await selectResource(db, place)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => notFound("resources.notFound"));
}

/**
 * Active users in the order of their names, at most `LISTED_MAX`.
 *
 * @throws ApiError ENOTFOUND for the resource
 */
export async function listUsers(db: Kysely<Database>, place: SystemPlace): Promise<ResourceUser[]> {
  const { clientId, resourceId } = place;
  await selectResource(db, place).executeTakeFirstOrThrow(() => notFound("resources.notFound"));
  const { rows } = await sql<ResourceUser>`
    select u.id, u.username, u.given_name as "givenName", u.family_name as "familyName"
    from user_resources r
    join users u on u.id = r.user_id
    join user_clients l on l.user_id = u.id and l.client_id = r.client_id
    where r.client_id = ${clientId} and r.resource_id = ${resourceId} and not u.archived
    order by l.name_key, l.username_key, u.id
    limit ${LISTED_MAX}
  `.execute(db);
  return rows;
}

/** Locks an active user of the client. @param by their username, in any case, or their id. */
export async function lockUser(
  tx: Kysely<Database>,
  clientId: string,
  by: { readonly username: string } | { readonly id: string },
): Promise<ResourceUser | null> {
  const isMeant =
    "id" in by
      ? sql<boolean>`users.id = ${by.id}::uuid`
      : sql<boolean>`users.username_key = ${usernameKey(by.username)}`;
  const user = await tx
    .selectFrom("users")
    .innerJoin("user_clients", "user_clients.user_id", "users.id")
    .select(["users.id", "users.username", "given_name", "family_name"])
    .where("user_clients.client_id", "=", clientId)
    .where("users.archived", "=", false)
    .where(isMeant)
    .forNoKeyUpdate("users")
    .executeTakeFirst();
  if (!user) return null;
  const { id, username, given_name: givenName, family_name: familyName } = user;
  return { id, username, givenName, familyName };
}
