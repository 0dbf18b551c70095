/** Runs the import as users do: the script of package.json, in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SHORT_LIVED } from "../../support/shortLived.ts";

const IMPORT = fileURLToPath(new URL("../../../server/import/start.mjs", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../../", import.meta.url));

export interface ImportRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param environment is added to that of the tests, without their database. */
export function startImport(parameters: readonly string[], environment: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [...SHORT_LIVED, IMPORT, ...parameters], {
    cwd: PACKAGE,
    env: { ...process.env, DATABASE_URL: "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (bytes: Buffer) => (stdout += bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => (stderr += bytes.toString()));
  const ended = once(child, "close").then((): ImportRun => ({
    exitCode: child.exitCode,
    stdout,
    stderr,
  }));
  return { child, ended };
}

export function runImport(
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<ImportRun> {
  return startImport(parameters, environment).ended;
}
