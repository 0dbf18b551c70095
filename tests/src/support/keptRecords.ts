/** The whole content of the browser's log database. */
import { openDB } from "idb";

/** By store, in key order. */
export type KeptRecords = Readonly<Record<string, readonly unknown[]>>;

/** All of their text, also of bytes. */
export function plainTextOf(records: unknown): string {
  return JSON.stringify(records, (_key, value: unknown) =>
    value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : value,
  );
}

export async function keptRecords(): Promise<KeptRecords> {
  const db = await openDB("provision-log");
  const stores = [...db.objectStoreNames].map(
    async (name) => [name, await db.getAll(name)] as const,
  );
  const records = Object.fromEntries(await Promise.all(stores));
  db.close();
  return records;
}
