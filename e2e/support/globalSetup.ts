/** Before all journeys: the product is built, and a PostgreSQL cluster of our own runs on loopback. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import {
  findBinaries,
  REQUIRE_POSTGRES,
  startPostgres,
} from "../../tests/server/support/postgres.ts";
import { POSTGRES_URL } from "./server.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

// Playwright takes the setup from the default export.
export default async function setup(): Promise<() => Promise<void>> {
  const { status } = spawnSync(process.execPath, ["server/start.mjs", "--build"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The product could not be built");

  const binaries = findBinaries();
  if (binaries === null) {
    const message = "No PostgreSQL found in PATH or /usr/lib/postgresql";
    if (process.env["CI"] === "true" || process.env[REQUIRE_POSTGRES] === "1") {
      throw new Error(`${message}: the journeys on PostgreSQL cannot run`);
    }
    console.warn(`${message}: the journeys on PostgreSQL are skipped.`);
    return async () => {};
  }
  const cluster = await startPostgres(binaries);
  process.env[POSTGRES_URL] = cluster.url;
  return cluster.stop;
}
