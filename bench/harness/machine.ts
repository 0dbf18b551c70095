/** The machine and versions of the figures. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { findChromium } from "../../tests/support/chromium.ts";

/** The root of the repository. */
export const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly kernel: string;
  readonly node: string;
  /** Empty if there is none. */
  readonly chromium: string;
  /** The product's commit, with a mark for uncommitted changes; empty if git does not know. */
  readonly commit: string;
  /** Exact versions of the product's packages. */
  readonly packages: Readonly<Record<string, string>>;
}

export function describeMachine(): Machine {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(`${PACKAGE}package.json`, "utf8"),
  ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    chromium: chromiumVersion(),
    commit: commit(),
    packages: { ...dependencies, ...devDependencies },
  };
}

/** The load average of the last minute. */
export function loadAverage(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100;
}

/** The machine's properties that determine its speed. */
export function sameMachine(one: Machine, other: Machine): boolean {
  return one.cpu === other.cpu && one.cores === other.cores && one.memory === other.memory;
}

function chromiumVersion(): string {
  const path = findChromium();
  return path === null ? "" : firstLine(path, ["--version"]).replace(/ built on.*/, "");
}

function commit(): string {
  const hash = firstLine("git", ["rev-parse", "--short", "HEAD"]);
  const changed = hash !== "" && firstLine("git", ["status", "--porcelain"]) !== "";
  return changed ? `${hash} with changes` : hash;
}

function firstLine(command: string, args: readonly string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: PACKAGE,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return status === 0 ? (stdout.trim().split("\n")[0] ?? "") : "";
}
