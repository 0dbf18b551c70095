/**
 * The Access Policy Builder from the user's view: the built product with its real server and worker in a real Chromium.
 */
import { openDatabase } from "#server/db/open.ts";
import { runJourney, type Stage } from "../builder/journey.ts";
import { buildProbe } from "../builder/buildProbe.ts";
import { Mirror } from "../builder/mirror.ts";
import { writeScript } from "../builder/script.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Goal } from "../harness/figures.ts";
import type { Settings } from "../harness/options.ts";
import { generateDirectory } from "../support/directory.ts";
import { REPORT_SEED } from "../support/generateReport.ts";
import { startProduct } from "../support/product.ts";
import { seedReport } from "../support/seedReport.ts";

const RESOURCES = 200;
/** The org of `generateDirectory`. */
const ORG_NAME = "All";
const PEOPLE = { identities: 200, assignments: 2000, resources: 5, entitlements: 100 };
export const PHASES = [
  "slider drag",
  "tick",
  "tick of a resource",
  "select all",
  "undo",
  "collapse all",
  "sort",
  "typing",
  "select all matching",
];

export const builderCase: BenchCase = {
  describes: "what a person feels in the builder: input to painted answer, loading, memory",
  takes: "7 min",
  options: { rows: 1_000_000, runs: 5, seed: REPORT_SEED },
  goals: ({ rows }) => goalsAt(rows),
  async open(settings, cleanup) {
    const stage = await openStage(settings, cleanup);
    return { run: () => runJourney(stage, cleanup) };
  },
};

/** The product with a generated report, for journeys. */
export async function openStage({ rows, seed }: Settings, cleanup: Cleanup): Promise<Stage> {
  const script = writeScript(await Mirror.of(rows, RESOURCES, seed), seed);
  const dataDir = cleanup.directory("builder");
  const database = await openDatabase({ dataDir });
  try {
    const { clientId, orgOid } = await generateDirectory(database.db, PEOPLE);
    const key = { clientId, orgOid, resourceId: null };
    await seedReport(database.db, key, rows, seed, RESOURCES);
  } finally {
    await database.close();
  }
  const { url } = await startProduct(dataDir, cleanup);
  return { url, orgName: ORG_NAME, probe: await buildProbe(), script };
}

function goalsAt(rows: number): readonly Goal[] {
  const isLarge = rows > 1_000_000;
  const value = (figure: string, atMost: number): Goal => ({ figure, statistic: "value", atMost });
  return [
    ...PHASES.map((phase): Goal => ({
      figure: `${phase}: answer`,
      statistic: "p95",
      atMost: isLarge ? 80 : 33,
    })),
    ...["load", "reload", "fast scroll", "apply", ...PHASES].map((phase) =>
      value(`${phase}: tasks over 50 ms`, 0),
    ),
    value("load: request to first rows", isLarge ? 15_000 : 2000),
    value("memory after work", isLarge ? 1500 : 200),
  ];
}
