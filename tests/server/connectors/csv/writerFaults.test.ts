/** Faults while a table file is written: another process changes it, the disk is full, or the writer is killed. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { csvText, temporaryFiles } from "../../support/csv.ts";
import {
  ANY_VERSION,
  folderConfiguration,
  folderEnvironment,
  folderOfClient,
  readAll,
  remedyOf,
  writerOf,
} from "./support.ts";

const files = temporaryFiles();

async function open(folder: string, path: string, signal = new AbortController().signal) {
  const root = dirname(folder);
  const connector = createCsvConnector({
    connectorFolder: root,
    dataDirectory: files.directory,
    importMegabytes: 100,
  });
  return connector.open(folderConfiguration(connector, path), folderEnvironment(root, signal));
}

function newFolder(name: string): string {
  return folderOfClient(join(files.directory, name));
}

const hidden = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("."));

/** A signal that does something whenever the writer looks at it, the last time immediately before it replaces the file. */
function spying(look: () => boolean | void): AbortSignal {
  const { signal } = new AbortController();
  Object.defineProperty(signal, "aborted", { get: () => look() === true });
  return signal;
}

/** Does something once while the new version lies beside the old one. */
function whileWriting(folder: string, act: () => boolean | void, times = 1): AbortSignal {
  let left = times;
  return spying(() => {
    if (left === 0 || hidden(folder).length === 0) return false;
    left--;
    return act();
  });
}

describe("another process", () => {
  test("that changes the file in place keeps its change, and the writer begins anew", async () => {
    const folder = newFolder("in-place");
    const path = join(folder, "table.csv");
    writeFileSync(path, "id,a\n1,b\n2,c\n");
    const act = () => writeFileSync(path, "id,a\n1,b\n2,foreign\n3,foreign\n");
    const connection = await open(folder, "table.csv", whileWriting(folder, act));
    const [first] = await readAll(connection);
    if (first === undefined) throw new Error("The file is empty");
    const writer = writerOf(connection);
    await writer.update(first, [{ attribute: "a", add: ["x"], remove: ["b"] }], first);
    expect(readFileSync(path, "utf8")).toBe("id,a\n1,x\n2,foreign\n3,foreign\n");
  });

  test("that changes the same account wins", async () => {
    const folder = newFolder("same-account");
    const path = join(folder, "table.csv");
    writeFileSync(path, "id,a\n1,b\n");
    const act = () => writeFileSync(path, "id,a\n1,foreign\n");
    const connection = await open(folder, "table.csv", whileWriting(folder, act));
    const [first] = await readAll(connection);
    if (first === undefined) throw new Error("The file is empty");
    const delta = [{ attribute: "a", add: ["x"], remove: ["b"] }];
    expect(await remedyOf(writerOf(connection).update(first, delta, first))).toBe(
      "changedMeanwhile",
    );
    expect(readFileSync(path, "utf8")).toBe("id,a\n1,foreign\n");
  });

  test("that changes the file again and again wins", async () => {
    const folder = newFolder("again");
    const path = join(folder, "table.csv");
    writeFileSync(path, "id,a\n1,b\n");
    let version = 0;
    const act = () => writeFileSync(path, `id,a\n1,foreign ${++version}\n`);
    const connection = await open(folder, "table.csv", whileWriting(folder, act, Infinity));
    const work = writerOf(connection).create("account", { id: ["2"] });
    expect(await remedyOf(work)).toBe("changedMeanwhile");
    expect(readFileSync(path, "utf8")).toBe(`id,a\n1,foreign ${version}\n`);
    expect(hidden(folder)).toEqual([]);
  });

  test("sees a private file until it is complete", async () => {
    const folder = newFolder("private");
    const path = join(folder, "table.csv");
    writeFileSync(path, "id,a\n1,b\n", { mode: 0o644 });
    const modes: number[] = [];
    const signal = whileWriting(folder, () => {
      for (const name of hidden(folder)) modes.push(statSync(join(folder, name)).mode & 0o777);
    });
    await writerOf(await open(folder, "table.csv", signal)).create("account", { id: ["2"] });
    expect(modes).toEqual([0o600]);
    expect(readFileSync(path, "utf8")).toBe("id,a\n1,b\n2,\n");
  });
});

