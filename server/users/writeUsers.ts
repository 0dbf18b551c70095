/** Writes many users in a few statements. The caller validates their values. */
import { sql, type Kysely } from "kysely";
import type { EditableUser } from "#events/entities/managedUser.ts";
import { usernameKey } from "../auth/queries.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { writeListed } from "./listedUsers.ts";

export interface WrittenUser {
  readonly id: string;
  readonly user: EditableUser;
}

const recordsOf = (users: readonly WrittenUser[]) => sql`
  jsonb_to_recordset(${JSON.stringify(users.map(toColumns))}::jsonb) as g (id uuid, username text,
    username_key text, given_name text, family_name text, email text, phone_number text,
    phone_extension text, job_title text, archived boolean, is_hr boolean, is_ad boolean,
    role_ids uuid[], resource_ids uuid[])`;

const idsOf = (users: readonly WrittenUser[]) => users.map(({ id }) => id);

function toColumns({ id, user }: WrittenUser) {
  return {
    id,
    username: user.username,
    given_name: user.givenName,
    family_name: user.familyName,
    email: user.email,
    username_key: usernameKey(user.username),
    phone_number: user.phoneNumber,
    phone_extension: user.phoneExtension,
    job_title: user.jobTitle,
    archived: user.archived,
    is_hr: user.isHr,
    is_ad: user.isAd,
    role_ids: user.roleIds,
    resource_ids: user.resourceIds,
  };
}

/** Adds users to a client. */
export async function insertUsers(
  tx: Kysely<Database>,
  { clientId, at }: { readonly clientId: string; readonly at: Date },
  users: readonly WrittenUser[],
): Promise<void> {
  const given = recordsOf(users);
  await sql`
    insert into users (id, username, username_key, given_name, family_name, email, phone_number,
      phone_extension, job_title, archived, created_at)
    select id, username, username_key, given_name, family_name, email, phone_number, phone_extension,
      job_title, archived, ${at}::timestamptz from ${given}
  `.execute(tx);
  await sql`
    insert into user_clients (user_id, client_id, position, is_hr, is_ad)
    select id, ${clientId}::uuid, 1, is_hr, is_ad from ${given}
  `.execute(tx);
  await writeListed(tx, idsOf(users));
  await insertLists(tx, clientId, users);
}

/**
 * Writes locked users and increments their versions. Sessions of archived users end, and links mailed to a replaced
 * address become invalid.
 */
export async function updateUsers(
  tx: Kysely<Database>,
  clientId: string,
  users: readonly WrittenUser[],
): Promise<void> {
  const given = recordsOf(users);
  await sql`
    delete from account_tokens t using users u, ${given}
    where u.id = g.id and t.user_id = g.id and u.email is distinct from g.email
  `.execute(tx);
  await sql`
    update users u set username = g.username, username_key = g.username_key,
      given_name = g.given_name, family_name = g.family_name, email = g.email,
      phone_number = g.phone_number, phone_extension = g.phone_extension, job_title = g.job_title,
      archived = g.archived, version = u.version + 1,
      email_verified_at = case when u.email is not distinct from g.email then u.email_verified_at end
    from ${given} where u.id = g.id
  `.execute(tx);
  await sql`
    update user_clients l set is_hr = g.is_hr, is_ad = g.is_ad
    from ${given}
    where l.client_id = ${clientId} and l.user_id = g.id
      and (l.is_hr, l.is_ad) is distinct from (g.is_hr, g.is_ad)
  `.execute(tx);
  await writeListed(tx, idsOf(users));
  const all = toUuids(idsOf(users));
  const archived = toUuids(idsOf(users.filter(({ user }) => user.archived)));
  await sql`delete from sessions where user_id = any(${archived})`.execute(tx);
  await sql`delete from user_roles where user_id = any(${all})`.execute(tx);
  await sql`
    delete from user_resources where client_id = ${clientId} and user_id = any(${all})
  `.execute(tx);
  await insertLists(tx, clientId, users);
}

async function insertLists(
  tx: Kysely<Database>,
  clientId: string,
  users: readonly WrittenUser[],
): Promise<void> {
  const given = recordsOf(users);
  await sql`
    insert into user_roles (user_id, role_id) select id, unnest(role_ids) from ${given}
  `.execute(tx);
  await sql`
    insert into user_resources (client_id, user_id, resource_id)
    select ${clientId}::uuid, id, unnest(resource_ids) from ${given}
  `.execute(tx);
}
