/**
 * Values that are imported unchanged but may be mistakes: usernames of several identities, invalid addresses, unknown
 * managers.
 */
import { sql, type Transaction } from "kysely";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import { chunksOf } from "./batch.ts";
import type { IdentityTable } from "./readIdentities.ts";

/** Maximum values that a warning names. */
const NAMED = 3;

/** Usernames of more than one identity in the file. */
export function repeatedUsernames(table: IdentityTable): Message[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const username of valuesOf(table, "username")) {
    if (seen.has(username)) repeated.add(username);
    seen.add(username);
  }
  return warningOf("import.repeatedUsernames", repeated);
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Values of the e-mail column that cannot be addresses. Unusual ones are accepted, because they may be internal addresses. */
export function unlikelyEmails(table: IdentityTable): Message[] {
  const unlikely = new Set<string>();
  for (const email of valuesOf(table, "email")) {
    if (!EMAIL.test(email.trim())) unlikely.add(email);
  }
  return warningOf("import.unlikelyEmails", unlikely);
}

/** Managers whose id or username is neither in the file nor in the directory. */
export async function unknownManagers(
  tx: Transaction<Database>,
  clientId: string,
  table: IdentityTable,
): Promise<Message[]> {
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
  return warningOf("import.unknownManagers", managers);
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

function warningOf(
  code: "import.repeatedUsernames" | "import.unlikelyEmails" | "import.unknownManagers",
  values: ReadonlySet<string>,
): Message[] {
  if (values.size === 0) return [];
  const first = [...values].slice(0, NAMED).join(", ");
  const more = values.size - NAMED;
  const names = more > 0 ? message("import.andMore", { names: first, more }) : first;
  return [message(code, { count: values.size, names })];
}
