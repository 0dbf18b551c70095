// Builds the client and the server if they are out of date. Plain JavaScript, so that any old Node can print its
// messages. They go to stderr, because stdout may belong to a script.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** Targets by name: the build command, its inputs, and the file that marks its presence. */
const PARTS = {
  client: {
    config: "vite.config.ts",
    sources: [
      "src",
      "workers",
      "events",
      "index.html",
      "vite.config.ts",
      "server/docs/thirdParty.ts",
      "package-lock.json",
    ],
    main: "index.html",
  },
  server: {
    config: "server/vite.config.ts",
    sources: ["server", "workers", "events", "package.json", "package-lock.json"],
    main: "main.js",
  },
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Exits if Node or the packages do not meet the requirements. */
export function checkInstallation() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `Provision needs Node 20.19 or newer; this is Node ${process.versions.node}. See https://nodejs.org`,
    );
    process.exit(1);
  }
  if (!existsSync(join(root, "node_modules", "vite"))) {
    console.error(`The packages are not installed. Run "npm ci" in ${root}`);
    process.exit(1);
  }
}

function* filesBelow(path) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(below);
    else yield below;
  }
}

function stampOf(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
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

/**
 * Brings `dist/NAME` up to date or exits. Builds beside the target and moves the complete result.
 *
 * @param name "client" or "server"
 */
export async function build(name) {
  const { config, sources, main } = PARTS[name];
  const stamp = stampOf(sources);
  const stampFile = join(dist, `${name}.stamp`);
  const isFresh = () =>
    existsSync(join(dist, name, main)) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, "utf8") === stamp;
  if (isFresh()) return;
  console.error(`Building the ${name}; this is done once and after each change of it.`);
  const draft = join(dist, `.${name}-${process.pid}`);
  const { exitCode, endedBy } = await runVite(config, draft);
  // Another process may have built the same in the meantime.
  if (exitCode === 0 && !isFresh()) {
    rmSync(stampFile, { force: true });
    replaceDirectory(join(dist, name), draft);
    writeFileSync(stampFile, stamp);
  }
  rmSync(draft, { recursive: true, force: true });
  if (endedBy !== null) process.kill(process.pid, endedBy);
  if (exitCode === 0) return;
  console.error(`The ${name} could not be built.`);
  process.exit(1);
}

/** One of two concurrent processes wins. */
function replaceDirectory(old, made) {
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(made, old);
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  }
}

/**
 * Runs in its own process, so that the build's memory and child processes are gone when the server starts.
 *
 * @returns its exit code, and the signal, if any, that reached this process and ended the build
 */
async function runVite(config, outDir) {
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  const child = spawn(
    process.execPath,
    [vite, "build", "--config", config, "--outDir", outDir, "--logLevel", "warn"],
    { cwd: root, stdio: ["ignore", 2, 2] },
  );
  let endedBy = null;
  const end = (signal) => {
    endedBy = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  const [exitCode] = await once(child, "exit");
  for (const signal of SIGNALS) process.off(signal, end);
  return { exitCode, endedBy };
}

/** Runs a built module of the server in this process, which keeps its signals and exit code. */
export async function runBuilt(file) {
  // Errors name the source line.
  process.setSourceMapsEnabled(true);
  await import(new URL(`../dist/server/${file}`, import.meta.url).href);
}
