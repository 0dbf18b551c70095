/** A small disk for the data of a server, which needs the right to mount a tmpfs. */
import { spawnSync } from "node:child_process";
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, onTestFinished, test } from "vitest";
import type { Milliseconds } from "#events/entities/common.ts";
import type { DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded } from "../../server/support/databases.ts";
import { findBinaries, ordinaryUser, startPostgres } from "../../server/support/postgres.ts";
import { startServer } from "../../server/support/servers.ts";
import { PASSWORD, signIn, type Place } from "./kills.ts";

const DISK_MEGABYTES = 300;
const MAX_TIME: Milliseconds = 300_000;

export interface SmallDisk {
  readonly place: Place;
  /** Leaves no block of the disk free. */
  fill(): void;
  free(): void;
}

/**
 * Defines a test for each kind of database with a server whose disk can be filled. The write-ahead log of PostgreSQL is on
 * another disk, because PostgreSQL stops when it cannot write its log.
 */
export function testOnSmallDisk(title: string, body: (disk: SmallDisk) => Promise<void>): void {
  const disk = mkdtempSync(join(tmpdir(), "provision-disk-"));
  const mount = () =>
    spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEGABYTES}m`, "tmpfs", disk]).status ===
    0;
  const canMount = mount();
  if (canMount) spawnSync("umount", [disk]);
  else console.warn("Tests of a full disk were skipped: they may not mount a tmpfs.");
  afterAll(() => rmSync(disk, { recursive: true, force: true }));

  const filler = join(disk, "filler");
  const fill = (): void => {
    for (const size of [1_048_576, 4096]) {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch (error) {
        expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
      }
    }
    expect(statfsSync(disk).bavail).toBe(0);
  };

  for (const kind of ["embedded", "postgres"] as const) {
    const isAbsent = kind === "postgres" && inject("postgresUrl") === null;
    describe.skipIf(!canMount || isAbsent)(`on the ${kind} database`, () => {
      test(
        title,
        async () => {
          expect(mount()).toBe(true);
          onTestFinished(() => {
            spawnSync("umount", ["--lazy", disk]);
          });
          const source = await sourceOn(disk, kind);
          const server = startServer(source, {
            PROVISION_ADMIN_PASSWORD: PASSWORD,
            PROVISION_DATA_DIR: join(disk, "provision"),
          });
          onTestFinished(async () => {
            server.process.kill("SIGKILL");
            await server.ended();
          });
          const place = await signIn(await server.ready());
          await body({ place, fill, free: () => rmSync(filler) });
        },
        MAX_TIME,
      );
    });
  }
}

async function sourceOn(disk: string, kind: "embedded" | "postgres"): Promise<DatabaseSource> {
  const dataDir = join(disk, "provision");
  if (kind === "embedded") {
    const copy = copyEmbedded();
    cpSync(copy.dataDir, dataDir, { recursive: true });
    await copy.remove();
    return { dataDir };
  }
  mkdirSync(dataDir);
  const binaries = findBinaries();
  if (binaries === null) throw new Error("There is no PostgreSQL");
  const { uid, gid } = { uid: 0, gid: 0, ...ordinaryUser() };
  const directory = join(disk, "cluster");
  mkdirSync(directory);
  chownSync(directory, uid, gid);
  const cluster = await startPostgres(binaries, undefined, directory);
  onTestFinished(() => cluster.stop());
  return { url: cluster.url };
}
