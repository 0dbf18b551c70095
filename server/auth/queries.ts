/** Users with the roles, resources and clients that permission checks and screens need. */
import {
  sql,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SqlBool,
} from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { User } from "#events/entities/user.ts";
import { compareNamed } from "#events/rules/nameOrder.ts";
import { toClient, type ClientRow } from "../clients/queries.ts";
import type { UsersTable } from "../db/peopleTables.ts";
import { PLANNED_ONCE } from "../db/preparedStatements.ts";
import type { Database } from "../db/schema.ts";

function relations(eb: ExpressionBuilder<Database, "users">) {
  return [
    jsonArrayFrom(
      eb
        .selectFrom("user_roles")
        .innerJoin("roles", "roles.id", "user_roles.role_id")
        .whereRef("user_roles.user_id", "=", "users.id")
        .select(["roles.id", "roles.name", "roles.permissions"]),
    ).as("roles"),
    jsonArrayFrom(
      eb
        .selectFrom("user_clients")
        .innerJoin("clients", "clients.id", "user_clients.client_id")
        .whereRef("user_clients.user_id", "=", "users.id")
        .selectAll("clients")
        .orderBy("user_clients.position")
        .orderBy("clients.name", (name) => name.collate("C")),
    ).as("clients"),
    sql<string[]>`array(select distinct resource_id::text from user_resources
      where user_resources.user_id = users.id order by 1)`.as("resource_ids"),
  ] as const;
}

type UserRow = Selectable<UsersTable> & {
  readonly roles: readonly {
    readonly id: string;
    readonly name: string;
    readonly permissions: readonly string[];
  }[];
  readonly clients: readonly ClientRow[];
  readonly resource_ids: string[];
};

/** The user of a live session; null if the session is unknown or expired or the user is archived. */
export async function findUserOfSession(
  db: Kysely<Database>,
  idHash: Buffer,
  now: Date,
): Promise<{ user: User; createdAt: Date; lastSeenAt: Date } | null> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("sessions.id_hash", "=", idHash)
    .where("sessions.expires_at", ">", now)
    .where("users.archived", "=", false)
    .selectAll("users")
    .select(["sessions.created_at as began_at", "sessions.last_seen_at"])
    .select((eb) => [...relations(eb)])
    .modifyEnd(PLANNED_ONCE)
    .executeTakeFirst();
  return row ? { user: toUser(row), createdAt: row.began_at, lastSeenAt: row.last_seen_at } : null;
}

export interface FoundUser {
  readonly user: User;
  readonly passwordHash: string | null;
}

/** @param username in any case. */
export function findUserByName(db: Kysely<Database>, username: string): Promise<FoundUser | null> {
  return findUser(db, "username_key", usernameKey(username));
}

export function findUserById(db: Kysely<Database>, id: string): Promise<FoundUser | null> {
  return findUser(db, "id", id);
}

async function findUser(
  db: Kysely<Database>,
  column: "id" | "username_key",
  value: string,
): Promise<FoundUser | null> {
  const row = await db
    .selectFrom("users")
    .where(column, "=", value)
    .selectAll("users")
    .select((eb) => [...relations(eb)])
    .executeTakeFirst();
  return row ? { user: toUser(row), passwordHash: row.password_hash } : null;
}

/** @param username in any case. @returns null if there is no such user. */
export async function findUserId(db: Kysely<Database>, username: string): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("username_key", "=", usernameKey(username))
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * The active user whom a claim of a single sign-on identifies; null if there is none or more than one.
 *
 * @param claim `email` contains an e-mail address, any other a username; both in any case.
 */
export async function findUserByClaim(
  db: Kysely<Database>,
  claim: string,
  name: string,
): Promise<User | null> {
  const rows = await db
    .selectFrom("users")
    .where((eb) =>
      claim === "email" ? hasEmail(name) : eb("username_key", "=", usernameKey(name)),
    )
    .where("archived", "=", false)
    .selectAll("users")
    .select((eb) => [...relations(eb)])
    .limit(2)
    .execute();
  const [row] = rows;
  if (!row || rows.length > 1) return null;
  // A non-ASCII letter may have an ASCII lower case. At the provider that is another name and another person.
  const held = claim === "email" ? row.email : row.username;
  return held?.trim().toUpperCase() === name.trim().toUpperCase() ? toUser(row) : null;
}

/** The users with an address, in any case. */
export function hasEmail(email: string): RawBuilder<SqlBool> {
  return sql`lower(users.email collate "C") = ${email.trim().toLowerCase()}`;
}

/** The normalized name, which is unique. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}

function toUser(row: UserRow): User {
  const clients = row.clients.map(toClient);
  return {
    id: row.id,
    username: row.username,
    familyName: row.family_name,
    givenName: row.given_name,
    email: row.email,
    phoneNumber: row.phone_number,
    phoneExtension: row.phone_extension,
    jobTitle: row.job_title,
    onboarded: row.onboarded,
    archived: row.archived,
    resourceIds: row.resource_ids,
    roles: row.roles.toSorted(compareNamed).map(({ name, permissions }) => ({
      name,
      permissions: permissions.map((permission) => ({ name: permission })),
    })),
    clients,
    client: clients[0] ?? null,
  };
}
