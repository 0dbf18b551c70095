/** A killed import and a full disk, on the embedded database: nothing is half done, and the next import works. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { csvText, temporaryFiles } from "../support/csv.ts";
import { copyEmbedded } from "../support/databases.ts";
import { EMPTY_DIRECTORY, takeSnapshot } from "../support/directorySnapshot.ts";
import { runImport, startImport } from "../support/runImport.ts";

const files = temporaryFiles();
const PEOPLE = 12_000;
const people = Array.from({ length: PEOPLE }, (_, at) => `p${at}`);
const large = [
  "--identities",
  files.write(
    "large-identities.csv",
    csvText(
      ["id", "jobTitle"],
      people.map((id, at) => [id, `T${at % 50}`]),
    ),
  ),
  "--access",
  files.write(
    "large-access.csv",
    csvText(
      ["identityId", "resource", "account", "entitlement"],
      people.flatMap((id, at) =>
        ["R", "S", "T"].flatMap((resource) => [
          [id, resource, id, `E${at % 90}`],
          [id, resource, id, `F${at % 70}`],
        ]),
      ),
    ),
  ),
];
const small = ["--identities", files.write("small.csv", "id,jobTitle\nfirst,Boss\n")];

async function snapshot(dataDir: string) {
  const { db, close } = await openDatabase({ dataDir });
  const found = await takeSnapshot(db, "My organisation");
  const audits = await db.selectFrom("audit").select("id").execute();
  await close();
  return { ...found, audits: audits.length };
}

describe("a killed import", () => {
  let place: ReturnType<typeof copyEmbedded>;
  beforeEach(() => {
    place = copyEmbedded();
  });
  afterEach(() => place.remove());

  /** Each new file of the write-ahead log marks a step of the import's work. */
  const logFiles = () => readdirSync(join(place.dataDir, "database", "pg_wal")).length;

  test.each([1, 2])(
    "leaves nothing and releases the directory (killed after %d log files)",
    async (steps) => {
      const before = logFiles();
      const { child, ended } = startImport(large, { PROVISION_DATA_DIR: place.dataDir });
      while (logFiles() < before + steps) {
        if (child.exitCode !== null) throw new Error("The import ended before it was killed");
        await setTimeout(1);
      }
      child.kill("SIGKILL");
      expect((await ended).stdout).toBe("");
      expect(await snapshot(place.dataDir)).toEqual({ ...EMPTY_DIRECTORY, audits: 0 });
      expect(await runImport(small, { PROVISION_DATA_DIR: place.dataDir })).toMatchObject({
        exitCode: 0,
      });
      expect(Object.keys((await snapshot(place.dataDir)).identities)).toEqual(["first"]);
    },
    240_000,
  );
});

/** Mounting a small disk requires the right to mount. */
const mountFailure = (() => {
  const probe = join(files.directory, "probe");
  mkdirSync(probe);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", probe], {
    encoding: "utf8",
  });
  if (mounted.status !== 0) return mounted.stderr || "mount cannot be run";
  spawnSync("umount", [probe]);
  return null;
})();

describe.skipIf(mountFailure)(
  mountFailure === null ? "a full disk" : `skipped, no small disk can be mounted: ${mountFailure}`,
  () => {
    let disk: string;
    const mount = (...options: string[]) => {
      const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", ...options, "tmpfs", disk], {
        encoding: "utf8",
      });
      if (status !== 0) throw new Error(stderr);
    };
    beforeEach(() => {
      disk = join(files.directory, "disk");
      mkdirSync(disk, { recursive: true });
    });
    afterEach(() => {
      spawnSync("umount", [disk]);
    });

    // On the first disk the data files do not fit, on the second the write-ahead log.
    test.each([44, 56])(
      "stops the import with the reason, and works with more room (%d MiB)",
      async (size) => {
        mount("-o", `size=${size}m`);
        const dataDir = join(disk, "data");
        cpSync(inject("embeddedTemplate"), dataDir, { recursive: true });
        const environment = { PROVISION_DATA_DIR: dataDir };
        const result = await runImport([...large, "--json"], environment);
        expect(result.exitCode).toBe(1);
        expect(JSON.parse(result.stdout)).toEqual({
          code: "EDISKFULL",
          message:
            "The disk of the database is full. Nothing was changed. Free some space and try again.",
        });
        expect(result.stderr).toContain("The disk of the database is full.");
        mount("-o", "remount,size=300m");
        expect(await snapshot(dataDir)).toEqual({ ...EMPTY_DIRECTORY, audits: 0 });
        expect(await runImport(large, environment)).toMatchObject({ exitCode: 0 });
        expect(Object.keys((await snapshot(dataDir)).accounts)).toHaveLength(3 * PEOPLE);
      },
      240_000,
    );
  },
);
