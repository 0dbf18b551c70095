/** The files of a data directory after a server that ran with umask 022, which is the usual default. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePrivate } from "#server/db/privateFiles.ts";
import { copyEmbedded } from "../support/databases.ts";
import { startServer, visit } from "../support/servers.ts";

const everyPath = (directory: string): string[] => [
  directory,
  ...readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) =>
    join(directory, name),
  ),
];

/**
 * Path and mode of each file that other users may read, write or enter; files that vanish during the search are left
 * out.
 */
function openToOthers(directory: string): string[] {
  return everyPath(directory).flatMap((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || (stats.mode & 0o077) === 0) return [];
    return [`${path} ${(stats.mode & 0o777).toString(8)}`];
  });
}

async function run(dataDir: string, work: (address: string) => Promise<void>): Promise<void> {
  const server = startServer({ dataDir });
  try {
    await work(await server.ready());
  } finally {
    server.process.kill("SIGTERM");
    await server.ended();
  }
}

test("a first start creates a directory that other users of the host cannot read or write", async () => {
  const parent = mkdtempSync(join(tmpdir(), "provision-modes-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const dataDir = join(parent, "data");
  await run(dataDir, async (address) => {
    await (await visit(address)).send("POST", "/api/login", { username: "a", password: "b" });
    expect(openToOthers(dataDir)).toEqual([]);
  });
  expect(everyPath(dataDir).length).toBeGreaterThan(900);
  expect(openToOthers(dataDir)).toEqual([]);
}, 240_000);

test("a start makes the files of an older database private and writes only private files", async () => {
  const { dataDir, remove } = copyEmbedded();
  onTestFinished(remove);
  const database = join(dataDir, "database");
  for (const path of everyPath(database)) chmodSync(path, lstatSync(path).isFile() ? 0o666 : 0o755);
  await run(dataDir, async () => expect(openToOthers(database)).toEqual([]));
  expect(openToOthers(database)).toEqual([]);
}, 240_000);

test("a directory of another user is left unchanged", () => {
  const parent = mkdtempSync(join(tmpdir(), "provision-modes-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  mkdirSync(join(parent, "inner"), { mode: 0o755 });
  chmodSync(parent, 0o755);
  makePrivate(join(parent, "inner"));
  makePrivate(join(parent, "absent"));
  expect(lstatSync(parent).mode & 0o777).toBe(0o755);
  expect(lstatSync(join(parent, "inner")).mode & 0o777).toBe(0o700);
});
