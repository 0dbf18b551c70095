/**
 * The time until the server answers: for the first start on a new directory, which creates the database and the demo
 * bank, and for a later one, both with a built client.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import { PACKAGE } from "../harness/machine.ts";
import { endProcess, startProduct } from "../support/product.ts";

export const startCase: BenchCase = {
  describes: "the build of the client where it is due, the first start and a later one",
  takes: "2 min",
  options: { runs: 5 },
  goals: () => [{ figure: "later start", statistic: "value", atMost: 5 }],
  async open(_settings, cleanup) {
    const start = performance.now();
    await build(cleanup);
    let buildSeconds: number | null = (performance.now() - start) / 1000;
    return {
      async run() {
        const built = buildSeconds === null ? [] : [buildSeconds];
        buildSeconds = null;
        const dataDir = cleanup.directory("start");
        const first = await startSeconds(dataDir, cleanup);
        const later = await startSeconds(dataDir, cleanup);
        return [
          { figure: "build of the client, if due", unit: "s", samples: built },
          { figure: "first start, demo directory made", unit: "s", samples: [first] },
          { figure: "later start", unit: "s", samples: [later] },
        ];
      },
    };
  },
};

/** From the start of the process until it reports that it is ready. */
async function startSeconds(dataDir: string, cleanup: Cleanup): Promise<number> {
  const start = performance.now();
  const { stop } = await startProduct(dataDir, cleanup, { PROVISION_DEMO: "1" });
  const seconds = (performance.now() - start) / 1000;
  await stop();
  return seconds;
}

async function build(cleanup: Cleanup): Promise<void> {
  const child = spawn(process.execPath, ["server/start.mjs", "--build"], {
    cwd: PACKAGE,
    stdio: ["ignore", "ignore", "inherit"],
  });
  cleanup.add(() => endProcess(child));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The build ended with ${code}`);
}
