/** A user's profile, read for a change and written. */
import type { Kysely } from "kysely";
import type { Profile } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { findUserByName } from "../../auth/queries.ts";
import type { Database } from "../../db/schema.ts";
import { notFound } from "../../plugins/errors.ts";
import { writeListed } from "../listedUsers.ts";

/** Locks the user until the transaction ends. */
export async function lockUser(tx: Kysely<Database>, id: string): Promise<User> {
  const { username } = await tx
    .selectFrom("users")
    .select("username")
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound("users.notFound"));
  return loadUser(tx, username);
}

export async function loadUser(tx: Kysely<Database>, username: string): Promise<User> {
  const found = await findUserByName(tx, username);
  if (!found) throw notFound("users.notFound");
  return found.user;
}

/** A new address is unconfirmed, and links mailed to the old one become invalid. */
export async function writeProfile(
  tx: Kysely<Database>,
  id: string,
  profile: Profile,
  { hasNewAddress }: { readonly hasNewAddress: boolean },
): Promise<void> {
  if (hasNewAddress) await tx.deleteFrom("account_tokens").where("user_id", "=", id).execute();
  await tx
    .updateTable("users")
    .set((eb) => ({
      ...(hasNewAddress && { email_verified_at: null }),
      family_name: profile.familyName,
      given_name: profile.givenName,
      email: profile.email,
      phone_number: profile.phoneNumber,
      phone_extension: profile.phoneExtension,
      job_title: profile.jobTitle,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await writeListed(tx, [id]);
}
