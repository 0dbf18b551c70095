/**
 * Creates the files of an embedded database. They are created beside the final path and moved when complete, so that a
 * killed start leaves nothing that looks like a database. Creating them takes some seconds and much memory, which the
 * thread's end releases.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { EmbeddedDatabase } from "./embedded.ts";
import { DatabaseUnavailableError } from "./errors.ts";

/**
 * Creates a database if `directory` is missing or empty. The caller holds the lock of the parent directory.
 * @throws DatabaseUnavailableError for a directory with anything other than a complete database.
 */
export async function prepareFiles(directory: string): Promise<void> {
  if (isDatabase(directory)) return;
  const parent = dirname(directory);
  const unfinished = `${basename(directory)}.unfinished-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  if (existsSync(directory) && readdirSync(directory).length > 0) {
    throw new DatabaseUnavailableError(
      `Its folder ${basename(directory)} is not a whole database, as its file PG_VERSION is missing or empty: restore the folder from a backup, or move it away to start with an empty one.`,
    );
  }
  const draft = join(parent, unfinished + randomUUID());
  try {
    const database = await EmbeddedDatabase.open({ directory: draft });
    await database.close();
    renameSync(draft, directory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function isDatabase(directory: string): boolean {
  const version = join(directory, "PG_VERSION");
  return existsSync(version) && readFileSync(version, "utf8").trim() !== "";
}
