/**
 * The keys that lists of users are ordered and searched by. `writeUsers.ts` writes them, too; triggers empty those of any
 * other change, whoever makes it, and the next list makes them anew.
 */
import { sql, type Kysely } from "kysely";
import { cutText } from "#events/rules/cutText.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";
import type { Database } from "../db/schema.ts";
import { makeMissingKeys } from "../lists/backfillKeys.ts";

/** Characters of a key that is ordered by: an entry of an index has its limits, and beginnings order well enough. */
const ORDER_KEY_LENGTH = 100;
/** Users in one transaction. */
const AT_ONCE = 2000;

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
    name: cutText(byName, ORDER_KEY_LENGTH),
    username: cutText(byUsername, ORDER_KEY_LENGTH),
    email: cutText(byEmail, ORDER_KEY_LENGTH),
    // A line break is in no filter: no match spans two of the texts.
    search: parts.map(toSearched).join("\n"),
  };
}

/** Makes the keys that are missing in a client. */
export function makeUserKeys(db: Kysely<Database>, clientId: string): Promise<void> {
  return makeMissingKeys(db, "user_clients", clientId, makeSome);
}

/** Users of all clients whose keys are missing: who starts the server may wait for them. */
export async function countMissingKeys(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom("user_clients")
    .where("search_key", "is", null)
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of all clients: for a start on a directory that was filled before there were keys, whose first list would make them. */
export async function makeAllUserKeys(db: Kysely<Database>): Promise<void> {
  const clients = await db.selectFrom("clients").select("id").orderBy("id").execute();
  for (const { id } of clients) await makeUserKeys(db, id);
}

/** @returns the last of the users. Their rows are locked: a change meanwhile would make the keys old. */
async function makeSome(
  tx: Kysely<Database>,
  clientId: string,
  after: string,
): Promise<string | null> {
  const users = await tx
    .selectFrom("user_clients")
    .innerJoin("users", "users.id", "user_clients.user_id")
    .where("user_clients.client_id", "=", clientId)
    .where("user_clients.search_key", "is", null)
    .where("user_clients.user_id", ">", after)
    .select(["users.id", "users.username", "given_name", "family_name", "email"])
    .orderBy("user_clients.user_id")
    .limit(AT_ONCE)
    .forNoKeyUpdate("users")
    .skipLocked()
    .execute();
  const last = users.at(-1);
  if (!last) return null;
  const keys = users.map((user) => ({ id: user.id, ...keysOf(user) }));
  await sql`
    update user_clients l
    set name_key = k.name, username_key = k.username, email_key = k.email, search_key = k.search
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
      as k (id uuid, name text, username text, email text, search text)
    where l.client_id = ${clientId} and l.user_id = k.id
  `.execute(tx);
  return last.id;
}
