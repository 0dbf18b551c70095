/**
 * The disk of a running server becomes full while a table is uploaded and users are added. Users are told so, nothing that
 * was acknowledged is lost, and the server goes on once space is free. The disk is a small tmpfs, which needs the right to
 * mount. The write-ahead log of PostgreSQL is on another disk, because PostgreSQL stops when it cannot write its log.
 */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
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
import { afterAll, describe, expect, inject, onTestFinished, test, vi } from "vitest";
import type { SystemFile } from "#events/entities/systemConfiguration.ts";
import { IMPORT_PART_BYTES } from "#events/rules/directoryImport.ts";
import type { DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded } from "../server/support/databases.ts";
import { findBinaries, ordinaryUser, startPostgres } from "../server/support/postgres.ts";
import { startServer } from "../server/support/servers.ts";
import { connectSystem, post } from "./support/connectedFile.ts";
import { get, PASSWORD, signIn, type Place } from "./support/kills.ts";

const DISK_MEGABYTES = 300;
/** Of the table that does not fit. */
const PARTS = 200;
const MAX_TIME = 300_000;
const WAIT = { timeout: 60_000, interval: 250 };
/** Of the answers to writes while the disk is full. */
const REMEDIES = /disk is full/i;

const disk = mkdtempSync(join(tmpdir(), "provision-disk-"));
const mount = () =>
  spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEGABYTES}m`, "tmpfs", disk]).status === 0;
const canMount = mount();
if (canMount) spawnSync("umount", [disk]);
else console.warn("tests/security/fullDisk.test.ts was skipped: it may not mount a tmpfs.");
afterAll(() => rmSync(disk, { recursive: true, force: true }));

const FILLER = join(disk, "filler");
/** Leaves no block of the disk free. */
function fillDisk(): void {
  for (const size of [1_048_576, 4096]) {
    try {
      for (;;) writeFileSync(FILLER, Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
    }
  }
  expect(statfsSync(disk).bavail).toBe(0);
}
const freeDisk = () => rmSync(FILLER);

async function sourceOn(kind: "embedded" | "postgres"): Promise<DatabaseSource> {
  if (kind === "embedded") {
    const { dataDir, remove } = copyEmbedded();
    cpSync(dataDir, join(disk, "provision"), { recursive: true });
    await remove();
    return { dataDir: join(disk, "provision") };
  }
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

for (const kind of ["embedded", "postgres"] as const) {
  const isAbsent = kind === "postgres" && inject("postgresUrl") === null;
  describe.skipIf(!canMount || isAbsent)(`on the ${kind} database`, () => {
    test(
      "a full disk loses nothing that was acknowledged, users are told, and the server goes on once there is space",
      async () => {
        expect(mount()).toBe(true);
        onTestFinished(() => {
          spawnSync("umount", ["--lazy", disk]);
        });
        const source = await sourceOn(kind);
        const server = startServer(source, {
          PROVISION_ADMIN_PASSWORD: PASSWORD,
          PROVISION_DATA_DIR: join(disk, "provision"),
        });
        onTestFinished(async () => {
          server.process.kill("SIGKILL");
          await server.ended();
        });
        const place = await signIn(await server.ready());
        const readiness = () => place.http.send("GET", "/readyz");
        expect((await readiness()).status).toBe(200);
        const names = (await addUsers(place, "before", 3)).acknowledged;

        // A table is uploaded.
        const path = await connectSystem(place);
        const file = await post<SystemFile>(place, `${path}/files`, {
          name: "b.csv",
          size: PARTS * IMPORT_PART_BYTES,
        });
        fillDisk();
        await expectFull(async (part) =>
          place.http.send("PUT", `${path}/files/${file.id}/parts`, {
            part,
            content: randomBytes(IMPORT_PART_BYTES).toString("base64"),
          }),
        );
        const refused = await addUsers(place, "full", 2000);
        names.push(...refused.acknowledged);
        expect(refused.refusal).toMatchObject({ status: 507, body: { code: "EDISKFULL" } });
        await vi.waitFor(async () => {
          expect(await readiness()).toMatchObject({
            status: 503,
            body: { status: "unavailable", disk: "full" },
          });
        }, WAIT);
        expect((await place.http.send("GET", "/healthz")).status).toBe(200);
        freeDisk();
        await untilReady(readiness);
        names.push(...(await addUsers(place, "freed", 2)).acknowledged);

        for (const name of names) {
          const found = await get<{ page: { totalElements: number } }>(
            place,
            `${place.base}/users?contains=${name}`,
          );
          expect(found.page.totalElements, name).toBe(1);
        }
      },
      MAX_TIME,
    );
  });
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Adds users until one is refused. */
async function addUsers(place: Place, prefix: string, count: number) {
  const acknowledged: string[] = [];
  for (let at = 0; at < count; at++) {
    const username = `${prefix}-${String(at).padStart(4, "0")}-x`;
    const answer = await place.http.send("POST", `${place.base}/users`, {
      username,
      familyName: "F".repeat(100),
      givenName: "G".repeat(100),
      jobTitle: "J".repeat(100),
      email: `${username}@example.com`,
      phoneNumber: null,
      phoneExtension: null,
      isHr: false,
      isAd: false,
      archived: false,
      resourceIds: [],
      roleIds: [],
    });
    if (answer.status !== 201) return { acknowledged, refusal: answer };
    acknowledged.push(username);
  }
  return { acknowledged, refusal: null };
}

/** The first parts may still fit into space that the database has reserved. */
async function expectFull(send: (part: number) => Promise<Answer>): Promise<void> {
  let answer: Answer = { status: 200, body: {} };
  for (let part = 0; part < PARTS && answer.status === 200; part++) answer = await send(part);
  const { code, message } = answer.body as { readonly code: string; readonly message: string };
  expect([answer.status, code]).toEqual([507, "EDISKFULL"]);
  expect(message).toMatch(REMEDIES);
}

async function untilReady(readiness: () => Promise<Answer>): Promise<void> {
  await vi.waitFor(async () => expect((await readiness()).status).toBe(200), WAIT);
}
