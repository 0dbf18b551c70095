/**
 * `npm run bench` lists the cases, `npm run bench -- CASE --help` describes one, and `npm run bench -- CASE` runs it.
 * Exit codes: 0 done, 2 invalid options, 1 anything else.
 */
import type { BenchCase } from "./harness/case.ts";
import { Cleanup } from "./harness/cleanup.ts";
import { compareRuns, RUNS_NEEDED } from "./harness/compare.ts";
import type { Run } from "./harness/figures.ts";
import { describeMachine, loadAverage } from "./harness/machine.ts";
import {
  describeOptions,
  readCommand,
  UsageError,
  type Command,
  type Help,
} from "./harness/options.ts";
import { reservationsOf } from "./harness/reservations.ts";
import { checkWritable, readResult, writeResult, type Result } from "./harness/resultFile.ts";
import { tableOfComparisons, tableOfRuns } from "./harness/table.ts";
import { bodiesCase } from "./cases/bodies.ts";
import { bulkCase } from "./cases/bulk.ts";
import { builderCase } from "./cases/builder.ts";
import { changesCase } from "./cases/changes.ts";
import { connectorsCase } from "./cases/connectors.ts";
import { correlationCase } from "./cases/correlation.ts";
import { coreCase } from "./cases/core.ts";
import { directoryCase } from "./cases/directory.ts";
import { groupingsCase } from "./cases/groupings.ts";
import { identitiesCase } from "./cases/identities.ts";
import { importCase } from "./cases/import.ts";
import { ldapCase, scimCase, sqlCase } from "./cases/systems.ts";
import { mappingCase } from "./cases/mapping.ts";
import { miningCase } from "./cases/mining.ts";
import { namesCase } from "./cases/names.ts";
import { peersCase } from "./cases/peers.ts";
import { journeysCase } from "./cases/journeys.ts";
import { recordingCase } from "./cases/recording.ts";
import { replayBuilderCase } from "./cases/replayBuilder.ts";
import { replayDayCase } from "./cases/replayDay.ts";
import { replayCase } from "./cases/replay.ts";
import { serverCase } from "./cases/server.ts";
import { sessionsCase } from "./cases/sessions.ts";
import { signInCase } from "./cases/signIn.ts";
import { smokeCase } from "./cases/smoke.ts";
import { startCase } from "./cases/start.ts";
import { usersCase } from "./cases/users.ts";
import { auditCase } from "./cases/audit.ts";

const CASES: Readonly<Record<string, BenchCase>> = {
  smoke: smokeCase,
  builder: builderCase,
  core: coreCase,
  server: serverCase,
  import: importCase,
  connectors: connectorsCase,
  changes: changesCase,
  correlation: correlationCase,
  mapping: mappingCase,
  ldap: ldapCase,
  scim: scimCase,
  sql: sqlCase,
  mining: miningCase,
  names: namesCase,
  audit: auditCase,
  users: usersCase,
  groupings: groupingsCase,
  directory: directoryCase,
  identities: identitiesCase,
  sessions: sessionsCase,
  bulk: bulkCase,
  bodies: bodiesCase,
  peers: peersCase,
  replay: replayCase,
  "replay-builder": replayBuilderCase,
  "replay-day": replayDayCase,
  recording: recordingCase,
  journeys: journeysCase,
  start: startCase,
  "sign-in": signInCase,
};

const ALL_OPTIONS = `--json FILE writes every sample, --compare FILE shows what changed since such a file, and --baseline FILE
writes one with the ${RUNS_NEEDED} runs or more that a comparison needs.`;

function list(): void {
  const width = Math.max(...Object.keys(CASES).map((name) => name.length));
  for (const [name, { describes, takes, options }] of Object.entries(CASES)) {
    console.log(`npm run bench -- ${name.padEnd(width)}  ${describes}`);
    console.log(`${" ".repeat(width + 18)}${describeOptions(options)}  (about ${takes})`);
  }
  console.log(`\nAll: ${ALL_OPTIONS}`);
}

function describeCase(name: string): void {
  const { describes, takes, options, goals } = CASES[name] as BenchCase;
  const settings = { rows: 0, seed: 0, ...options };
  const lines = [
    `npm run bench -- ${name}  ${describeOptions(options)}`,
    "",
    `Measures: ${describes}.`,
    `Takes about ${takes} with these defaults on two cores.`,
    `Goals: ${goals?.(settings).length ?? 0}.`,
    "",
    ALL_OPTIONS,
  ];
  console.log(lines.join("\n"));
}

