/**
 * Makes the files of an embedded database. They are made beside their final place and moved there when they are
 * whole, so that a start that was killed leaves nothing that looks like a database. Making them takes some seconds
 * and much memory, which is free again when its thread has ended.
 */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { EmbeddedDatabase } from "./embedded.ts";

/** Does nothing when `directory` holds a database. The caller holds the lock of the parent directory. */
export async function prepareFiles(directory: string): Promise<void> {
  if (existsSync(join(directory, "PG_VERSION"))) return;
  const parent = dirname(directory);
  const unfinished = `${basename(directory)}.unfinished-`;
  for (const name of readdirSync(parent)) {
    if (name.startsWith(unfinished)) rmSync(join(parent, name), { recursive: true, force: true });
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
