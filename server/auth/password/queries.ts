/** Users and their password hashes. */
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { hasEmail } from "../queries.ts";

/** Accounts that share an e-mail address and each get a link. */
const MAX_ACCOUNTS = 5;

export interface MailedUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
}

export async function findUsersByEmail(db: Kysely<Database>, email: string): Promise<MailedUser[]> {
  const rows = await db
    .selectFrom("users")
    .select(["id", "username", "email"])
    .where(hasEmail(email))
    .where("archived", "=", false)
    // Accounts that others created with the address are newer and unconfirmed.
    .orderBy(({ eb }) => eb("email_verified_at", "is", null))
    .orderBy("created_at")
    .orderBy("username_key")
    .limit(MAX_ACCOUNTS)
    .execute();
  return rows.flatMap(({ email: to, ...user }) => (to === null ? [] : [{ ...user, email: to }]));
}

/** @returns null if the user is deleted or has no address. */
export async function findMailedUser(
  db: Kysely<Database>,
  userId: string,
): Promise<MailedUser | null> {
  const user = await db
    .selectFrom("users")
    .select(["id", "username", "email"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user && user.email !== null ? { ...user, email: user.email } : null;
}

/** @returns false if the password has changed or the user is archived. */
export async function replacePassword(
  tx: Kysely<Database>,
  { userId, from, to }: { readonly userId: string; readonly from: string; readonly to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ password_hash: to })
    .where("id", "=", userId)
    .where("password_hash", "=", from)
    .where("archived", "=", false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
