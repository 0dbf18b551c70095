/** `npm start` and `npm run build` in a house of their own, with a build and a server that only tell of themselves. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
let house: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
}

const BUILD = `
import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("dist/client", { recursive: true });
writeFileSync("dist/client/index.html", "");
writeFileSync("build.pid", String(process.pid));
`;
const SERVER = `
import { readFileSync } from "node:fs";
let state = "ended";
try {
  process.kill(Number(readFileSync("build.pid", "utf8")), 0);
  state = "running";
} catch {}
console.log("Server: the build is", state);
`;

beforeEach(() => {
  house = mkdtempSync(join(tmpdir(), "provision-start-"));
  write("package.json", '{ "type": "module" }');
  write("src/app.ts", "1");
  for (const room of ["workers", "events"]) mkdirSync(join(house, room));
  write("server/main.ts", SERVER);
  cpSync(join(root, "server/start.mjs"), join(house, "server/start.mjs"));
  write("node_modules/vite/bin/vite.js", BUILD);
  write("node_modules/vite/package.json", '{ "type": "module" }');
  symlinkSync(join(root, "node_modules/tsx"), join(house, "node_modules/tsx"));
});
afterEach(() => rmSync(house, { recursive: true, force: true }));

function run(...parameters: string[]) {
  const child = spawn(process.execPath, ["server/start.mjs", ...parameters], { cwd: house });
  let output = "";
  child.stdout.on("data", (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (output += bytes.toString()));
  const ended = once(child, "close").then(() => ({
    exitCode: child.exitCode,
    signal: child.signalCode,
    output,
  }));
  return { child, ended };
}

test("the build has ended before the server begins, and is not done again", async () => {
  const first = await run().ended;
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.output).toMatch(/^Building the client.*\nServer: the build is ended\n$/);
  expect((await run().ended).output).toBe("Server: the build is ended\n");
  write("src/app.ts", "2");
  expect((await run().ended).output).toMatch(/^Building the client/);
});

test("a build alone starts no server", async () => {
  const built = await run("--build").ended;
  expect(built).toMatchObject({ exitCode: 0 });
  expect(built.output).not.toContain("Server");
  expect(existsSync(join(house, "dist/client/index.html"))).toBe(true);
});

test("a build that fails says so, ends with 1, starts no server, and is tried again", async () => {
  write("node_modules/vite/bin/vite.js", `${BUILD}console.error("No good."); process.exit(7);`);
  for (const _again of [1, 2]) {
    const failed = await run().ended;
    expect(failed).toMatchObject({ exitCode: 1 });
    expect(failed.output).toMatch(/No good\.\nThe client could not be built\.\n$/);
  }
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends the build, and no server starts",
  async (signal) => {
    write(
      "node_modules/vite/bin/vite.js",
      `${BUILD}console.log("busy"); setInterval(() => {}, 1e6);`,
    );
    const { child, ended } = run();
    child.stdout.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes("busy")) child.kill(signal);
    });
    const result = await ended;
    expect(result.signal).toBe(signal);
    expect(result.output).not.toContain("Server");
    const pid = Number(readFileSync(join(house, "build.pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  },
);
