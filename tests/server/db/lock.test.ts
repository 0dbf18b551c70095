import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DatabaseUnavailableError, DataDirectoryInUseError } from "#server/db/errors.ts";
import { lockDataDirectory } from "#server/db/lock.ts";
import { startChild, type Child } from "../support/children.ts";

let directory: string;
let children: Child[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "provision-lock-"));
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()));
  rmSync(directory, { recursive: true, force: true });
});

async function contender(): Promise<Child> {
  const child = startChild(new URL("../support/contender.ts", import.meta.url), directory);
  children.push(child);
  await child.line(0);
  return child;
}

async function attempt(child: Child): Promise<string> {
  child.process.stdin?.write("go\n");
  return child.line(1);
}

function writeRecord(changes: object): void {
  const record = {
    nonce: "n",
    holder: "server",
    host: hostname(),
    since: "2026-01-01T00:00:00.000Z",
  };
  writeFileSync(join(directory, "provision.lock"), JSON.stringify({ ...record, ...changes }));
}

test("a directory in use is refused, also within one process, and the message names the holder", () => {
  const lock = lockDataDirectory(directory, "import");
  const again = () => lockDataDirectory(directory, "server");
  expect(again).toThrow(DataDirectoryInUseError);
  expect(again).toThrow(`${directory} is in use by an import (process ${process.pid}, since 20`);
  lock.release();
  lock.release();
  again().release();
  expect(readdirSync(directory)).toEqual([]);
});

test("another process is refused while the holder lives, and takes over after it was killed", async () => {
  const holder = await contender();
  expect(await attempt(holder)).toBe("won");
  const pid = String(holder.process.pid);
  expect(await attempt(await contender())).toContain(`in use by a server (process ${pid},`);
  await holder.kill();
  lockDataDirectory(directory, "server").release();
});

test("a lock whose process id now belongs to another process is taken over", () => {
  writeRecord({ pid: process.pid, born: "another boot:1" });
  lockDataDirectory(directory, "server").release();
});

test("a lock of another machine is refused, with the machine and the file in the message", () => {
  writeRecord({ pid: 1, born: null, host: "elsewhere.example" });
  const taking = () => lockDataDirectory(directory, "server");
  expect(taking).toThrow("process 1 on elsewhere.example, since 2026-01-01T00:00:00.000Z");
  expect(taking).toThrow(`remove ${join(directory, "provision.lock")}`);
});

const OTHER_RECORDS = ["", "{", "null", "42", "[]", "{}", '{"pid":1}'];
test.each([
  ...OTHER_RECORDS,
  JSON.stringify({
    nonce: "../../etc/x",
    holder: "server",
    host: hostname(),
    since: "",
    pid: 1,
    born: null,
  }),
])("a lock file that contains %j is refused with what to do, and stays", (content) => {
  const path = join(directory, "provision.lock");
  writeFileSync(path, content);
  const attempted = () => lockDataDirectory(directory, "server");
  expect(attempted).toThrow(DatabaseUnavailableError);
  expect(attempted).toThrow(
    `The lock file ${path} is damaged or was not written by Provision: remove it if`,
  );
  expect(readFileSync(path, "utf8")).toBe(content);
  expect(readdirSync(directory)).toEqual(["provision.lock"]);
});

// A separate process, so that the test can end it if it hangs.
test("a lock file that is a dangling link is refused", async () => {
  symlinkSync(join(directory, "nowhere"), join(directory, "provision.lock"));
  expect(await attempt(await contender())).toContain("can neither be read nor taken: remove it if");
});

test("a lock that was damaged after it was taken is left unchanged", () => {
  const lock = lockDataDirectory(directory, "server");
  writeFileSync(join(directory, "provision.lock"), "");
  lock.release();
  expect(readdirSync(directory)).toEqual(["provision.lock"]);
});

test("the directory and the lock are private to the server's user", () => {
  const path = join(directory, "new");
  const lock = lockDataDirectory(path, "server");
  expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(path, "provision.lock")).mode & 0o777).toBe(0o600);
  lock.release();
});

test("a process killed during a takeover does not block others", () => {
  writeRecord({ pid: process.pid, born: "another boot:1" });
  const unfinished = {
    nonce: "m",
    holder: "server",
    host: hostname(),
    since: "",
    pid: process.pid,
    born: "b:2",
  };
  writeFileSync(join(directory, "provision.lock.n"), JSON.stringify(unfinished));
  const lock = lockDataDirectory(directory, "server");
  expect(JSON.parse(readFileSync(join(directory, "provision.lock"), "utf8"))).toMatchObject({
    pid: process.pid,
  });
  expect(readdirSync(directory)).toEqual(["provision.lock"]);
  lock.release();
});

test.each(["no lock", "the lock of a dead process"])(
  "exactly one of several processes that start together over %s wins",
  async (before) => {
    for (let round = 0; round < 2; round += 1) {
      rmSync(join(directory, "provision.lock"), { force: true });
      if (before !== "no lock")
        writeRecord({ pid: process.pid, born: `another boot:${round}`, nonce: `n${round}` });
      const contenders = await Promise.all(Array.from({ length: 5 }, contender));
      const answers = await Promise.all(contenders.map(attempt));
      expect(answers.filter((answer) => answer === "won")).toHaveLength(1);
      expect(answers.filter((answer) => answer.includes("in use by a server"))).toHaveLength(4);
      await Promise.all(contenders.map((child) => child.kill()));
    }
  },
  60_000,
);

test("a path that is a file or lies below one is refused with its name and the reason", () => {
  const file = join(directory, "file");
  writeFileSync(file, "");
  for (const path of [file, join(file, "below")]) {
    const attempted = () => lockDataDirectory(path, "server");
    expect(attempted).toThrow(DatabaseUnavailableError);
    expect(attempted).toThrow(`The data directory ${path} cannot be used`);
  }
  expect(readFileSync(file, "utf8")).toBe("");
});

test("a missing directory is created with its parents", () => {
  const path = join(directory, "new", "newer", "newest");
  lockDataDirectory(path, "server").release();
  expect(existsSync(path)).toBe(true);
});

// A separate process, so that the test can end it if it hangs.
test("a path where no directory can be created is refused", async () => {
  const child = startChild(
    new URL("../support/contender.ts", import.meta.url),
    "/proc/provision/x",
  );
  children.push(child);
  await child.line(0);
  expect(await attempt(child)).toContain("The data directory /proc/provision/x cannot be used");
});
