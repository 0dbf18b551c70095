/**
 * Before all journeys: builds the product, starts a private PostgreSQL cluster on loopback, and imports the directory.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  findBinaries,
  REQUIRE_POSTGRES,
  startPostgres,
} from "../../tests/server/support/postgres.ts";
import { makeDirectory } from "./directory.ts";
import {
  IMPORTED,
  POSTGRES_URL,
  ProvisionServer,
  type DatabaseKind,
  type ImportedPlace,
} from "./server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Each server of the journeys starts with a copy of it. */
async function importDirectory(database: DatabaseKind): Promise<ProvisionServer> {
  const server = await ProvisionServer.create({ database });
  const { exitCode, result, messages } = server.import(makeDirectory());
  if (exitCode !== 0) throw new Error(`The import failed: ${messages}`);
  const imported: ImportedPlace = { place: server.place, result };
  process.env[IMPORTED[database]] = JSON.stringify(imported);
  return server;
}

// Playwright takes the setup from the default export.
export default async function setup(): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ["server/start.mjs", "--build"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The product could not be built");

  const embedded = await importDirectory("embedded");
  const binaries = findBinaries();
  if (binaries === null) {
    const message = "No PostgreSQL found in PATH or /usr/lib/postgresql";
    if (process.env["CI"] === "true" || process.env[REQUIRE_POSTGRES] === "1") {
      throw new Error(`${message}: the journeys on PostgreSQL cannot run`);
    }
    console.warn(`${message}: the journeys on PostgreSQL are skipped.`);
    return () => embedded.remove();
  }
  const cluster = await startPostgres(binaries);
  process.env[POSTGRES_URL] = cluster.url;
  const postgres = await importDirectory("postgres");
  return async () => {
    await Promise.all([embedded.remove(), postgres.remove()]);
    await cluster.stop();
  };
}
