/** A server that performs the runs of its systems. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { readConfig, type Config } from "#server/config.ts";
import { createConnectors } from "#server/connectors/registry.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { createSecrets } from "#server/secrets/secrets.ts";
import { startRunner } from "#server/systems/runs/runner.ts";
import { startFileWatcher } from "#server/systems/runs/watchedFiles.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { emptyDisk } from "../support/disks.ts";

export const WAIT = { timeout: 30_000, interval: 50 };
/** The statuses of runs that have not ended. */
export const OPEN = ["waiting", "reading", "applying"];

/** @returns what tests of a suite use, once the suite has begun. No run may fail unexpectedly. */
export function withRunningServer(
  database: TestDatabase,
  settings: Pick<Partial<Config>, "connectorFolder"> = {},
) {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let dataDirectory: string;
  let runner: JobLoop;
  let watcher: JobLoop;
  const errors: unknown[] = [];
  const disk = emptyDisk(() => api.clock.now);

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-runs-"));
    directory = await fillDirectory(database.current.db);
    const config = { ...readConfig({}), dataDirectory, ...settings };
    api = await createApi(database.current, {
      disk,
      runner: { poke: () => runner.poke() },
      settings: { dataDirectory, ...settings },
    });
    const shared = {
      database: database.current,
      disk,
      clock: () => api.clock.now,
      onError: (error: unknown) => errors.push(error),
      connectors: createConnectors(config),
      config,
    };
    const secrets = createSecrets(Buffer.alloc(32, 7));
    runner = startRunner({ ...shared, workerId: randomUUID(), secrets });
    watcher = startFileWatcher({ ...shared, onStarted: runner.poke });
    owner = await api.signIn("owner");
  });
  afterAll(async () => {
    await watcher.stop();
    await runner.stop();
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  afterEach(() => expect(errors.splice(0)).toEqual([]));

  return {
    /** Of runs that failed unexpectedly. A test that expects some removes them. */
    errors,
    disk,
    get api() {
      return api;
    },
    get directory() {
      return directory;
    },
    get owner() {
      return owner;
    },
    signInAgain: async () => {
      owner = await api.signIn("owner");
    },
    poke: () => runner.poke(),
    /** Lets the server look at watched files. */
    lookAtFiles: () => watcher.poke(),
    stop: () => runner.stop(),
  };
}
