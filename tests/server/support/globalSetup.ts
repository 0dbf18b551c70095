/**
 * Global setup of the server's tests: the built server, which some tests start as a process, an empty, migrated
 * embedded database to copy, and a PostgreSQL cluster with a migrated database to copy. Without PostgreSQL it says so,
 * and the tests that need one are skipped; with CI=true or PROVISION_REQUIRE_POSTGRES=1 that is an error.
 */
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openDatabase } from "#server/db/open.ts";
import { findBinaries, REQUIRE_POSTGRES, startPostgres, type PostgresCluster } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Data directory with an empty, migrated database. */
    embeddedTemplate: string;
    /** Address of the cluster; null without PostgreSQL. */
    postgresUrl: string | null;
  }
}

/** Name of the database that tests copy. */
const TEMPLATE = "provision_template";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Created once per schema and PGlite version, because it takes some seconds. */
async function embeddedTemplate(): Promise<string> {
  const migrations = join(root, "server/db/migrations");
  const hash = createHash("sha256");
  hash.update(readFileSync(join(root, "node_modules/@electric-sql/pglite/package.json")));
  hash.update(readFileSync(join(root, "server/db/migrate.ts")));
  for (const name of readdirSync(migrations).toSorted())
    hash.update(readFileSync(join(migrations, name)));

  const cache = join(root, "node_modules/.cache/provision-tests");
  const directory = join(cache, `embedded-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(directory)) return directory;
  mkdirSync(cache, { recursive: true });
  const draft = join(cache, randomUUID());
  const database = await openDatabase({ dataDir: draft });
  await database.close();
  try {
    renameSync(draft, directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
    rmSync(draft, { recursive: true, force: true });
  }
  return directory;
}

async function createTemplate(cluster: PostgresCluster): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(cluster.url);
  url.pathname = TEMPLATE;
  const database = await openDatabase({ url: url.href });
  await database.close();
}

function buildServer(): void {
  const { status } = spawnSync(process.execPath, ["server/start.mjs", "--build", "server"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("The server could not be built");
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildServer();
  // A watching Vitest does not build again after a change.
  if (!project.vitest.config.watch)
    process.env["PROVISION_BUILT_THREADS"] = join(root, "dist/server");
  project.provide("embeddedTemplate", await embeddedTemplate());
  const binaries = findBinaries();
  if (binaries === null) {
    const message =
      "No PostgreSQL found in PATH or /usr/lib/postgresql: the tests on PostgreSQL cannot run";
    if (process.env["CI"] === "true" || process.env[REQUIRE_POSTGRES] === "1")
      throw new Error(message);
    console.warn(`${message} and are skipped.`);
    project.provide("postgresUrl", null);
    return async () => {};
  }
  const cluster = await startPostgres(binaries);
  try {
    await createTemplate(cluster);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide("postgresUrl", cluster.url);
  return cluster.stop;
}
