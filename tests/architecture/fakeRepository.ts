/** A temporary repository in which `npm test` and `npm run rules` run on reports that the test writes. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach } from "vitest";

export const root = fileURLToPath(new URL("../../", import.meta.url));
const COPIED = [
  "run.mjs",
  "rules.mjs",
  "architecture/reports.mjs",
  "architecture/outsideReporter.mjs",
  "architecture/usedRules.mjs",
  "architecture/reachable.mjs",
  "architecture/moduleGraph.mjs",
  "server/support/postgres.ts",
  "server/support/findSlapd.ts",
];
let repository: string;

export function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

/** Replaces a fake command. */
export function linkPackage(name: string): void {
  const packages = join(repository, "node_modules");
  mkdirSync(packages, { recursive: true });
  rmSync(join(packages, name), { recursive: true, force: true });
  symlinkSync(join(root, "node_modules", name), join(packages, name));
}

/** Creates a new repository with the commands in it before each test of the file, and removes it afterwards. */
export function prepareRepository(): void {
  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), "provision-runs-"));
    write("package.json", '{ "type": "module" }');
    for (const path of COPIED) {
      cpSync(join(root, "tests", path), join(repository, "tests", path));
    }
    for (const name of ["tsx", "pg", "vite"]) linkPackage(name);
  });
  afterEach(() => rmSync(repository, { recursive: true, force: true }));
}

export function run(
  script: string,
  ...args: string[]
): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd: repository,
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr };
}

export const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);

export interface FakeTest {
  readonly title: string;
  readonly status: "passed" | "failed" | "pending";
  readonly why?: string;
}

export function vitestReport(tests: readonly FakeTest[], suiteStatus = "passed"): string {
  const assertionResults = tests.map(({ title, status, why }) => ({
    fullName: title,
    status,
    failureMessages: why ? [why] : [],
  }));
  return JSON.stringify({
    testResults: [
      {
        name: join(repository, "tests/a.test.ts"),
        status: suiteStatus,
        message: "",
        assertionResults,
      },
    ],
  });
}
