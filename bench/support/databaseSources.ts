/** Fresh databases of both kinds. */
import type { DatabaseSource } from "#server/db/open.ts";
import { findBinaries, startPostgres } from "../../tests/server/support/postgres.ts";
import type { Cleanup } from "../harness/cleanup.ts";

export type DatabaseKind = "embedded" | "PostgreSQL";

/**
 * An embedded database in its own directory, and a PostgreSQL cluster with its own settings.
 *
 * @param notes gets a note if PostgreSQL is missing.
 */
export async function openSources(
  name: string,
  cleanup: Cleanup,
  notes: string[],
): Promise<ReadonlyMap<DatabaseKind, DatabaseSource>> {
  const sources = new Map<DatabaseKind, DatabaseSource>([
    ["embedded", { dataDir: cleanup.directory(name) }],
  ]);
  const binaries = findBinaries();
  if (binaries === null) notes.push("There is no PostgreSQL on this machine.");
  else {
    const { url, stop } = await startPostgres(binaries, {});
    cleanup.add(stop);
    sources.set("PostgreSQL", { url });
  }
  return sources;
}
