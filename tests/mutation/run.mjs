/**
 * `npm run long -- mutation [FOLDER…] [--mutants N] [--seed N] [--list]`: plants one fault at a time in modules that
 * make decisions, and runs the tests that reach it, the fast ones first. A fault that no test detects survives and is
 * printed. The sources are unchanged: the test runner loads the mutated text, also into threads of the server.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { importsOf, listModules } from "../architecture/moduleGraph.mjs";
import { DECISIONS, isOfServer } from "./decisions.mjs";
import { openLaboratory, readModule } from "./laboratory.mjs";
import { mutantsOf, withMutants } from "./mutants.mjs";
import { NONE } from "./switch.mjs";
import { refusedByTypes } from "./types.mjs";

const LEAST_SCORE = 95;
/** Maximum test files per module: the nearest ones in the import graph. All tests of the analytics core are as near. */
const TEST_FILES = 15;
/** The same for modules of the server. Their files are run once to find out which tests reach which mutants. */
const TEST_FILES_OF_SERVER = 8;
/** Of the tests on databases that are tried for a mutant, in milliseconds. */
const MAX_TIME = 90_000;
/** Milliseconds. Fast tests run first, so that few mutants remain for the slow ones. */
const SPEEDS = [50, 500, Infinity];
/** Mutants that share a thread. */
const TOGETHER = 25;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    mutants: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    list: { type: "boolean", default: false },
  },
});
const sampleSize = Number(values.mutants);
const seed = Number(values.seed);

const modules = listModules();
const targets = modules.filter(
  (file) =>
    DECISIONS.some((pattern) => pattern.test(file)) &&
    (positionals.length === 0 || positionals.some((folder) => file.startsWith(folder))),
);

/** By module: the modules that import it. */
const importers = new Map();
for (const file of modules) {
  for (const imported of importsOf(file)) {
    importers.set(imported, [...(importers.get(imported) ?? []), file]);
  }
}

