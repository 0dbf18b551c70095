/**
 * Asks a small report of its own what people ask, between the messages of others. A browser compiles what has run a while,
 * and runs it several times slower before: the first letter that somebody types would take 28 ms of a core instead of 19.
 */
import type { AnalyticsCore, BuilderQuery, SelectionOp } from "./contract.ts";
import { createAnalyticsCore } from "./core.ts";
import { inSlices } from "./indexing/inSlices.ts";
import type { Steps } from "./methods/steps.ts";
import { NOTHING_SET } from "./session.ts";

/** Milliseconds after a report was loaded: its first rows are drawn by then. */
const PAUSE = 1000;
/** In the first the names have no index yet. */
const ROUNDS = 4;
const RESOURCES = 4;
const ROWS = 500;
const WORDS = ["Ledger", "Read", "Payroll", "HR", "Admin", "Wire", "Audit", "Branch", "Vault"];
const TEXTS = "l,le,led,ledger_r,read pay,a,in 4,4,47,no,z,vault|".split(",");

const EVERYTHING: BuilderQuery = { ...NOTHING_SET, threshold: 30, hints: true };

/** @returns the core; a while after its first report it rehearses, once */
export function rehearsing(core: AnalyticsCore): AnalyticsCore {
  let isDue = true;
  return {
    ...core,
    async endLoad(load) {
      const reply = await core.endLoad(load);
      if (reply.ok && isDue) {
        isDue = false;
        setTimeout(() => void rehearse(), PAUSE);
      }
      return reply;
    },
  };
}

export async function rehearse(core: AnalyticsCore = createAnalyticsCore()): Promise<void> {
  const loaded = await core.load(smallReport());
  if (!loaded.ok) throw new Error(loaded.message);
  for (let round = 0; round < ROUNDS; round++) await inSlices(ask(core, round));
}

function* ask(core: AnalyticsCore, round: number): Steps<void> {
  for (const change of questions(round)) {
    const query = { ...EVERYTHING, ...change };
    const window = { start: 0, end: 60 };
    const answer = core.answer({ query, window, follow: null, glance: "text" in change });
    if (!answer.ok) throw new Error(answer.code);
    yield;
  }
}

/** Each step of the selection is taken back by the question after it. */
function* questions(round: number): Generator<Partial<BuilderQuery>> {
  for (let threshold = 100; threshold >= 30; threshold -= 7) yield { threshold };
  const { resources } = EVERYTHING;
  const steps: readonly SelectionOp[] = [
    { kind: "entitlement", row: round, ticked: false },
    { kind: "resource", resource: round, ticked: false, text: "" },
    { kind: "matching", ticked: false, text: "", resources, threshold: 30 },
  ];
  for (const step of steps) {
    yield { ops: [step] };
    yield {};
  }
  yield { collapsed: { all: true, except: [] } };
  for (const column of ["name", "percent", "inPolicy"] as const) {
    yield { sort: { column, direction: "ASCENDING" } };
    yield { sort: { column, direction: "DESCENDING" } };
  }
  // Other texts in each round, as those that were asked are remembered.
  for (const text of TEXTS) yield { text: round === 0 ? text : `${text}${WORDS[round] ?? ""}` };
}

function smallReport(): Uint8Array {
  const word = (at: number): string => WORDS[at % WORDS.length] ?? "";
  const entitlement = (resource: number, row: number) => ({
    entitlementName: `${word(row)} ${word(row * 7 + resource)}_${word(row >> 3)}|${row}`,
    percentOfUsers: 100 - row / (ROWS / 70),
    roleOid: `00000000-0000-4000-8000-${(resource * ROWS + row).toString(16).padStart(12, "0")}`,
  });
  const report = {
    orgOid: "00000000-0000-4000-8000-000000000000",
    reportDate: "2026-01-01T00:00:00.000Z",
    totalUsers: ROWS,
    totalShadows: ROWS,
    resourceInsights: Array.from({ length: RESOURCES }, (_resource, resource) => ({
      resourceName: word(resource),
      entitlementInsights: Array.from({ length: ROWS }, (_row, row) => entitlement(resource, row)),
    })),
  };
  return new TextEncoder().encode(JSON.stringify(report));
}
