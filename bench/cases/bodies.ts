/** Bodies of so many ids that no entitlement has, eight at a time, and how long others wait for their answers meanwhile. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { openDatabase } from "#server/db/open.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal, Run } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { generateDirectory } from "../support/directory.ts";
import { startWatchedProduct } from "../support/product.ts";
import { requestSteadily } from "../support/steadily.ts";

const DIRECTORY = { identities: 2000, assignments: 40_000, resources: 40, entitlements: 8000 };
/** As many as one user may have on their way. */
const AT_ONCE = 8;
/** 20 requests a second for half a minute. */
const LOAD = { every: 50, requests: 600 };
const KINDS = {
  "list of orgs": "/mp-orgs?orgType=departments",
  "list of resources": "/resources",
  "counts of the directory": "/counts",
} as const;
const BESIDE = " beside bodies";

export const bodiesCase: BenchCase = {
  describes: "requests beside eight bodies of so many unknown ids that are sent again and again",
  takes: "3 min",
  options: { rows: 1_500_000, runs: 1 },
  goals: () =>
    Object.keys(KINDS).map((kind): Goal => ({
      figure: kind + BESIDE,
      statistic: "p99",
      atMost: 250,
    })),
  async open({ rows }, cleanup) {
    const dataDir = cleanup.directory("bodies");
    const database = await openDatabase({ dataDir });
    const { orgOid } = await generateDirectory(database.db, DIRECTORY);
    await database.close();
    return { run: () => measure(dataDir, orgOid, rows, cleanup) };
  },
};

async function measure(
  dataDir: string,
  orgOid: string,
  ids: number,
  cleanup: Cleanup,
): Promise<Run> {
  const { url, watched, stop } = await startWatchedProduct(dataDir, cleanup);
  const api = await ApiClient.signIn(url);
  const alone = await requestAll(api);
  const path = `/mp-orgs/${orgOid}/induce`;
  const sender = new Worker(new URL("../support/sendBodies.mjs", import.meta.url), {
    workerData: { url: api.addressOf(path), headers: api.headers(), ids, atOnce: AT_ONCE },
  });
  await once(sender, "message");
  await watched();
  const beside = await requestAll(api);
  const { longestStall, longestWork, megabytes } = await watched();
  sender.postMessage("end");
  const [answers] = (await once(sender, "message")) as [readonly BodyAnswer[]];
  await stop();
  const wrong = answers.find(({ status }) => status !== 400);
  if (wrong) throw new Error(`A body of unknown ids was answered with ${wrong.status}`);
  return [
    ...[...alone].map(([figure, samples]) => ({ figure, unit: "ms" as const, samples })),
    ...[...beside].map(([figure, samples]) => ({
      figure: figure + BESIDE,
      unit: "ms" as const,
      samples,
    })),
    { figure: "a body, until it is refused", unit: "ms", samples: answers.map(({ took }) => took) },
    { figure: "longest stall of the event loop", unit: "ms", samples: [longestStall] },
    { figure: "its processor time in one stall", unit: "ms", samples: [longestWork] },
    { figure: "memory of the server", unit: "MB", samples: [megabytes] },
  ];
}

interface BodyAnswer {
  readonly status: number;
  readonly took: number;
}

async function requestAll(api: ApiClient) {
  const kinds = Object.entries(KINDS).map(
    ([kind, path]) => [kind, () => api.call("GET", path)] as const,
  );
  const { times, failures } = await requestSteadily(Object.fromEntries(kinds), LOAD);
  if (failures[0] !== undefined) throw new Error(failures[0]);
  return times;
}
