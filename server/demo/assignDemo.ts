/** Gives users their part of the demo. The first of them exists only after the demo is complete. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { PERMISSION_GROUPS, type PermissionCode } from "#events/rules/permissions.ts";
import { usernameKey } from "../auth/queries.ts";
import { lockClient } from "../clients/queries.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertUsers } from "../users/writeUsers.ts";
import { toUuids } from "../lists/sqlText.ts";
import { DEMO_ACTOR } from "./demoActor.ts";
import { addSchedules, addViews } from "./seedViews.ts";

const ROLE = "Access Reviewer";
const MAY: readonly PermissionCode[] = [
  ...PERMISSION_GROUPS.RoleMapping,
  ...PERMISSION_GROUPS.AccessRoles,
  ...PERMISSION_GROUPS.ManageUsers,
  ...PERMISSION_GROUPS.UserSelfUpdate,
  "iam_identities_read",
];

/** They have no password, so that nobody can sign in as one of them. */
const COLLEAGUES = [
  { username: "m.osei", givenName: "Marta", familyName: "Osei", jobTitle: "Access Reviewer" },
  { username: "j.lindqvist", givenName: "Jörg", familyName: "Lindqvist", jobTitle: "Risk Officer" },
] as const;

/**
 * Each case that is not new gets an owner in turn. The first account hands out keys, and has saved views and schedules of
 * reports.
 */
export function assignDemo(db: Kysely<Database>, accountId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const client = await tx.selectFrom("clients").select("id").executeTakeFirst();
    if (!client) return;
    // Of servers that start at the same time, the first one does it.
    await lockClient(tx, client.id);
    const isDone = await tx
      .selectFrom("users")
      .select("id")
      .where("username_key", "=", usernameKey(COLLEAGUES[0].username))
      .executeTakeFirst();
    if (isDone) return;
    const colleagues = await addColleagues(tx, client.id);
    const owners = [accountId, ...colleagues];
    await sql`
      update cases set owner_id = turn.owner_id
      from (
        select id, (${toUuids(owners)})[1 + (row_number() over (order by created_at desc, id) - 1) % ${owners.length}]
          as owner_id
        from cases
        where client_id = ${client.id} and created_by = ${DEMO_ACTOR} and owner_id is null and state <> 'open'
      ) turn
      where cases.client_id = ${client.id} and cases.id = turn.id
    `.execute(tx);
    const reader = { clientId: client.id, userId: accountId, now: new Date() };
    await addViews(tx, reader);
    await addSchedules(tx, reader);
    await tx
      .updateTable("connected_systems")
      .set({ owner_id: accountId })
      .where("client_id", "=", client.id)
      .where("kind", "=", "manual")
      .execute();
  });
}

async function addColleagues(tx: Transaction<Database>, clientId: string): Promise<string[]> {
  const role = randomUUID();
  await tx
    .insertInto("roles")
    .values({ id: role, name: ROLE, permissions: [...MAY] })
    .execute();
  const users = COLLEAGUES.map((colleague) => ({
    id: randomUUID(),
    user: {
      ...colleague,
      email: null,
      phoneNumber: null,
      phoneExtension: null,
      archived: false,
      isHr: false,
      isAd: false,
      roleIds: [role],
      resourceIds: [],
    },
  }));
  await insertUsers(tx, { clientId, at: new Date() }, users);
  return users.map(({ id }) => id);
}
