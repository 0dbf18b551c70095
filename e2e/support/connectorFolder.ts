/** Journeys on a server that reads and writes table files in a folder of its own. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type Api } from "./test.ts";

const FOLDER = "PROVISION_CONNECTOR_FOLDER";

export const test = base.extend({
  settings: [
    async ({ database: _database }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "provision-folder-"));
      await use({ [FOLDER]: folder });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
});

/** The path of a file in the folder of the client. */
export async function fileOf(
  settings: Readonly<Record<string, string>>,
  api: Api,
  name: string,
): Promise<string> {
  const directory = join(settings[FOLDER] ?? "", await api.client());
  mkdirSync(directory, { recursive: true });
  return join(directory, name);
}
