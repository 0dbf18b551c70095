/** The server: import, mining, and the API over the wire under a steady load, alone and beside a large report. */
import { openDatabase } from "#server/db/open.ts";
import { inSequence, type BenchCase, type OpenCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement, Run } from "../harness/figures.ts";
import type { Settings } from "../harness/options.ts";
import { ApiClient, type Answer } from "../support/apiClient.ts";
import { generateDirectory } from "../support/directory.ts";
import { REPORT_SEED } from "../support/generateReport.ts";
import { treeMegabytes } from "../support/memory.ts";
import { startProduct } from "../support/product.ts";
import { seedReport } from "../support/seedReport.ts";
import { requestSteadily } from "../support/steadily.ts";
import { importCase } from "./import.ts";
import { miningCase } from "./mining.ts";
import { namesCase } from "./names.ts";
import { sessionsCase } from "./sessions.ts";
import { signInCase } from "./signIn.ts";
import { usersCase } from "./users.ts";

const DIRECTORY = { identities: 20_000, assignments: 400_000, resources: 40, entitlements: 8000 };
const LOAD = { every: 100, requests: 150 };
const ARROW = "application/vnd.apache.arrow.stream";

/** The sequential measurements by name, with their number of rows if it is adjustable. */
const PARTS: Readonly<
  Record<string, readonly [Pick<BenchCase, "goals" | "open">, (rows: number) => number]>
> = {
  import: [importCase, (rows) => rows],
  mining: [miningCase, (rows) => 10 * rows],
  names: [namesCase, (rows) => rows],
  api: [{ open: openApi }, (rows) => rows],
  users: [usersCase, () => 200_000],
  sessions: [sessionsCase, () => 1000],
  "sign-in": [signInCase, (rows) => rows],
};

export const serverCase: BenchCase = {
  describes:
    "import of so many assignments, mining of ten times as many, search among as many names, the API on such a report, lists of 200,000 users, 1,000 sessions, and the sign-in page",
  takes: "20 min",
  options: { rows: 1_000_000, runs: 1, seed: REPORT_SEED },
  goals: (settings) =>
    Object.entries(PARTS).flatMap(([name, [{ goals }, rows]]) =>
      (goals?.({ ...settings, rows: rows(settings.rows) }) ?? []).map((goal) => ({
        ...goal,
        figure: `${name}: ${goal.figure}`,
      })),
    ),
  async open(settings, cleanup) {
    const open: Record<string, OpenCase> = {};
    for (const [name, [part, rows]] of Object.entries(PARTS)) {
      open[name] = await part.open({ ...settings, rows: rows(settings.rows) }, cleanup);
    }
    return inSequence(open);
  },
};

async function openApi({ rows, seed }: Settings, cleanup: Cleanup): Promise<OpenCase> {
  const dataDir = cleanup.directory("server");
  const database = await openDatabase({ dataDir });
  const directory = await generateDirectory(database.db, DIRECTORY);
  const { clientId, orgOid } = directory;
  await seedReport(database.db, { clientId, orgOid, resourceId: null }, rows, seed);
  await database.close();
  return { run: () => measureApi(dataDir, orgOid, cleanup) };
}

async function measureApi(dataDir: string, orgOid: string, cleanup: Cleanup): Promise<Run> {
  const { url, pid, stop } = await startProduct(dataDir, cleanup);
  const api = await ApiClient.signIn(url);
  const report = (accept: string): Promise<Answer> =>
    api.call("POST", `/orgs/${orgOid}/entitlement-mining-report`, { resourceId: null }, accept);
  const kinds = {
    "list of orgs": () => api.call("GET", "/mp-orgs?orgType=departments"),
    "one org": () => api.call("GET", `/mp-orgs/${orgOid}`),
    "list of resources": () => api.call("GET", "/resources"),
  };
  const alone = await requestAll(kinds);

  const reports: Record<string, Answer[]> = { JSON: [], Arrow: [] };
  let going = true;
  const downloads = (async () => {
    while (going) {
      reports["Arrow"]?.push(await report(ARROW));
      reports["JSON"]?.push(await report("application/json"));
    }
  })();
  const beside = await requestAll(kinds);
  going = false;
  await downloads;
  const memory = treeMegabytes(pid);
  await stop();
  return [
    ...named("", alone),
    ...named(" beside reports", beside),
    ...Object.entries(reports).flatMap(([format, answers]): Measurement[] => [
      {
        figure: `report as ${format}, first byte`,
        unit: "ms",
        samples: answers.map(({ firstByte }) => firstByte),
      },
      {
        figure: `report as ${format}, last byte`,
        unit: "ms",
        samples: answers.map(({ lastByte }) => lastByte),
      },
      {
        figure: `report as ${format}, size`,
        unit: "MB",
        samples: answers.slice(0, 1).map(({ bytes }) => bytes / 1e6),
      },
    ]),
    { figure: "memory of the server", unit: "MB", samples: [memory] },
  ];
}

async function requestAll(kinds: Readonly<Record<string, () => Promise<Answer>>>) {
  const { times, failures } = await requestSteadily(kinds, LOAD);
  if (failures.length > 0) throw new Error(failures[0]);
  return times;
}

function named(suffix: string, times: ReadonlyMap<string, number[]>): readonly Measurement[] {
  return [...times].map(([name, samples]) => ({ figure: `${name}${suffix}`, unit: "ms", samples }));
}