/** The command and the result to compare with, with all files checked before any measurement. */
function understand(
  words: readonly string[],
): { command: Command; baseline: Result | null } | Help {
  const command = readCommand(words, CASES);
  if ("help" in command) return command;
  for (const path of [command.json, command.baseline]) if (path !== null) checkWritable(path);
  if (command.baseline !== null && command.settings.runs < RUNS_NEEDED) {
    throw new UsageError(
      `A baseline needs ${RUNS_NEEDED} runs or more: add --runs ${RUNS_NEEDED}.`,
    );
  }
  const baseline = command.compare === null ? null : readResult(command.compare, command.name);
  return { command, baseline };
}

async function measure(
  command: Command,
  baseline: Result | null,
  cleanup: Cleanup,
): Promise<Omit<Result, "format">> {
  const { name, settings } = command;
  const { open, goals } = CASES[name] as BenchCase;
  const machine = describeMachine();
  const { packages, memory, ...others } = machine;
  const shown = { ...others, memory: `${memory} GiB` };
  const before = loadAverage();
  const startedAt = new Date().toISOString();
  console.log(
    Object.entries(shown)
      .map(([key, value]) => `${key} ${value}`)
      .join(", "),
  );
  console.log(
    ["react", "effector", "@tanstack/react-virtual", "@electric-sql/pglite", "@playwright/test"]
      .map((key) => `${key} ${packages[key]}`)
      .join(", "),
  );
  // Repeated beside the verdicts, which may follow an hour later.
  const reservations = baseline === null ? [] : reservationsOf(baseline, { settings, machine });
  for (const line of reservations) console.log(line);
  const opened = await open(settings, cleanup);
  const runs: Run[] = [];
  for (let run = 1; run <= settings.runs; run++) {
    console.error(`run ${run} of ${settings.runs}, load ${loadAverage()}`);
    runs.push(await opened.run());
  }
  await cleanup.run();
  const load = { before, after: loadAverage() };
  const { rows, seed } = settings;
  console.log(
    `\n${name}: ${settings.runs} runs${rows > 0 ? `, ${rows.toLocaleString("en")} rows` : ""}${seed > 0 ? `, seed ${seed}` : ""}, load average ${load.before} before, ${load.after} after\n`,
  );
  console.log(tableOfRuns(runs, goals?.(settings) ?? []));
  const notes = opened.notes ?? [];
  for (const note of notes) console.log(`\n${note}`);
  const copied = runs.map((run) => run.map((one) => ({ ...one, samples: [...one.samples] })));
  return { case: name, startedAt, settings, machine, load, notes: [...notes], runs: copied };
}

/** Prints the changes, after the reservations about the comparison. */
function compare(before: Result, now: Omit<Result, "format">): void {
  console.log(
    `\nCompared with ${before.startedAt}, commit ${before.machine.commit}, load average ${before.load.before} to ${before.load.after}:`,
  );
  for (const line of reservationsOf(before, now)) console.log(line);
  const comparisons = compareRuns(before.runs, now.runs);
  console.log(`\n${tableOfComparisons(comparisons)}`);
  if (comparisons.some(({ verdict }) => verdict === "too few runs")) {
    console.log(`\nIt takes ${RUNS_NEEDED} runs on both sides to tell a change from noise.`);
  }
}

async function main(words: readonly string[]): Promise<number> {
  const cleanup = new Cleanup();
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.once(signal, () => void cleanup.run().then(() => process.exit(code)));
  }
  try {
    const understood = understand(words);
    if ("help" in understood) {
      if (understood.help === null) list();
      else describeCase(understood.help);
      return 0;
    }
    const { command, baseline } = understood;
    const result = await measure(command, baseline, cleanup);
    if (baseline) compare(baseline, result);
    for (const path of [command.json, command.baseline]) {
      if (path !== null) writeResult(path, result);
    }
    return 0;
  } catch (error) {
    await cleanup.run();
    if (error instanceof UsageError) console.error(error.message);
    else console.error(error);
    return error instanceof UsageError ? 2 : 1;
  }
}

process.exit(await main(process.argv.slice(2)));
