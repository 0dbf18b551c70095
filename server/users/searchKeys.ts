/**
 * The keys that lists of users are ordered and searched by. A trigger clears them when a user's names or address change, and
 * a new link to a client lacks them: whoever writes either calls `writeMissingKeys` in the same transaction.
 */
import { sql, type Kysely } from "kysely";
import { cutText } from "#events/rules/cutText.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";
import type { Database } from "../db/schema.ts";
import { backfillKeys } from "../lists/backfillKeys.ts";
import { toUuids } from "../lists/sqlText.ts";

/** Characters of a sort key: index entries are limited in size, and beginnings sort well enough. */
const SORT_KEY_LENGTH = 100;
/** Users per transaction. */
const BATCH = 2000;

export interface Named {
  readonly username: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string | null;
}

/** The form in which searches of users compare: that of all filters, without accents. */
export function toSearched(text: string): string {
  return foldAccents(normalizeForFilter(text));
}

/** The keys of a user, of every client alike. */
export function keysOf({ username, given_name, family_name, email }: Named) {
  const parts = [given_name + family_name, family_name + given_name, username, email ?? ""];
  const [, byName = "", byUsername = "", byEmail = ""] = parts.map(normalizeForFilter);
  return {
    name: cutText(byName, SORT_KEY_LENGTH),
    username: cutText(byUsername, SORT_KEY_LENGTH),
    email: cutText(byEmail, SORT_KEY_LENGTH),
    // A line break is in no filter: no match spans two of the texts.
    search: parts.map(toSearched).join("\n"),
  };
}

/** Makes the keys of users that an earlier version wrote. */
export function backfillUserKeys(db: Kysely<Database>): Promise<void> {
  return backfillKeys(db, "user_clients", async (tx, clientId, after) => {
    const users = await tx
      .selectFrom("user_clients")
      .innerJoin("users", "users.id", "user_clients.user_id")
      .where("user_clients.client_id", "=", clientId)
      .where("user_clients.search_key", "is", null)
      .where("user_clients.user_id", ">", after)
      .select(NAMED)
      .orderBy("user_clients.user_id")
      .limit(BATCH)
      .forNoKeyUpdate("users")
      .skipLocked()
      .execute();
    await writeKeys(tx, users);
    return users.at(-1)?.id ?? null;
  });
}

/**
 * Makes the keys of users who were linked to a client, or whose names or address changed, in the transaction that did so.
 * Locks the users: the keys of a name that changed in the meantime would be out of date.
 */
export async function writeMissingKeys(
  tx: Kysely<Database>,
  userIds: readonly string[],
): Promise<void> {
  const users = await tx
    .selectFrom("users")
    .where(sql<boolean>`users.id = any(${toUuids(userIds)})`)
    .select(NAMED)
    .orderBy("users.id")
    .forNoKeyUpdate()
    .execute();
  await writeKeys(tx, users);
}

const NAMED = ["users.id", "users.username", "given_name", "family_name", "email"] as const;

async function writeKeys(
  tx: Kysely<Database>,
  users: readonly (Named & { readonly id: string })[],
): Promise<void> {
  if (users.length === 0) return;
  const keys = users.map((user) => ({ id: user.id, ...keysOf(user) }));
  await sql`
    update user_clients l
    set name_key = k.name, username_key = k.username, email_key = k.email, search_key = k.search
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as k (id uuid, name text, username text, email text, search text)
    where l.user_id = k.id and l.search_key is null
  `.execute(tx);
}
