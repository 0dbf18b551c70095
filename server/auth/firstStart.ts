/** Creates the first user and client, which the first sign-in needs. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { isSuperUser, PERMISSION_CODES } from "#events/rules/permissions.ts";
import { recordAudit } from "../audit/audit.ts";
import { DEFAULT_CLIENT_NAME, linkAllClients } from "../clients/queries.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { backfillAttributeKeys } from "../directory/attributeKeys.ts";
import { backfillNameKeys } from "../directory/nameKeys.ts";
import { indexPeopleSearch } from "../directory/searchIndex.ts";
import { SignOnAddresses } from "../users/signOnAddresses.ts";
import { backfillListed, compactUserCounts, writeListed } from "../users/listedUsers.ts";
import { revokeTokens } from "./accountTokens.ts";
import { isCommonPassword } from "./password/choice.ts";
import { hashPassword, randomPassword, verifyPassword } from "./password/hashing.ts";
import { endSessionsOfUser } from "./session/queries.ts";
import { findUserByName, usernameKey } from "./queries.ts";

const OWNER = "Owner";
/** Key in `settings`: the id of the first account. */
const FIRST_ACCOUNT = "first_account";

export interface StartSettings {
  /** The first account's initial username. Later its id identifies it, because another user may take the name. */
  readonly adminName: string;
  readonly adminPassword: string | null;
  readonly adminEmail: string | null;
  /** Whether users are identified by e-mail address in single sign-on, so that no two active users may share one. */
  readonly isEmailSignOn: boolean;
  readonly now: () => Date;
  /** Fills the first directory, unless it should stay empty. */
  readonly seed: ((db: Kysely<Database>) => Promise<unknown>) | null;
  /** Gives the first account its part of what `seed` wrote. */
  readonly assignSeeded?: (db: Kysely<Database>, accountId: string) => Promise<void>;
}

/**
 * Prepares the database for its first sign-in, and applies settings that changed since at later starts.
 *
 * @returns lines for the operator at the console.
 */
export async function prepareStart(
  db: Kysely<Database>,
  settings: StartSettings,
): Promise<string[]> {
  const isFirst = !(await hasClient(db));
  if (isFirst) await (settings.seed ? settings.seed(db) : addEmptyClient(db, settings));
  await backfillListed(db);
  await backfillNameKeys(db, "entitlements");
  await backfillNameKeys(db, "resources");
  await backfillAttributeKeys(db);
  await compactUserCounts(db);
  const notes = await addAdmin(db, settings);
  if (!(await indexPeopleSearch(db))) {
    notes.push(
      "Searching people is slow, because the database cannot create the extension pg_trgm. docs/operations.md explains how to add it.",
    );
  }
  const admin = await findAdmin(db);
  if (admin.account) {
    const { account } = admin;
    notes.push(...(await changePassword(db, account, settings)));
    await inTransaction(db, (tx) => linkAllClients(tx, account.id));
    if (isFirst && settings.seed) await settings.assignSeeded?.(db, account.id);
    notes.push(...(await changeEmail(db, account.id, settings)));
  } else {
    notes.push(...notApplied(settings).map((name) => `${name} was not applied: ${admin.problem}`));
  }
  if (settings.adminPassword && isCommonPassword(settings.adminPassword)) {
    notes.push("PROVISION_ADMIN_PASSWORD is too common: choose another.");
  }
  return notes;
}

/** The settings that were given for the first account but not applied. */
function notApplied({ adminPassword, adminEmail }: StartSettings): string[] {
  return [
    ...(adminPassword ? ["PROVISION_ADMIN_PASSWORD"] : []),
    ...(adminEmail ? ["PROVISION_ADMIN_EMAIL"] : []),
  ];
}

async function hasClient(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom("clients").select("id").limit(1).executeTakeFirst()) !== undefined;
}

async function addEmptyClient(db: Kysely<Database>, { now }: StartSettings): Promise<void> {
  const id = randomUUID();
  const name = DEFAULT_CLIENT_NAME;
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto("clients")
      .values({ id, name, slug: "my-organisation", created_at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recordAudit(tx, {
      at: now(),
      actor: null,
      clientId: id,
      call: "server/clientAdded",
      target: id,
      after: { name },
    });
  });
}

interface FirstAccount {
  readonly id: string;
  readonly username: string;
  readonly passwordHash: string | null;
}

