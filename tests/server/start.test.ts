/**
 * `npm start`, `npm run build` and `npm run import` in a temporary repository, with a fake build, server and import
 * that only report their runs.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
let repository: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

const BUILD = `
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
const out = process.argv[process.argv.indexOf("--outDir") + 1];
mkdirSync(out, { recursive: true });
if (process.argv.includes("vite.config.ts")) writeFileSync(out + "/index.html", "");
else for (const name of ["main", "import"]) copyFileSync("server/" + name + ".ts", out + "/" + name + ".js");
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
  repository = mkdtempSync(join(tmpdir(), "provision-start-"));
  write("package.json", '{ "type": "module" }');
  write("src/app.ts", "1");
  for (const room of ["workers", "events"]) mkdirSync(join(repository, room));
  write("server/main.ts", SERVER);
  write("server/import.ts", 'console.log("Import:", ...process.argv.slice(2));');
  for (const script of ["build.mjs", "start.mjs", "import/start.mjs"]) {
    cpSync(join(root, "server", script), join(repository, "server", script));
  }
  write("node_modules/vite/bin/vite.js", BUILD);
  write("node_modules/vite/package.json", '{ "type": "module" }');
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

const run = (...parameters: string[]) => runScript("server/start.mjs", ...parameters);

function runScript(...parameters: string[]) {
  const child = spawn(process.execPath, parameters, { cwd: repository });
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

test("the build ends before the server starts, and is not repeated", async () => {
  const first = await run().ended;
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.output).toMatch(
    /^Building the client.*\nBuilding the server.*\nServer: the build is ended\n$/,
  );
  expect((await run().ended).output).toBe("Server: the build is ended\n");
});

test("only changed parts are built again", async () => {
  await run("--build").ended;
  write("src/app.ts", "2");
  expect((await run().ended).output).toMatch(/^Building the client.*\nServer: .*\n$/);
  write("server/main.ts", 'console.log("Another server");');
  expect((await run().ended).output).toMatch(/^Building the server.*\nAnother server\n$/);
  write("events/new.ts", "1");
  expect((await run("--build").ended).output).toMatch(
    /^Building the client.*\nBuilding the server.*\n$/,
  );
  rmSync(join(repository, "dist/server/main.js"));
  expect((await run().ended).output).toMatch(/^Building the server.*\nAnother server\n$/);
});

test("an import builds only the server and gets the command-line arguments", async () => {
  const { output } = await runScript("server/import/start.mjs", "--access", "a.csv").ended;
  expect(output).toMatch(/^Building the server.*\nImport: --access a\.csv\n$/);
  expect(readdirSync(join(repository, "dist")).toSorted()).toEqual(["server", "server.stamp"]);
});

test("two concurrent builds both succeed, and one result remains", async () => {
  const both = await Promise.all([run("--build").ended, run("--build").ended]);
  expect(both).toMatchObject([{ exitCode: 0 }, { exitCode: 0 }]);
  expect(readdirSync(join(repository, "dist")).toSorted()).toEqual([
    "client",
    "client.stamp",
    "server",
    "server.stamp",
  ]);
  expect((await run().ended).output).toBe("Server: the build is ended\n");
});

test("the build option starts no server", async () => {
  const built = await run("--build").ended;
  expect(built).toMatchObject({ exitCode: 0 });
  expect(built.output).not.toContain("Server");
  expect(existsSync(join(repository, "dist/client/index.html"))).toBe(true);
});

test("an unknown option is refused and starts no server", async () => {
  const asked = await run("--help").ended;
  expect(asked).toMatchObject({ exitCode: 0 });
  const unknown = await run("--port", "1").ended;
  expect(unknown).toMatchObject({ exitCode: 2 });
  for (const { output } of [asked, unknown])
    expect(output).toMatch(
      /^npm start takes no options\..*PORT=4200.*README\.md lists it all\.\n$/s,
    );
  expect(existsSync(join(repository, "dist"))).toBe(false);
});

test("a failed build reports its error, exits with 1, starts no server, and is retried", async () => {
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
    child.stderr.on("data", (bytes: Buffer) => {
      if (bytes.toString().includes("busy")) child.kill(signal);
    });
    const result = await ended;
    expect(result.signal).toBe(signal);
    expect(result.output).not.toContain("Server");
    expect(readdirSync(join(repository, "dist"))).toEqual([]);
    const pid = Number(readFileSync(join(repository, "build.pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  },
);
