/** Users of a client: the list, and one user with all editable fields. */
import { sql, type Kysely } from "kysely";
import type { Static, TObject } from "typebox";
import type { UserFilters } from "#events/calls/users.ts";
import type {
  EditableUser,
  ListedUser,
  ManagedUser,
  UserRole,
} from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { compareNamed, compareNames } from "#events/rules/nameOrder.ts";
import { mayGrant, refuseManaging } from "#events/rules/users.ts";
import type { Database } from "../db/schema.ts";
import { findAfter, readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesName, toUuids } from "../lists/sqlText.ts";
import { notPermitted } from "../plugins/errors.ts";
import { unlinkUser } from "./listedUsers.ts";
import { toSearched } from "./searchKeys.ts";

export interface UserSelection {
  readonly clientId: string;
  readonly archived: boolean;
  readonly contains?: string | undefined;
  readonly manager?: "hr" | "ad" | "billing" | undefined;
  readonly roleId?: string | undefined;
}

/** The filters as calls take them. */
export function readUserFilters(
  clientId: string,
  { status, contains, manager, roleId }: Static<TObject<typeof UserFilters>>,
): UserSelection {
  return { clientId, archived: status === "archived", contains, manager, roleId };
}

const MANAGERS = {
  hr: sql`l.is_hr`,
  ad: sql`l.is_ad`,
  billing: sql`not l.is_hr and not l.is_ad`,
} as const;

type ListedRow = Omit<ListedUser, "lastSignInAt"> & { readonly lastSignInAt: Date | null };

