/** Finds the client that is imported into, names it, or makes it. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { clientNameKey, DEFAULT_CLIENT_NAME, lockClientNames } from "../clients/queries.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { ImportError } from "./errors.ts";
import type { ImportedClient } from "./types.ts";

/** Waits until no other import runs in this database, and keeps others waiting until the transaction ends. */
export async function holdImports(tx: Transaction<Database>): Promise<void> {
  await holdLock(tx, "imports");
}

/**
 * The client of that name; without a name, the directory's first. Where the directory's only client is the empty one
 * of a first start, that one is meant by any name, and is to get it. No row is locked, as others work on while an import
 * runs; a new name is kept from them until the transaction ends.
 *
 * @returns the id null where the client is still to be made.
 * @throws ImportError ECLIENTNAME where only case or spaces tell the name from another client's.
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

function listClients(tx: Transaction<Database>) {
  return tx
    .selectFrom("clients")
    .select(["id", "name"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Whether a client is as the first start makes it where there is no demo. */
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

/** Gives an empty client of a first start the name that is asked for. */
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

/** @returns lower-case ASCII letters, digits and single dashes; empty where the name has none of them. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{Mark}+/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
