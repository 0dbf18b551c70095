import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { checkReadiness } from "#server/health.ts";
import { createApi } from "./support/api.ts";
import { copyEmbedded, eachDatabase, oneDatabase } from "./support/databases.ts";

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "provision-health-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const READY = { status: "ready", database: "ok", disk: "ok" };

eachDatabase((database) => {
  test("a server that can write to its database and its directory is ready and leaves no file behind", async () => {
    const dataDirectory = newDirectory();
    const { app } = await createApi(database.current, { settings: { dataDirectory } });
    const answers = await Promise.all([1, 2, 3].map(() => app.inject({ url: "/readyz" })));
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual(READY);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
    expect(readdirSync(dataDirectory)).toEqual([]);
    await app.close();
  });
});

oneDatabase((database) => {
  test("an unwritable data directory makes the server unready, a missing one does not", async () => {
    const directory = newDirectory();
    const file = join(directory, "file");
    writeFileSync(file, "");
    const { db } = database.current;
    expect(await checkReadiness(db, file)).toEqual({
      status: "unavailable",
      database: "ok",
      disk: "refuses writes",
    });
    expect(await checkReadiness(db, join(directory, "absent"))).toEqual(READY);
    const { app } = await createApi(database.current, { settings: { dataDirectory: file } });
    expect((await app.inject({ url: "/readyz" })).statusCode).toBe(503);
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    await app.close();
  });

  const disk = mkdtempSync(join(tmpdir(), "provision-disk-"));
  const canMount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", disk]).status === 0;
  if (canMount) spawnSync("umount", [disk]);
  test.skipIf(!canMount)("a full disk makes the server unready", async () => {
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", disk]);
    onTestFinished(() => {
      spawnSync("umount", [disk]);
      rmSync(disk, { recursive: true });
    });
    expect(await checkReadiness(database.current.db, disk)).toMatchObject({
      status: "unavailable",
      disk: "full",
    });
    expect(readdirSync(disk)).toEqual([]);
  });

  test("one result serves all probes for some seconds", async () => {
    const { app, clock } = await createApi(database.current, {
      settings: { dataDirectory: newDirectory() },
    });
    const stampOf = async () =>
      (await database.current.db
        .selectFrom("settings")
        .select("value")
        .where("key", "=", "ready_at")
        .executeTakeFirst()) ?? null;
    await app.inject({ url: "/readyz" });
    const stamp = await stampOf();
    expect(stamp).not.toBeNull();
    await app.inject({ url: "/readyz" });
    expect(await stampOf()).toEqual(stamp);
    clock.now = new Date(clock.now.getTime() + 2000);
    await app.inject({ url: "/readyz" });
    expect(await stampOf()).not.toEqual(stamp);
    await app.close();
  });
});

test("an unreachable database makes the server unready", async () => {
  const { dataDir, remove } = copyEmbedded();
  const database = await openDatabase({ dataDir });
  const { app, clock } = await createApi(database, { settings: { dataDirectory: dataDir } });
  expect((await app.inject({ url: "/readyz" })).statusCode).toBe(200);
  await database.close();
  clock.now = new Date(clock.now.getTime() + 2000);
  const answer = await app.inject({ url: "/readyz" });
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toEqual({ status: "unavailable", database: "unavailable", disk: "ok" });
  expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
  await app.close();
  await remove();
});
