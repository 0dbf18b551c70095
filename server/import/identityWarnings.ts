/**
 * Values that are imported unchanged but may be mistakes: usernames of several identities, invalid addresses, unknown
 * managers.
 */
import { sql, type Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { chunksOf } from "./batch.ts";
import type { IdentityTable } from "./readIdentities.ts";

/** Maximum values that a warning names. */
const NAMED = 3;
const format = new Intl.NumberFormat("en-US");

/** Usernames of more than one identity in the file. */
export function repeatedUsernames(table: IdentityTable): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const username of valuesOf(table, "username")) {
    if (seen.has(username)) repeated.add(username);
    seen.add(username);
  }
  if (repeated.size === 0) return [];
  const what = repeated.size === 1 ? "username is that" : "usernames are those";
  return [
    `${format.format(repeated.size)} ${what} of more than one identity of the file: ${named(repeated)}.`,
  ];
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Values of the e-mail column that cannot be addresses. Unusual ones are accepted, because they may be internal addresses. */
export function unlikelyEmails(table: IdentityTable): string[] {
  const unlikely = new Set<string>();
  for (const email of valuesOf(table, "email")) {
    if (!EMAIL.test(email.trim())) unlikely.add(email);
  }
  if (unlikely.size === 0) return [];
  const what =
    unlikely.size === 1
      ? "value is no email address, and is"
      : "values are no email addresses, and are";
  return [`${format.format(unlikely.size)} ${what} kept as written: ${named(unlikely)}.`];
}

/** Managers whose id or username is neither in the file nor in the directory. */
export async function unknownManagers(
  tx: Transaction<Database>,
  clientId: string,
  table: IdentityTable,
): Promise<string[]> {
  const managers = new Set(valuesOf(table, "manager"));
  if (managers.size === 0) return [];
  for (const username of valuesOf(table, "username")) managers.delete(username);
  for (const id of table.indexes.keys()) managers.delete(id);
  for (const chunk of chunksOf([...managers])) {
    const found = await tx
      .selectFrom("identities")
      .select(["external_id", "username"])
      .where("client_id", "=", clientId)
      .where(
        sql<boolean>`(external_id = any(${chunk}::text[]) or username = any(${chunk}::text[]))`,
      )
      .execute();
    for (const { external_id, username } of found) {
      managers.delete(external_id);
      if (username !== null) managers.delete(username);
    }
  }
  if (managers.size === 0) return [];
  const what = managers.size === 1 ? "manager is" : "managers are";
  return [
    `${format.format(managers.size)} ${what} neither in the file nor in the directory: ${named(managers)}.`,
  ];
}

function* valuesOf(
  { fields, rows }: IdentityTable,
  field: "username" | "email" | "manager",
): Generator<string> {
  const at = fields.indexOf(field);
  if (at === -1) return;
  for (const row of rows) {
    const value = row[at];
    if (value) yield value;
  }
}

function named(values: ReadonlySet<string>): string {
  const first = [...values].slice(0, NAMED).join(", ");
  return values.size > NAMED ? `${first} and ${format.format(values.size - NAMED)} more` : first;
}
