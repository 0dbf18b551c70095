/** Alternatives in an administrator's browser and the product's own worker, on the same report in the same run. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "vite";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import { summarize, typical, type Measurement, type Run } from "../harness/figures.ts";
import { PACKAGE } from "../harness/machine.ts";
import { formatNumber } from "../harness/table.ts";
import { openBrowser } from "../support/browser.ts";
import { serveFiles } from "../support/fileServer.ts";
import { REPORT_SEED } from "../support/generateReport.ts";
import { settledMegabytes } from "../support/memory.ts";

const RESOURCES = 200;
const OWN = "provision";
const PEERS: Readonly<Record<string, string>> = {
  tanstack: "@tanstack/table-core",
  "ag-grid": "ag-grid-community",
  crossfilter: "crossfilter2",
  duckdb: "@duckdb/duckdb-wasm",
  perspective: "@finos/perspective",
};
const FOLDER = join(PACKAGE, "bench/peers");
/** Typed key by key: each prefix is a query. */
const TEXTS = ["wire_admin", "Core Branch", "finance|reports", "99"];
const THRESHOLDS = [100, 97, 90, 85, 77.5, 70, 66, 60, 54, 50, 45, 40, 35, 31, 30];
/** Timeout of a peer's preparation, load and answer, in milliseconds. */
const PEER_TIMEOUT = 300_000;
/** Time limit for queries of a kind after a few answers, in milliseconds. */
const MAX_KIND = 60_000;
const FEWEST = 5;

type Question = { readonly text: string } | { readonly threshold: number };
/** Times are of the page's clock. */
interface Reply {
  readonly start: number;
  readonly end: number;
}
interface Peer {
  prepare(name: string, options: object): Promise<void>;
  load(): Promise<Reply>;
  ask(question: Question): Promise<Reply & { readonly answer: string }>;
  longTasks(): readonly { readonly startTime: number; readonly duration: number }[];
}
declare global {
  interface Window {
    peer?: Peer;
  }
}

export const peersCase: BenchCase = {
  describes:
    "the product's worker beside TanStack Table, AG Grid, crossfilter2, DuckDB, Perspective",
  takes: "10 min",
  options: { rows: 1_000_000, runs: 1, seed: REPORT_SEED },
  async open({ rows, seed }, cleanup) {
    install();
    const { url, worker } = await buildPages(cleanup);
    const report = { rows, resources: RESOURCES, seed, worker };
    const runs: Run[] = [];
    const failures = new Set<string>();
    return {
      async run() {
        const answers: string[] = [];
        const run: Measurement[] = [];
        for (const name of [OWN, ...Object.keys(PEERS)]) {
          try {
            run.push(...(await measurePeer(name, url, report, answers, cleanup)));
          } catch (error) {
            const [reason = ""] = (error instanceof Error ? error.message : "").split("\n");
            failures.add(`${name} failed at ${rows.toLocaleString("en")} rows: ${reason}`);
          }
        }
        runs.push(run);
        return run;
      },
      get notes() {
        return [versions(), ...failures, ...compareWithBest(runs)];
      },
    };
  },
};