/** The first account under its current name; or the reason why the environment does not apply to it, with a remedy. */
export async function findAdmin(
  db: Kysely<Database>,
): Promise<{ account: FirstAccount } | { account: null; problem: string }> {
  const row = await db
    .selectFrom("users")
    .innerJoin("settings", (join) =>
      join
        .on("settings.key", "=", FIRST_ACCOUNT)
        .on(sql<boolean>`settings.value = to_jsonb(users.id)`),
    )
    .select(["users.username", "users.archived"])
    .executeTakeFirst();
  const found = row && (await findUserByName(db, row.username));
  if (!found) {
    const problem =
      "the first account is deleted. A user who can create users can create one for you.";
    return { account: null, problem };
  }
  const { user, passwordHash } = found;
  const { id, username } = user;
  if (row.archived) {
    const problem = `${username}, the first account, is archived. A user who can edit users must restore it first.`;
    return { account: null, problem };
  }
  if (!isSuperUser(user)) {
    const problem = `${username}, the first account, no longer has all permissions. Another super-user must assign it the role ${OWNER} first.`;
    return { account: null, problem };
  }
  return { account: { id, username, passwordHash } };
}

async function rememberAdmin(tx: Transaction<Database>, id: string): Promise<void> {
  const value = JSON.stringify(id);
  await tx
    .insertInto("settings")
    .values({ key: FIRST_ACCOUNT, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Creates the first account if there are no users. */
async function addAdmin(
  db: Kysely<Database>,
  { adminName, adminPassword, now }: StartSettings,
): Promise<string[]> {
  const anyUser = await db.selectFrom("users").select("id").limit(1).executeTakeFirst();
  if (anyUser) return [];
  const password = adminPassword ?? randomPassword();
  const passwordHash = await hashPassword(password);
  const at = now();
  const userId = randomUUID();
  const roleId = randomUUID();
  const isAdded = await inTransaction(db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("users")
      .values({
        id: userId,
        username: adminName,
        username_key: usernameKey(adminName),
        given_name: "Provision",
        family_name: "Administrator",
        email: null,
        phone_number: null,
        phone_extension: null,
        job_title: null,
        password_hash: passwordHash,
        onboarded: true,
        created_at: at,
      })
      // Several servers may start for the first time on one database concurrently.
      .onConflict((conflict) => conflict.column("username_key").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await tx
      .insertInto("roles")
      .values({ id: roleId, name: OWNER, permissions: [...PERMISSION_CODES] })
      .execute();
    await tx.insertInto("user_roles").values({ user_id: userId, role_id: roleId }).execute();
    await rememberAdmin(tx, userId);
    await recordAudit(tx, {
      at,
      actor: null,
      clientId: null,
      call: "server/userAdded",
      target: userId,
      after: { username: adminName, role: OWNER },
    });
    return true;
  });
  if (!isAdded) return [];
  return adminPassword
    ? [`Username:  ${adminName}`, "Password:  the value of PROVISION_ADMIN_PASSWORD"]
    : [
        `Username:  ${adminName}`,
        `Password:  ${password}`,
        "The password is shown this once. To set another, start with PROVISION_ADMIN_PASSWORD.",
      ];
}

/** Sets the address without verification, unless another user signs in by it. */
async function changeEmail(
  db: Kysely<Database>,
  id: string,
  { adminEmail, isEmailSignOn, now }: StartSettings,
): Promise<string[]> {
  if (adminEmail === null) return [];
  return inTransaction(db, async (tx) => {
    // Locks the user before the addresses, in the same order as a change of a user.
    await tx.selectFrom("users").select("id").where("id", "=", id).forNoKeyUpdate().execute();
    if (isEmailSignOn && (await isAnothers(tx, id, adminEmail))) {
      return ["PROVISION_ADMIN_EMAIL was not applied: another user signs in with that address."];
    }
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ email: adminEmail, email_verified_at: now() })
      .where("id", "=", id)
      .where("email", "is distinct from", adminEmail)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return [];
    await writeListed(tx, [id]);
    await revokeTokens(tx, id, "reset", "verify");
    await recordAudit(tx, {
      at: now(),
      actor: null,
      clientId: null,
      call: "server/emailChanged",
      target: id,
      after: { email: adminEmail },
    });
    return [];
  });
}

async function isAnothers(
  tx: Transaction<Database>,
  userId: string,
  email: string,
): Promise<boolean> {
  const change = { before: { email: null, archived: false }, after: { email, archived: false } };
  const addresses = new SignOnAddresses();
  await addresses.look(tx, [change]);
  return addresses.isTaken(userId, change);
}

/**
 * Sets a new password from the environment. Ends all sessions of the admin and revokes the link for a forgotten
 * password.
 */
async function changePassword(
  db: Kysely<Database>,
  admin: FirstAccount,
  { adminPassword, now }: StartSettings,
): Promise<string[]> {
  if (!adminPassword || (await verifyPassword(admin.passwordHash, adminPassword))) return [];
  const passwordHash = await hashPassword(adminPassword);
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", admin.id)
      .execute();
    await endSessionsOfUser(tx, admin.id);
    await revokeTokens(tx, admin.id, "reset");
    await recordAudit(tx, {
      at: now(),
      actor: null,
      clientId: null,
      call: "server/passwordChanged",
      target: admin.id,
    });
  });
  return [`The password of ${admin.username} is now the one in PROVISION_ADMIN_PASSWORD.`];
}
