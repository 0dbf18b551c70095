/** Finds the client to import into, renames it, or creates it. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { clientNameKey, DEFAULT_CLIENT_NAME, lockClientNames } from "../clients/queries.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { ImportError } from "./errors.ts";
import type { ImportedClient } from "./types.ts";

/** Waits for other imports in this database, and holds the lock until the transaction ends. */
export async function holdImports(tx: Transaction<Database>): Promise<void> {
  await holdLock(tx, "imports");
}

/**
 * The client with that name; without a name, the directory's first client. If the only client is the empty one of a
 * first start, any name selects and renames it. No row is locked, because other work continues during an import. A new
 * name is reserved until the transaction ends.
 *
 * @returns id null if the client must be created.
 * @throws ImportError ECLIENTNAME if the name differs from another client's only in case or spaces.
 */
export async function findClient(
  tx: Transaction<Database>,
  name: string | undefined,
): Promise<ImportedClient> {
  let clients = await listClients(tx);
  const isNamed = (client: { readonly name: string }) => name === undefined || client.name === name;
  if (!clients.some(isNamed)) {
    await lockClientNames(tx);
    clients = await listClients(tx);
  }
  const [first] = clients;
  const found = clients.find(isNamed);
  const asItIs = { created: false, formerName: null };
  if (found) return { ...found, ...asItIs, others: clients.length - 1 };
  if (name === undefined) return { id: null, name: DEFAULT_CLIENT_NAME, ...asItIs, others: 0 };
  if (first && clients.length === 1 && (await isUntouched(tx, first))) {
    return { id: first.id, name, created: false, formerName: first.name, others: 0 };
  }
  const alike = clients.find((client) => clientNameKey(client.name) === clientNameKey(name));
  if (alike) {
    throw new ImportError(
      "ECLIENTNAME",
      `Only case or spaces tell "${name}" from the client "${alike.name}". Give that name exactly as it is, or another one. Nothing was imported.`,
    );
  }
  return { id: null, name, ...asItIs, others: clients.length };
}

/** An existing client by its id. @throws Error if it was deleted. */
export async function findClientById(
  tx: Transaction<Database>,
  id: string,
): Promise<ImportedClient> {
  const { name } = await tx
    .selectFrom("clients")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, name, created: false, formerName: null, others: 0 };
}

function listClients(tx: Transaction<Database>) {
  return tx
    .selectFrom("clients")
    .select(["id", "name"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Whether the client is in the state of a first start without the demo. */
async function isUntouched(
  tx: Transaction<Database>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<boolean> {
  if (name !== DEFAULT_CLIENT_NAME) return false;
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select from identities where client_id = ${id})
      and not exists (select from orgs where client_id = ${id})
      and not exists (select from resources where client_id = ${id}) as is_empty
  `.execute(tx);
  return rows[0]?.is_empty === true;
}

/** Renames the empty client of a first start. */
export async function nameClient(
  tx: Transaction<Database>,
  id: string,
  name: string,
): Promise<void> {
  const slug = await freeSlug(tx, name, id);
  await tx.updateTable("clients").set({ name, slug }).where("id", "=", id).execute();
}

export async function createClient(tx: Transaction<Database>, name: string): Promise<string> {
  const id = randomUUID();
  await tx
    .insertInto("clients")
    .values({ id, name, slug: await freeSlug(tx, name, id), created_at: new Date() })
    .execute();
  return id;
}

async function freeSlug(tx: Transaction<Database>, name: string, id: string): Promise<string> {
  const slug = slugOf(name);
  const taken = await tx
    .selectFrom("clients")
    .select("id")
    .where("slug", "=", slug)
    .where("id", "!=", id)
    .executeTakeFirst();
  return slug !== "" && !taken ? slug : `${slug}${slug === "" ? "" : "-"}${id.slice(0, 8)}`;
}

/** @returns lower-case ASCII letters, digits and single dashes; empty if the name contains none. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