const ON_DATABASE = /^tests\/(?:server|security)\//;
/** Matches files that need a separate thread: see `vite.config.ts`. */
const REPLACES_MODULES =
  /\bvi\.(?:mock|doMock|resetModules)\(|\bcreate(?:Projection|Query|List|Form|Confirmation)[(<]/;

/** Whether a test file can run here: tests of the server for its modules, and tests without a database for others. */
function isFit(test, target) {
  const rooms = isOfServer(target) ? ON_DATABASE : /^tests\/(?:events|workers|src)\//;
  return rooms.test(test) && test.includes(".test.") && !REPLACES_MODULES.test(readModule(test));
}

/** Whether a test passes repeatedly, because it leaves no state behind. */
const isRepeatable = (test) => !ON_DATABASE.test(test) || !/Database\(/.test(readModule(test));

/**
 * The test files for a module. For modules of the server, nearly all tests of the server reach it: those named like the
 * module or its folder come first. For other modules, only the files that reach it by the fewest imports count.
 */
function testsOf(target) {
  const room = `tests/${target.split("/")[0]}/`;
  const found = [];
  const seen = new Set([target]);
  for (let ring = [target]; ring.length > 0;) {
    ring = [...new Set(ring.flatMap((file) => importers.get(file) ?? []))].filter(
      (file) => !seen.has(file),
    );
    for (const file of ring) seen.add(file);
    const fit = ring.filter((file) => isFit(file, target)).toSorted(bySameFolder(target));
    const own = fit.filter((file) => file.startsWith(room));
    if (own.length > 0 && !isOfServer(target)) return own.slice(0, TEST_FILES);
    found.push(...fit);
  }
  if (!isOfServer(target)) return found.slice(0, TEST_FILES);
  return found.toSorted(byLikeness(target)).slice(0, TEST_FILES_OF_SERVER);
}

/** Tests of the module's own folder come first, and then those without a database, which are fast. */
function bySameFolder(target) {
  const folder = `tests/${target.split("/").slice(0, -1).join("/")}`;
  const isOther = (file) => Number(!file.startsWith(folder));
  const isSlow = (file) => Number(!isRepeatable(file));
  return (one, other) =>
    isOther(one) - isOther(other) || isSlow(one) - isSlow(other) || one.localeCompare(other);
}

/**
 * Tests mirror the source folders: `login.test.ts` is about `loginThrottle.ts`, and `sessions.test.ts` about the folder
 * `session`. Files with such a name come first, then those of the nearest folder, then those that name the module's
 * subject or functions most often.
 */
function byLikeness(target) {
  const names = target.replace(".ts", "").split("/").slice(1);
  const ownNames = names.filter((name) => !/^(?:commands|queries|changeRules)$/.test(name));
  const subject = ownNames.at(-1) ?? "";
  const word = /[A-Z]?[a-z]+$/.exec(subject)?.[0].replace(/s$/, "") ?? subject;
  const functions = readModule(target).matchAll(/export (?:async )?function (\w+)/g);
  const mention = new RegExp([word, ...[...functions].map(([, name]) => name)].join("|"), "gi");
  const ranks = new Map();
  const rankOf = (file) => {
    const parts = file.replace(".test.ts", "").split("/").slice(2);
    const isNamed =
      parts.join() === names.join() || ownNames.some((name) => isAbout(parts.at(-1), name));
    const depth = file.startsWith("tests/server/")
      ? parts.filter((_, at) => parts.slice(0, at + 1).join() === names.slice(0, at + 1).join())
      : [];
    return [Number(isNamed), depth.length, (readModule(file).match(mention) ?? []).length];
  };
  const rank = (file) => {
    if (!ranks.has(file)) ranks.set(file, rankOf(file));
    return ranks.get(file);
  };
  return (one, other) => {
    const [of, ofOther] = [rank(one), rank(other)];
    const first = of.findIndex((value, at) => value !== ofOther[at]);
    return first === -1 ? 0 : ofOther[first] - of[first];
  };
}

/** Whether one name is the other, its plural, or its first word. */
function isAbout(one, other) {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(short) && /^(?:s?$|[A-Z])/.test(long.slice(short.length));
}

/** A seeded generator of numbers from 0 up to 1 (mulberry32). */
function randomFrom(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled(items) {
  const random = randomFrom(seed);
  const list = [...items];
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
  return list;
}

const equivalent = JSON.parse(readFileSync(new URL("./equivalent.json", import.meta.url), "utf8"));
const isEquivalent = ({ file, context, change }) =>
  equivalent.some((one) => one.file === file && one.context === context && one.change === change);

/**
 * @param {readonly object[]} all mutants of some modules, each with its id
 * @param {readonly object[]} sample of them
 * @returns {Promise<Map<number, string>>} the verdict by the id of each mutant in the sample
 */
async function judge(all, sample) {
  const verdicts = new Map(sample.map(({ id }) => [id, "unreached"]));
  const files = new Set(all.map(({ file }) => file));
  const sources = new Map(
    [...files].map((file) => [
      file,
      withMutants(
        readModule(file),
        all.filter((mutant) => mutant.file === file),
      ),
    ]),
  );
  const nearest = new Map(
    [...new Set(sample.map(({ file }) => file))].map((file) => [file, testsOf(file)]),
  );
  const tests = [...new Set([...nearest.values()].flat())];
  if (tests.length === 0) return verdicts;
  const laboratory = await openLaboratory({
    tests,
    sources,
    total: everyMutant.length,
    hasDatabase: !tests.every(isRepeatable),
  });
  try {
    const records = await laboratory.record();
    for (const { file } of records.filter(({ isSound }) => !isSound)) {
      console.log(`${file} fails without a mutant and is left out`);
    }
    const sound = records.filter(({ isSound }) => isSound);
    const steps = Object.fromEntries(sound.flatMap(({ tests: own }) => own.map(stepsOf)));
    const spoilt = await playAll(laboratory, sound, steps, verdicts);
    await tryRest({ laboratory, sample, sound, steps, spoilt, nearest, verdicts });
  } finally {
    await laboratory.close();
  }
  return verdicts;
}

const stepsOf = ({ id, steps }) => [id, steps];

/**
 * Tries all mutants that repeatable tests reach.
 * @returns {Promise<Set<number>>} those that spoilt a test, and those that it did not reach again because it caches a value
 */
async function playAll(laboratory, records, steps, verdicts) {
  const spoilt = new Set();
  const repeatable = records.filter(({ file }) => isRepeatable(file));
  let slowest = 0;
  for (const speed of SPEEDS) {
    const plan = {};
    const files = [];
    for (const { file, tests } of repeatable) {
      const inTime = tests.filter(({ milliseconds: time }) => time >= slowest && time < speed);
      for (const { id, reached } of inTime) {
        plan[id] = reached.filter(
          (mutant) => verdicts.has(mutant) && verdicts.get(mutant) !== "killed",
        );
      }
      const time = inTime.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
      if (inTime.some(({ id }) => plan[id].length > 0)) files.push({ file, time });
    }
    slowest = speed;
    const quickFirst = files.toSorted((one, other) => one.time - other.time);
    const played =
      files.length === 0
        ? []
        : await laboratory.play(
            quickFirst.map(({ file }) => file),
            plan,
            steps,
          );
    for (const { plan: tried, killed, missed, isSpoilt } of played) {
      for (const id of isSpoilt ? [...killed, ...missed] : missed) spoilt.add(id);
      for (const id of tried) if (verdicts.get(id) === "unreached") verdicts.set(id, "survived");
      for (const id of isSpoilt ? [] : killed) verdicts.set(id, "killed");
    }
    tell(verdicts);
  }
  return spoilt;
}

/**
 * Tries mutants that act while modules load, before tests, or in tests that cannot be repeated. Runs the tests that reach
 * them, the files with the fastest ones first. Several mutants share a thread; a mutant that spoils it runs again in a
 * separate one.
 */
async function tryRest({ laboratory, sample, sound, steps, spoilt, nearest, verdicts }) {
  const loaded = new Set([...spoilt, ...sound.flatMap((record) => record.loaded)]);
  const attempts = new Map(
    sample.map(({ id, file }) => [
      id,
      attemptsOf(id, sound, loaded.has(id) ? new Set(nearest.get(file)) : new Set()),
    ]),
  );
  const longest = Math.max(0, ...[...attempts.values()].map(({ length }) => length));
  for (let place = 0; place < longest; place++) {
    const byFile = new Map();
    for (const { id } of sample) {
      if (verdicts.get(id) === "killed" || verdicts.get(id) === "undecided") continue;
      const attempt = attempts.get(id)[place];
      if (attempt === undefined) continue;
      const { file, tests } = attempt;
      byFile.set(file, [...(byFile.get(file) ?? []), { id, tests }]);
    }
    for (const [file, tries] of byFile) {
      for (const reloads of [false, true]) {
        const own = tries.filter(({ id }) => loaded.has(id) === reloads);
        for (let at = 0; at < own.length; at += TOGETHER) {
          const tried = own.slice(at, at + TOGETHER);
          const outcomes = await tryTogether(laboratory, file, tried, steps, reloads);
          for (const [index, { id }] of tried.entries()) verdicts.set(id, outcomes[index]);
        }
      }
    }
    tell(verdicts);
  }
}

/**
 * Tests of one file each: those that reach the mutant, and all of a file whose hooks reach it or that needs the mutant
 * while its modules load. The fastest attempts come first, and those beyond `MAX_TIME` are left out unless they are the
 * first.
 * @param {ReadonlySet<string>} loading the files that may need the mutant while their modules load
 */
function attemptsOf(id, sound, loading) {
  const attempts = [];
  const timeOf = (tests) => tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  for (const { file, hooks, tests } of sound) {
    const reaching = isRepeatable(file) ? [] : tests.filter(({ reached }) => reached.includes(id));
    if (reaching.length > 0) {
      attempts.push({ file, tests: reaching.map((test) => test.id), time: timeOf(reaching) });
    }
    if (loading.has(file) || hooks.includes(id)) {
      attempts.push({ file, tests: null, time: timeOf(tests) });
    }
  }
  let spent = 0;
  return attempts
    .toSorted((one, other) => one.time - other.time)
    .filter(({ time }, place) => {
      spent += time;
      return place === 0 || spent <= MAX_TIME;
    });
}

async function tryTogether(laboratory, file, tries, steps, reloads) {
  const outcomes = await laboratory.try(file, tries, steps, reloads);
  if (Array.isArray(outcomes)) return outcomes;
  const alone = [];
  for (const one of tries) alone.push(await tryAlone(laboratory, file, one, steps));
  return alone;
}

async function tryAlone(laboratory, file, one, steps) {
  const outcomes = await laboratory.try(file, [one], steps, false);
  if (Array.isArray(outcomes)) return outcomes[0];
  // A busy machine also causes timeouts: the fault counts as the cause only if the unchanged module passes in time.
  const [unchanged] = await laboratory.try(file, [{ ...one, id: NONE }], steps, false);
  return unchanged === "survived" ? "killed" : "undecided";
}

function tell(verdicts) {
  const alive = [...verdicts.values()].filter((verdict) => verdict !== "killed");
  console.log(`${verdicts.size - alive.length} of ${verdicts.size} are killed so far`);
}

const everyMutant = targets.flatMap((file) => mutantsOf(file, readModule(file)));
for (const [id, mutant] of everyMutant.entries()) mutant.id = id;
const sample = shuffled(everyMutant).slice(0, sampleSize);
console.log(
  `${sample.length} of ${everyMutant.length} mutants of ${targets.length} modules, seed ${seed}`,
);
const place = ({ file, line, change }) => `${file}:${line}  ${change.replaceAll(/\s+/g, " ")}`;
if (values.list) {
  for (const mutant of sample) console.log(place(mutant));
  process.exit(0);
}

const verdicts = new Map();
for (const ofServer of [false, true]) {
  const own = everyMutant.filter(({ file }) => isOfServer(file) === ofServer);
  const chosen = sample.filter((mutant) => own.includes(mutant) && !isEquivalent(mutant));
  if (chosen.length === 0) continue;
  for (const [id, verdict] of await judge(own, chosen)) verdicts.set(id, verdict);
}
const alive = sample.filter(({ id }) => /^(?:survived|unreached)$/.test(verdicts.get(id) ?? ""));
for (const id of await refusedByTypes(alive)) verdicts.set(id, "refused by types");

const counts = { killed: 0 };
for (const mutant of sample) {
  const verdict = verdicts.get(mutant.id) ?? "equivalent";
  counts[verdict] = (counts[verdict] ?? 0) + 1;
  if (/^(?:survived|unreached|undecided)$/.test(verdict))
    console.log(`${verdict}: ${place(mutant)}`);
}
const { killed, equivalent: alike = 0, "refused by types": refused = 0 } = counts;
const score = (100 * killed) / (sample.length - alike - refused);
const told = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`);
console.log(
  `${told.join(", ")}: ${score.toFixed(1)} % of the mutants that change something are killed`,
);
process.exitCode = score >= LEAST_SCORE ? 0 : 1;
