/** What must be there before anyone can sign in: a user, a client, and who has which. */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { PERMISSION_CODES } from "#events/policy/permissions.ts";
import { recordAudit } from "../audit/audit.ts";
import { DEFAULT_CLIENT_NAME, linkAllClients } from "../clients/clientQueries.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { isCommonPassword } from "./passwordChoice.ts";
import { hashPassword, randomPassword, verifyPassword } from "./passwords.ts";
import { endSessionsOfUser } from "./sessions.ts";

export const ADMIN_NAME = "admin";

export interface StartSettings {
  readonly adminPassword: string | null;
  readonly adminEmail: string | null;
  readonly now: () => Date;
  /** Fills the first directory, unless it is to stay empty. */
  readonly seed: ((db: Kysely<Database>) => Promise<unknown>) | null;
}

/**
 * Prepares the database for its first sign-in, and at later starts for what has changed since.
 *
 * @returns what the person at the console must know, line by line.
 */
export async function prepareStart(
  db: Kysely<Database>,
  settings: StartSettings,
): Promise<string[]> {
  if (!(await hasClient(db)))
    await (settings.seed ? settings.seed(db) : addEmptyClient(db, settings));
  const notes = (await findAdmin(db))
    ? await changePassword(db, settings)
    : await addAdmin(db, settings);
  const admin = await findAdmin(db);
  if (admin) await inTransaction(db, (tx) => linkAllClients(tx, admin.id));
  if (admin) await changeEmail(db, admin.id, settings);
  if (settings.adminPassword && isCommonPassword(settings.adminPassword)) {
    notes.push("PROVISION_ADMIN_PASSWORD is one of the first that anybody tries: choose another.");
  }
  return notes;
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

async function findAdmin(db: Kysely<Database>) {
  return db
    .selectFrom("users")
    .select(["id", "username", "password_hash"])
    .where("username_key", "=", ADMIN_NAME)
    .executeTakeFirst();
}

async function addAdmin(
  db: Kysely<Database>,
  { adminPassword, now }: StartSettings,
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
        username: ADMIN_NAME,
        username_key: ADMIN_NAME,
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
      // Several servers may make their first start on one database at once.
      .onConflict((conflict) => conflict.column("username_key").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return false;
    await tx
      .insertInto("roles")
      .values({ id: roleId, name: "Owner", permissions: [...PERMISSION_CODES] })
      .execute();
    await tx.insertInto("user_roles").values({ user_id: userId, role_id: roleId }).execute();
    await recordAudit(tx, {
      at,
      actor: null,
      clientId: null,
      call: "server/userAdded",
      target: userId,
      after: { username: ADMIN_NAME, role: "Owner" },
    });
    return true;
  });
  if (!isAdded) return [];
  return adminPassword
    ? [`Username:  ${ADMIN_NAME}`, "Password:  as PROVISION_ADMIN_PASSWORD says"]
    : [
        `Username:  ${ADMIN_NAME}`,
        `Password:  ${password}`,
        "The password is shown this once. To set another, start with PROVISION_ADMIN_PASSWORD.",
      ];
}

/** Whoever starts the server vouches for the address. */
async function changeEmail(
  db: Kysely<Database>,
  id: string,
  { adminEmail, now }: StartSettings,
): Promise<void> {
  if (adminEmail === null) return;
  await inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ email: adminEmail, email_verified_at: now() })
      .where("id", "=", id)
      .where("email", "is distinct from", adminEmail)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await recordAudit(tx, {
      at: now(),
      actor: null,
      clientId: null,
      call: "server/emailChanged",
      target: id,
      after: { email: adminEmail },
    });
  });
}

/** A password in the environment that is not the admin's becomes it, and ends all of the admin's sessions. */
async function changePassword(
  db: Kysely<Database>,
  { adminPassword, now }: StartSettings,
): Promise<string[]> {
  const admin = await findAdmin(db);
  if (!admin || !adminPassword) return [];
  if (await verifyPassword(admin.password_hash, adminPassword)) return [];
  const passwordHash = await hashPassword(adminPassword);
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable("users")
      .set({ password_hash: passwordHash })
      .where("id", "=", admin.id)
      .execute();
    await endSessionsOfUser(tx, admin.id);
    await recordAudit(tx, {
      at: now(),
      actor: null,
      clientId: null,
      call: "server/passwordChanged",
      target: admin.id,
    });
  });
  return [`The password of ${ADMIN_NAME} is now the one in PROVISION_ADMIN_PASSWORD.`];
}