test("a cancelled change leaves the file as it is", async () => {
  const folder = newFolder("cancelled");
  const path = join(folder, "table.csv");
  writeFileSync(path, "id,a\n1,b\n");
  const connection = await open(
    folder,
    "table.csv",
    whileWriting(folder, () => true),
  );
  const work = writerOf(connection).create("account", { id: ["2"] });
  expect(await remedyOf(work)).toBe("timedOut");
  expect(readFileSync(path, "utf8")).toBe("id,a\n1,b\n");
  expect(hidden(folder)).toEqual([]);
});

describe("a full disk", () => {
  const folder = newFolder("disk");
  const canMount =
    spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", folder]).status === 0;
  afterAll(() => void (canMount && spawnSync("umount", ["-l", folder])));

  test.skipIf(!canMount)("leaves the file as it is", async () => {
    const rows = Array.from({ length: 6000 }, (_, no) => [String(no), "x".repeat(100)]);
    const content = csvText(["id", "a"], rows);
    writeFileSync(join(folder, "table.csv"), content);
    const writer = writerOf(await open(folder, "table.csv"));
    expect(await remedyOf(writer.create("account", { id: ["new"] }))).toBe("diskFull");
    expect(readFileSync(join(folder, "table.csv"), "utf8")).toBe(content);
    expect(hidden(folder)).toEqual([]);
  });
});

describe("a killed writer", () => {
  const ENTRY = fileURLToPath(new URL("./writerProcess.ts", import.meta.url));

  test("leaves the last complete version, and the next writer removes what it left", async () => {
    const folder = newFolder("killed");
    const path = join(folder, "table.csv");
    const rows = Array.from({ length: 40_000 }, (_, no) => [String(no), `name ${no}`]);
    writeFileSync(path, csvText(["id", "name"], rows));
    const known = new Set(rows.map(([id]) => id));
    let abandoned = 0;
    const delays = [0, 40, 90, 150, 220, 300];
    // On a slow machine all of them may meet a writer that is between two versions.
    for (let kill = 0; kill < delays.length || (abandoned === 0 && kill < 30); kill += 1) {
      const delay = delays[kill % delays.length] ?? 0;
      const child = spawn(
        process.execPath,
        ["--import", "tsx", ENTRY, dirname(folder), "table.csv", files.directory],
        {
          stdio: ["ignore", "pipe", "inherit"],
        },
      );
      const exited = once(child, "exit");
      const reported: string[] = [];
      const lines = createInterface({ input: child.stdout });
      for await (const line of lines) {
        if (line !== "ready") reported.push(line);
        // Time passes within a version, so that kills meet each of its steps.
        else setTimeout(() => child.kill("SIGKILL"), 300 + delay);
      }
      await exited;
      const read = (await readAll(await open(folder, "table.csv"))).map(({ id }) => id);
      for (const id of reported) known.add(id);
      const added = read.filter((id) => !known.has(id));
      // The last version may be complete although its writer could not report it.
      expect(added.length).toBeLessThanOrEqual(1);
      for (const id of added) known.add(id);
      expect(new Set(read)).toEqual(known);
      abandoned = hidden(folder).length;
    }
    expect(abandoned).toBeGreaterThan(0);
    const fresh = writerOf(await open(folder, "table.csv"));
    await fresh.remove({ id: "1" } as Parameters<typeof fresh.remove>[0], ANY_VERSION);
    // They could belong to a writer that is still at work.
    expect(hidden(folder).length).toBe(abandoned);
    const longAgo = Date.now() / 1000 - 3600;
    for (const name of hidden(folder)) utimesSync(join(folder, name), longAgo, longAgo);
    await fresh.remove({ id: "2" } as Parameters<typeof fresh.remove>[0], ANY_VERSION);
    expect(hidden(folder)).toEqual([]);
  });
});
