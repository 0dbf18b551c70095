/**
 * How long a start takes until the server answers: the first on a new directory (which makes the database and the demo
 * bank) and a later one, both on a client that is built already.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const READY = /Provision is ready at (\S+)/;

export interface StartBenchResult {
  readonly buildSeconds: number;
  readonly firstSeconds: number;
  readonly laterSeconds: readonly number[];
}

/** @param runs how many later starts are timed */
export async function runStartBench({
  runs = 3,
}: { runs?: number } = {}): Promise<StartBenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "provision-start-"));
  try {
    const buildSeconds = await timed(() => finish(["server/start.mjs", "--build"]));
    const firstSeconds = await startOnce(dataDir);
    const laterSeconds: number[] = [];
    for (let run = 0; run < runs; run++) laterSeconds.push(await startOnce(dataDir));
    console.table([
      { case: "build of the client, if due", seconds: buildSeconds },
      { case: "first start, demo directory made", seconds: firstSeconds },
      ...laterSeconds.map((seconds) => ({ case: "later start", seconds })),
    ]);
    return { buildSeconds, firstSeconds, laterSeconds };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start) / 1000;
}

async function finish(args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: PACKAGE, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`);
}

/** @returns seconds from the start of the process until it says that it is ready */
async function startOnce(dataDir: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ["server/start.mjs"], {
    cwd: PACKAGE,
    env: { ...process.env, PORT: "0", PROVISION_DATA_DIR: dataDir, DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const ready = await readUntil(child.stdout, READY);
  const seconds = Math.round(performance.now() - start) / 1000;
  child.kill("SIGTERM");
  await exited;
  if (!ready) throw new Error("The server ended before it was ready");
  return seconds;
}

async function readUntil(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<boolean> {
  let text = "";
  for await (const chunk of stream) {
    text += String(chunk);
    if (pattern.test(text)) return true;
  }
  return false;
}
