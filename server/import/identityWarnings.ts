/**
 * Values that are imported unchanged but may be mistakes: usernames and addresses of several people, invalid addresses,
 * unknown managers.
 */
import { sql, type Transaction } from "kysely";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import { chunksOf } from "./batch.ts";
import type { IdentityTable } from "./readIdentities.ts";

/** Maximum values that a warning names. */
const NAMED = 3;
/** Values of one join with the directory, which scans all of its people. */
const JOINED = 100_000;

/** The line of each value in the file. */
type Lines = Map<string, number>;

/** Usernames of more than one identity in the file, with the line of the first repeat. */
export function repeatedUsernames(table: IdentityTable): Message[] {
  const seen = new Set<string>();
  const repeated: Lines = new Map();
  for (const { value, line } of valuesOf(table, "username")) {
    if (seen.has(value) && !repeated.has(value)) repeated.set(value, line);
    seen.add(value);
  }
  return warningOf("import.repeatedUsernames", repeated);
}

const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** Values of the e-mail column that cannot be addresses. Unusual ones are accepted, because they may be internal addresses. */
export function unlikelyEmails(table: IdentityTable): Message[] {
  const unlikely: Lines = new Map();
  for (const { value, line } of valuesOf(table, "email")) {
    if (!EMAIL.test(value.trim()) && !unlikely.has(value)) unlikely.set(value, line);
  }
  return warningOf("import.unlikelyEmails", unlikely);
}

/** Usernames and e-mail addresses that people outside of the file have. */
export async function takenValues(
  tx: Transaction<Database>,
  clientId: string,
  table: IdentityTable,
): Promise<Message[]> {
  const usernames = await findTaken(tx, clientId, table, "username");
  const emails = await findTaken(tx, clientId, table, "email");
  return [
    ...warningOf("import.takenUsernames", usernames),
    ...warningOf("import.takenEmails", emails),
  ];
}

/** Addresses are compared in lower case. */
async function findTaken(
  tx: Transaction<Database>,
  clientId: string,
  table: IdentityTable,
  field: "username" | "email",
): Promise<Lines> {
  const inFile = new Map<string, { value: string; id: string; line: number }>();
  for (const one of valuesOf(table, field)) {
    const key = field === "email" ? one.value.toLowerCase() : one.value;
    if (!inFile.has(key)) inFile.set(key, one);
  }
  const isSame =
    field === "email" ? sql`lower(i.email) = lower(file.value)` : sql`i.username = file.value`;
  const taken: Lines = new Map();
  for (const chunk of chunksOf([...inFile.values()], JOINED)) {
    const ids = chunk.map(({ id }) => id);
    const values = chunk.map(({ value }) => value);
    const lines = chunk.map(({ line }) => line);
    const { rows } = await sql<{ holder: string; value: string; line: number }>`
      select i.external_id as holder, file.value, file.line
      from unnest(${ids}::text[], ${values}::text[], ${lines}::integer[]) as file (id, value, line)
      join identities i on ${isSame} and i.external_id <> file.id
      where i.client_id = ${clientId}
      order by file.line
    `.execute(tx);
    for (const { holder, value, line } of rows) {
      if (!table.indexes.has(holder)) taken.set(value, line);
    }
  }
  return taken;
}

/** Managers whose id or username is neither in the file nor in the directory. */
export async function unknownManagers(
  tx: Transaction<Database>,
  clientId: string,
  table: IdentityTable,
): Promise<Message[]> {
  const managers: Lines = new Map();
  for (const { value, line } of valuesOf(table, "manager")) {
    if (!managers.has(value)) managers.set(value, line);
  }
  if (managers.size === 0) return [];
  for (const { value } of valuesOf(table, "username")) managers.delete(value);
  for (const id of table.indexes.keys()) managers.delete(id);
  for (const chunk of chunksOf([...managers.keys()])) {
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

interface CellValue {
  readonly value: string;
  /** The external id of the row. */
  readonly id: string;
  readonly line: number;
}

function* valuesOf(
  { fields, ids, lines, rows }: IdentityTable,
  field: "username" | "email" | "manager",
): Generator<CellValue> {
  const at = fields.indexOf(field);
  if (at === -1) return;
  for (const [index, row] of rows.entries()) {
    const value = row[at];
    if (value) yield { value, id: ids[index] ?? "", line: lines[index] ?? 0 };
  }
}

type WarningCode =
  | "import.repeatedUsernames"
  | "import.takenUsernames"
  | "import.takenEmails"
  | "import.unlikelyEmails"
  | "import.unknownManagers";

function warningOf(code: WarningCode, values: Lines): Message[] {
  if (values.size === 0) return [];
  const first = [...values].slice(0, NAMED);
  const named = message("import.inLines", {
    count: first.length,
    names: first.map(([value]) => value).join(", "),
    lines: first.map(([, line]) => line).join(", "),
  });
  const more = values.size - NAMED;
  const names = more > 0 ? message("import.andMore", { names: named, more }) : named;
  return [message(code, { count: values.size, names })];
}