async function measurePeer(
  name: string,
  url: string,
  report: object,
  answers: string[],
  cleanup: Cleanup,
): Promise<readonly Measurement[]> {
  const { page, pid, close } = await openBrowser(cleanup);
  try {
    const crashed = new Promise<never>((_resolve, reject) => {
      page.once("crash", () => reject(new Error("its page crashed")));
    });
    crashed.catch(() => undefined);
    const within = async <Value>(work: Promise<Value>): Promise<Value> => {
      const limit = new AbortController();
      const late = sleep(PEER_TIMEOUT, null, { signal: limit.signal }).then(() => {
        throw new Error(`it took more than ${PEER_TIMEOUT / 1000} s`);
      });
      late.catch(() => undefined);
      return Promise.race([work, crashed, late]).finally(() => limit.abort());
    };
    await page.goto(`${url}/index.peers.html`);
    const empty = await settledMegabytes(pid);
    const prepare = ([peer, options]: readonly [string, object]) =>
      window.peer?.prepare(peer, options);
    await within(page.evaluate(prepare, [name, report] as const));
    const load = (await within(page.evaluate(() => window.peer?.load()))) as Reply;

    const ask = async (questions: readonly Question[], from: number): Promise<readonly Reply[]> => {
      const replies: Reply[] = [];
      const start = performance.now();
      for (const [at, question] of questions.entries()) {
        const late = performance.now() - start > MAX_KIND && replies.length >= FEWEST;
        if (late) break;
        const reply = await within(page.evaluate((asked) => window.peer?.ask(asked), question));
        if (!reply) throw new Error("its page has no peer");
        // The product's own answers come first; its tests compare them with the reference.
        answers[from + at] ??= reply.answer;
        if (answers[from + at] !== reply.answer) {
          throw new Error(`its answer to ${JSON.stringify(question)} is another`);
        }
        replies.push(reply);
      }
      return replies;
    };
    const typed = TEXTS.flatMap((text) =>
      Array.from(text, (_key, at): Question => ({ text: text.slice(0, at + 1) })),
    );
    const texts = await ask(typed, 0);
    const moves = THRESHOLDS.map((threshold): Question => ({ threshold }));
    const thresholds = await ask(moves, typed.length);
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const memory = (await settledMegabytes(pid)) - empty;
    const figure = (what: string, samples: readonly number[]): Measurement => ({
      figure: `${name}: ${what}`,
      unit: what === "memory" ? "MB" : "ms",
      samples,
    });
    const tasks = (await within(page.evaluate(() => window.peer?.longTasks()))) ?? [];
    const times = (replies: readonly Reply[]) => replies.map(({ start, end }) => end - start);
    const blocked = (replies: readonly Reply[]) =>
      replies.map(({ start, end }) =>
        tasks
          .map(({ startTime, duration }) =>
            Math.max(0, Math.min(end, startTime + duration) - Math.max(start, startTime)),
          )
          .reduce((sum, one) => sum + one, 0),
      );
    return [
      figure("load", times([load])),
      figure("load, main thread blocked", blocked([load])),
      figure("text", times(texts)),
      figure("text, main thread blocked", blocked(texts)),
      figure("threshold", times(thresholds)),
      figure("threshold, main thread blocked", blocked(thresholds)),
      figure("memory", [memory]),
    ];
  } finally {
    await close();
  }
}

/** The factor by which each peer is slower than the product, best first. */
function compareWithBest(runs: readonly Run[]): readonly string[] {
  const summaries = summarize(runs);
  const line = (kind: string, statistic: "p50" | "p95", wanted: number): string => {
    const valueOf = (name: string): number => {
      const found = summaries.find(({ figure }) => figure === `${name}: ${kind}`);
      return found ? typical(found, statistic) : Number.NaN;
    };
    const ratios = Object.keys(PEERS)
      .map((name) => ({ name, ratio: valueOf(name) / valueOf(OWN) }))
      .filter(({ ratio }) => !Number.isNaN(ratio))
      .toSorted((one, other) => one.ratio - other.ratio);
    const all = ratios.map(({ name, ratio }) => `${name} ${formatNumber(ratio)}x`).join(", ");
    const met = (ratios[0]?.ratio ?? 0) >= wanted ? "met" : "missed";
    return `${kind} ${statistic}, peer / product: ${all}. Goal ${wanted}x of the best: ${met}.`;
  };
  return [
    line("text", "p50", 10),
    line("text", "p95", 10),
    line("threshold", "p50", 10),
    line("threshold", "p95", 10),
    line("memory", "p50", 3),
  ];
}

/** Installs the peers' own packages if needed; the product never needs them. */
function install(): void {
  const installed = join(FOLDER, "node_modules/.package-lock.json");
  const lock = join(FOLDER, "package-lock.json");
  const stamp = join(FOLDER, "node_modules/.installed-lock");
  const wanted = readFileSync(lock, "utf8");
  if (existsSync(installed) && existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.error("Installing the peers into bench/peers/node_modules");
  const { status, stderr } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: FOLDER,
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status !== 0) {
    throw new Error(`The peers cannot be installed; this case needs the npm registry.\n${stderr}`);
  }
  writeFileSync(stamp, wanted);
}

/** The peers' pages and the product's built client as one site. */
async function buildPages(cleanup: Cleanup): Promise<{ url: string; worker: string }> {
  const client = join(PACKAGE, "dist/client");
  spawnSync(process.execPath, ["server/start.mjs", "--build"], { cwd: PACKAGE, stdio: "ignore" });
  const worker = readdirSync(join(client, "assets/workers")).find((name) =>
    /^worker-.*\.js$/.test(name),
  );
  if (worker === undefined) throw new Error("The built client has no worker");
  const outDir = cleanup.directory("peers");
  await build({
    configFile: false,
    root: FOLDER,
    base: "./",
    publicDir: client,
    logLevel: "error",
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2023",
      chunkSizeWarningLimit: 100_000,
      rolldownOptions: { input: join(FOLDER, "index.peers.html") },
    },
  });
  return { url: await serveFiles(outDir, cleanup), worker: `/assets/workers/${worker}` };
}

function versions(): string {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const named = Object.entries(PEERS).map(([name, of]) => `${name} ${of} ${dependencies[of]}`);
  return `Peers: ${named.join(", ")}.`;
}
