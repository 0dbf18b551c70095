// Builds the client and the server, each only where it is not built from what lies there now. Plain JavaScript, for
// messages that any old Node can print; they go to stderr, as stdout may belong to a script.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

/** By name: what makes it, what it depends on, and the file without which it is not there. */
const PARTS = {
  client: {
    config: "vite.config.ts",
    sources: ["src", "workers", "events", "index.html", "vite.config.ts", "package-lock.json"],
    main: "index.html",
  },
  server: {
    config: "server/vite.config.ts",
    sources: ["server", "workers", "events", "package.json", "package-lock.json"],
    main: "main.js",
  },
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Ends the process where Node or the packages are not what Provision needs. */
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
 * Brings `dist/NAME` up to date, or ends the process. It is built beside its place and moved there when it is whole.
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
  // Another process may have built the same meanwhile.
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

/** Of two processes that do it at the same moment one wins. */
function replaceDirectory(old, made) {
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(made, old);
  } catch (error) {
    if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
  }
}

/**
 * In a process of its own: what the build has taken of memory, and the processes that it has started, are gone when
 * the server begins.
 *
 * @returns its exit code, and the signal that reached this process meanwhile, if any, which has ended the build
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

/** Runs a built module of the server in this process, so that signals and the exit code are its own. */
export async function runBuilt(file) {
  // Errors name the line of the source.
  process.setSourceMapsEnabled(true);
  await import(new URL(`../dist/server/${file}`, import.meta.url).href);
}