const USERS: List<UserSelection, ListedRow, "name" | "username" | "email"> = {
  table: "user_clients",
  alias: "l",
  key: ["user_id"],
  // A literal, because few users are archived and no single plan suits both cases.
  scope: ({ clientId, archived }) => [
    sql`l.client_id = ${clientId}`,
    sql`l.archived = ${sql.lit(archived)}`,
  ],
  filters: ({ contains, manager, roleId }) => [
    ...matchesName(sql`l.search_key`, contains && toSearched(contains)),
    ...(manager ? [MANAGERS[manager]] : []),
    ...(roleId
      ? [sql`l.user_id in (select user_id from user_roles where role_id = ${roleId})`]
      : []),
  ],
  sorts: {
    name: [{ by: sql`l.name_key` }],
    username: [{ by: sql`l.username_key` }],
    email: [{ by: sql`l.email_key` }],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, u.id, u.username, u.family_name as "familyName",
      u.given_name as "givenName", u.email, u.onboarded, u.archived, l.is_hr as "isHr",
      l.is_ad as "isAd",
      u.last_sign_in_at as "lastSignInAt",
      array(
        select r.name from user_roles ur join roles r on r.id = ur.role_id
        where ur.user_id = u.id
      ) as "roleNames"
    from page p
    join user_clients l on l.client_id = ${clientId} and l.user_id = p.user_id
    join users u on u.id = p.user_id`,
  total: countUsers,
};

async function countUsers(
  db: Kysely<Database>,
  { clientId, archived }: UserSelection,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(users), 0)::bigint as count from user_counts
    where client_id = ${clientId} and archived = ${archived}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

export async function listUsers(
  db: Kysely<Database>,
  selection: UserSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, USERS, selection, paging);
  const users = items.map((user) => ({
    ...user,
    roleNames: user.roleNames.toSorted(compareNames),
    lastSignInAt: user.lastSignInAt?.toISOString() ?? null,
  }));
  return { users, page };
}

/** The ids of the users of a list, in its order, `max` at most. */
export async function findUserIds(
  db: Kysely<Database>,
  selection: UserSelection,
  max: number,
): Promise<readonly string[]> {
  const { items } = await findAfter(db, USERS, selection, { after: null, size: max });
  return items.map(({ id }) => id);
}

/** Locks the given users of the client until the transaction ends. */
export async function lockUsers(
  tx: Kysely<Database>,
  clientId: string,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    select u.id from users u join user_clients l on l.user_id = u.id
    where l.client_id = ${clientId} and u.id = any(${toUuids(userIds)})
    order by u.id for no key update of u
  `.execute(tx);
}

/**
 * Locks users of the client together with the actor: of two who archive each other concurrently, the second sees their
 * own archiving first.
 *
 * @returns these users, in any order.
 * @throws ApiError EFORBIDDEN if the actor has lost the permission to change users since the request began.
 */
export async function holdUsers(
  tx: Kysely<Database>,
  { actor, clientId }: { readonly actor: User; readonly clientId: string },
  userIds: readonly string[],
): Promise<ManagedUser[]> {
  const all = [...new Set([...userIds, actor.id])];
  await lockUsers(tx, clientId, all);
  const users = await loadManagedUsers(tx, actor, clientId, all);
  const self = users.find(({ id }) => id === actor.id);
  if (!self || self.archived || !actor.roles.every((role) => mayGrant(self, role))) {
    throw notPermitted();
  }
  return userIds.includes(actor.id) ? users : users.filter((user) => user !== self);
}

interface UserRow extends Omit<ManagedUser, "createdAt" | "refusal" | "roles"> {
  readonly created_at: Date;
  readonly roles: readonly {
    readonly id: string;
    readonly name: string;
    readonly permissions: readonly string[];
  }[];
}

export async function loadManagedUser(
  db: Kysely<Database>,
  actor: User,
  clientId: string,
  userId: string,
): Promise<ManagedUser | null> {
  const [user = null] = await loadManagedUsers(db, actor, clientId, [userId]);
  return user;
}

/**
 * The given users that the client has, in any order.
 *
 * @param actor whose clients and permissions decide what is visible and allowed.
 */
export async function loadManagedUsers(
  db: Kysely<Database>,
  actor: User,
  clientId: string,
  userIds: readonly string[],
): Promise<ManagedUser[]> {
  const { rows } = await sql<UserRow>`
    select u.id, u.username, u.family_name as "familyName", u.given_name as "givenName", u.email,
      u.phone_number as "phoneNumber", u.phone_extension as "phoneExtension",
      u.job_title as "jobTitle", u.onboarded, u.archived, u.version, u.created_at,
      l.is_hr as "isHr", l.is_ad as "isAd",
      array(
        select o.resource_id::text from user_resources o
        where o.client_id = l.client_id and o.user_id = u.id order by 1
      ) as "resourceIds",
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('id', r.id, 'name', r.name, 'permissions', r.permissions)), '[]')
        from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id
      ) as roles,
      (
        select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by c.name collate "C")
        from user_clients uc join clients c on c.id = uc.client_id where uc.user_id = u.id
      ) as clients
    from users u join user_clients l on l.user_id = u.id
    where l.client_id = ${clientId} and u.id = any(${toUuids(userIds)})
  `.execute(db);
  return rows.map((row) => toManagedUser(row, actor));
}

function toManagedUser({ created_at, roles, clients, ...row }: UserRow, actor: User): ManagedUser {
  const namedRoles = roles.toSorted(compareNamed).map(({ permissions, ...role }) => ({
    ...role,
    permissions: permissions.map((name) => ({ name })),
  }));
  return {
    ...row,
    createdAt: created_at.toISOString(),
    roles: namedRoles,
    clients: clients.filter(({ id }) => actor.clients.some((own) => own.id === id)),
    refusal: refuseManaging(actor, { roles: namedRoles, clientIds: clients.map(({ id }) => id) }),
  };
}

/** The editable fields of a user. */
export function toEditable(user: ManagedUser): EditableUser {
  return {
    username: user.username,
    familyName: user.familyName,
    givenName: user.givenName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    phoneExtension: user.phoneExtension,
    jobTitle: user.jobTitle,
    isHr: user.isHr,
    isAd: user.isAd,
    archived: user.archived,
    resourceIds: user.resourceIds,
    roleIds: user.roles.map(({ id }) => id).toSorted(),
  };
}

/** All roles, by name. */
export async function loadRoles(db: Kysely<Database>, actor: User): Promise<UserRole[]> {
  const roles = await db.selectFrom("roles").selectAll().execute();
  return roles.toSorted(compareNamed).map(({ id, name, permissions }) => {
    const named = { id, name, permissions: permissions.map((code) => ({ name: code })) };
    return { ...named, grantable: mayGrant(actor, named) };
  });
}

/** The given ids that are resources of the client. */
export async function findResources(
  db: Kysely<Database>,
  clientId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from resources where client_id = ${clientId} and id = any(${toUuids(ids)})
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Removes a user from the client. @returns whether it was the last client, so that the user was deleted. */
export async function removeUser(
  tx: Kysely<Database>,
  { clientId, id }: { readonly clientId: string; readonly id: string },
): Promise<boolean> {
  await tx
    .deleteFrom("user_resources")
    .where("client_id", "=", clientId)
    .where("user_id", "=", id)
    .execute();
  await unlinkUser(tx, { clientId, id });
  const other = await tx
    .selectFrom("user_clients")
    .select("client_id")
    .where("user_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (other) return false;
  await tx.deleteFrom("users").where("id", "=", id).execute();
  return true;
}
