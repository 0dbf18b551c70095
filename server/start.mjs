// `npm start`: checks Node, builds the client where that is due, and runs the server in this process, so that
// signals and the exit code are the server's own. Plain JavaScript, for a message that any old Node can print.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(root, "dist", "client.stamp");

/** What the built client depends on. */
const SOURCES = ["src", "workers", "events", "index.html", "vite.config.ts", "package-lock.json"];

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Provision needs Node 20.19 or newer; this is Node ${process.versions.node}. See https://nodejs.org`,
  );
  process.exit(1);
}

function* filesBelow(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(below);
    else yield below;
  }
}

function stampOfSources() {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    const path = join(root, source);
    if (!existsSync(path)) continue;
    const files = /\.\w+$/.test(source) ? [source] : filesBelow(source);
    for (const file of files)
      hash
        .update(file)
        .update("\0")
        .update(readFileSync(join(root, file)));
  }
  return hash.digest("hex");
}

async function buildClient() {
  const stamp = stampOfSources();
  const isBuilt = existsSync(join(root, "dist", "client", "index.html"));
  if (isBuilt && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.log("Building the client; this is done once and after each change of it.");
  if (!(await runBuild())) {
    console.error("The client could not be built.");
    process.exit(1);
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/**
 * Builds in a process of its own: what the build has taken of memory, and the processes that it has started, are gone
 * when the server begins. A signal ends the build and then this process, as it would without the other.
 */
async function runBuild() {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const child = spawn(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  let endedBy = null;
  const end = (signal) => {
    endedBy = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const [exitCode] = await once(child, "exit");
  for (const signal of SIGNALS) process.off(signal, end);
  if (endedBy !== null) process.kill(process.pid, endedBy);
  return exitCode === 0;
}

function checkPackages() {
  if (existsSync(join(root, "node_modules", "tsx"))) return;
  console.error(`The packages are not installed. Run "npm ci" in ${root}`);
  process.exit(1);
}

checkNode();
checkPackages();
await buildClient();
// `npm run build` ends here.
if (process.argv.includes("--build")) process.exit(0);
const { register } = await import("tsx/esm/api");
register();
await import("./main.ts");
