/**
 * `npm run rules [-- AREA…] [--require AREA,AREA]`: lists the rules of the specification with a passing test in the
 * last reports, and those of them that the product does not use yet. A test cites the rules that it proves in its
 * title: `[APB-4] …`.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { register } from "tsx/esm/api";
import {
  PLAYWRIGHT_REPORT,
  playwrightResults,
  readReport,
  VITEST_REPORT,
  vitestResults,
} from "./architecture/reports.mjs";

/** @type {{ area: string, about: string, rules: Record<string, string> }[]} */
const AREAS = JSON.parse(readFileSync(new URL("./rules.json", import.meta.url), "utf8"));

function readResults() {
  const unit = readReport(VITEST_REPORT);
  const journeys = readReport(PLAYWRIGHT_REPORT);
  for (const [name, report] of Object.entries({ unit, e2e: journeys })) {
    if (report === null)
      console.error(`No report of ${name}: run npm test, or npm test -- ${name}`);
  }
  return [...(unit ? vitestResults(unit) : []), ...(journeys ? playwrightResults(journeys) : [])];
}

/**
 * A test that passed only on its second try proves nothing, because the first try may have hit the fault.
 *
 * @returns the rules cited by passing tests, by failing ones, and by ones that passed on their second try
 */
function cited(results) {
  const rules = { passing: new Set(), failing: new Set(), flaky: new Set() };
  for (const { title, state, isFlaky } of results) {
    for (const [, rule] of title.matchAll(/\[([A-Z]+-\d+)\]/g)) {
      if (state === "passed") rules[isFlaky ? "flaky" : "passing"].add(rule);
      if (state === "failed") rules.failing.add(rule);
    }
  }
  return rules;
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { require: { type: "string" } },
  });
  const required = (values.require ?? "").split(",").filter(Boolean);
  const asked = [...new Set([...positionals.flatMap((text) => text.split(",")), ...required])];
  const unknown = asked.filter((name) => !AREAS.some(({ area }) => area === name));
  if (unknown.length > 0) {
    const known = AREAS.map(({ area }) => area).join(", ");
    console.error(`There is no area ${unknown.join(", ")}. The areas are ${known}.`);
    process.exit(1);
  }
  return { asked, required };
}

const { asked, required } = readArguments();
const results = readResults();
const { passing, failing, flaky } = cited(results);
const texts = Object.assign({}, ...AREAS.map(({ rules }) => rules));
// The modules that list the built screens are TypeScript.
register();
const { findUnused } = await import("./architecture/usedRules.mjs");
const unused = await findUnused(
  results.filter(({ state, isFlaky }) => state === "passed" && !isFlaky),
  texts,
);
const hasProof = (rule) => passing.has(rule) && !failing.has(rule);
const isProven = (rule) => hasProof(rule) && !unused.has(rule);
const isWaiting = (rule) => hasProof(rule) && unused.has(rule);
const row = (...cells) =>
  console.log(
    cells.map((cell, at) => (at === 0 ? cell.padEnd(6) : String(cell).padStart(9))).join(""),
  );

row("area", "rules", "proven", "not used", "failing", "unproven");
const sum = { rules: 0, proven: 0, waiting: 0, failing: 0 };
for (const { area, rules } of AREAS) {
  const ids = Object.keys(rules);
  const proven = ids.filter(isProven).length;
  const waiting = ids.filter(isWaiting).length;
  const broken = ids.filter((id) => failing.has(id)).length;
  row(area, ids.length, proven, waiting, broken, ids.length - proven - waiting);
  sum.rules += ids.length;
  sum.proven += proven;
  sum.waiting += waiting;
  sum.failing += broken;
}
row("all", sum.rules, sum.proven, sum.waiting, sum.failing, sum.rules - sum.proven - sum.waiting);

const waiting = Object.keys(texts).filter(isWaiting);
if (waiting.length > 0) console.log("\nProven, not yet used by the product:");
for (const id of waiting) console.log(`  ${id.padEnd(10)}${texts[id]} (${unused.get(id)})`);

for (const { area, about, rules } of AREAS.filter((one) => asked.includes(one.area))) {
  const open = Object.entries(rules).filter(([id]) => !hasProof(id));
  console.log(`\n${area}: ${about}: ${open.length === 0 ? "all proven" : "unproven"}`);
  for (const [id, text] of open) {
    const why = failing.has(id)
      ? "(its test fails) "
      : flaky.has(id)
        ? "(its test needed a second try) "
        : "";
    console.log(`  ${id.padEnd(10)}${why}${text}`);
  }
}

const known = new Set(AREAS.flatMap(({ rules }) => Object.keys(rules)));
const strangers = [...passing, ...failing, ...flaky].filter((id) => !known.has(id));
if (strangers.length > 0) {
  console.error(`\nTests cite rules that do not exist: ${[...new Set(strangers)].join(", ")}`);
}
const missing = AREAS.filter(({ area }) => required.includes(area)).flatMap(({ rules }) =>
  Object.keys(rules).filter((id) => !isProven(id)),
);
if (missing.length > 0) {
  console.error(`\nRequired, and unproven or not used: ${missing.join(", ")}`);
}
process.exitCode = strangers.length > 0 || missing.length > 0 ? 1 : 0;
