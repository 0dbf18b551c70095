/** A server that checks and applies imports, as the browser starts them. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { DirectoryImport } from "#events/entities/directoryImport.ts";
import { startImporter } from "#server/import/jobs/importer.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { type Browser, createApi, type TestApi } from "../../support/api.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";
import { announce, sendParts, type SentFiles } from "./support.ts";
import { emptyDisk } from "../../support/disks.ts";

export const WAIT = { timeout: 30_000, interval: 20 };
const ENDED = ["checked", "done", "failed", "cancelled"];
/** Of a file. */
const MAX_BYTES = 2_000_000;

/** @returns what tests of a suite use. Each test begins without imports and without an importer. */
export function useImports(database: TestDatabase) {
  let directory: TestDirectory;
  let api: TestApi;
  let owner: Browser;
  let path: string;
  let dataDirectory: string;
  let importers: JobLoop[] = [];
  const errors: unknown[] = [];
  const disk = emptyDisk(() => api.clock.now);

  const start = () => {
    const importer = startImporter({
      database: database.current,
      disk,
      clock: () => new Date(),
      onError: (error) => errors.push(error),
      workerId: randomUUID(),
      dataDirectory,
      maxBytes: MAX_BYTES,
    });
    importers.push(importer);
  };
  const stopAll = () => Promise.all(importers.splice(0).map((one) => one.stop()));

  beforeAll(async () => {
    dataDirectory = mkdtempSync(join(tmpdir(), "provision-imports-"));
    directory = await fillDirectory(database.current.db);
    // As the server's: pokes whichever importer runs.
    const importer = { poke: () => importers.forEach((one) => one.poke()) };
    api = await createApi(database.current, {
      disk,
      importer,
      settings: { importMegabytes: MAX_BYTES / 1_000_000 },
    });
    owner = await api.signIn("owner");
    path = `/api/clients/${directory.clientId}/imports`;
  });
  beforeEach(async () => {
    errors.length = 0;
    importers = [];
    await database.current.db.deleteFrom("directory_imports").execute();
  });
  afterEach(stopAll);
  afterAll(async () => {
    await api.app.close();
    rmSync(dataDirectory, { recursive: true, force: true });
  });

  const current = async () => {
    const response = await owner.get(path);
    return response.json<{ current: DirectoryImport }>().current;
  };
  const settled = () =>
    vi.waitFor(async () => {
      const found = await current();
      expect(ENDED).toContain(found.status);
      return found;
    }, WAIT);
  const upload = async (files: SentFiles, mode?: DirectoryImport["mode"]) => {
    // The newest import is shown.
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const id = await announce(owner, path, files, mode);
    await sendParts(owner, path, id, files);
    return id;
  };
  const check = async (files: SentFiles, mode?: DirectoryImport["mode"]) => {
    const id = await upload(files, mode);
    const checking = await owner.post(`${path}/${id}/check`);
    expect(checking.statusCode, checking.body).toBe(200);
    return settled();
  };

  return {
    /** Of importers. */
    errors,
    get api() {
      return api;
    },
    get directory() {
      return directory;
    },
    get owner() {
      return owner;
    },
    /** Of the calls of imports. */
    get path() {
      return path;
    },
    get dataDirectory() {
      return dataDirectory;
    },
    get db() {
      return database.current.db;
    },
    start,
    poke: () => importers.forEach((one) => one.poke()),
    stopAll,
    current,
    settled,
    upload,
    check,
  };
}
