/** The states of runs of connected systems, and what keeps a plan from being applied. */
import { describe, expect, test } from "vitest";
import { NO_COUNTS, RUN_STATUSES, type RunProblem } from "#events/entities/systemRun.ts";
import { closedGates, type ReadOutcome } from "#events/rules/runGates.ts";
import {
  countChanges,
  isAbandonable,
  isCancellable,
  isLeftToOthers,
  needsFirstApproval,
  OPEN_RUNS,
  reversedCounts,
} from "#events/rules/runs.ts";

const problem: RunProblem = { code: "gaveUp", step: null, detail: "" };
const counts = {
  ...NO_COUNTS,
  read: 100,
  unchanged: 50,
  added: 1,
  changed: 2,
  renamed: 4,
  gone: 8,
  returned: 16,
  removed: 32,
  orphaned: 64,
  leaving: 128,
  rewritten: 256,
  excluded: 512,
};

describe("the states of a run", () => {
  test("a run is open until it ended", () => {
    expect(OPEN_RUNS).toEqual(["waiting", "reading", "planned", "applying"]);
  });

  test("a run is cancelled before the first part of its plan is applied", () => {
    const cancellable = (progress: number) =>
      RUN_STATUSES.filter((status) => isCancellable({ status, progress }));
    expect(cancellable(0)).toEqual(["waiting", "reading", "planned", "applying"]);
    // While a run reads, its progress is what it has read.
    expect(cancellable(1)).toEqual(["waiting", "reading", "planned"]);
  });

  test("a run is abandoned that has applied a part and cannot go on", () => {
    const abandonable = (progress: number, of: RunProblem | null) =>
      RUN_STATUSES.filter((status) => isAbandonable({ status, progress, problem: of }));
    expect(abandonable(1, problem)).toEqual(["applying"]);
    expect(abandonable(0, problem)).toEqual([]);
    expect(abandonable(1, null)).toEqual([]);
    // It waits for disk space, and goes on.
    expect(abandonable(1, { code: "diskFull", step: null, detail: "" })).toEqual([]);
  });
});

describe("a run that needs two people", () => {
  const [ann, bob] = ["a", "b"];
  const started = { needsOtherPerson: true, preparedBy: [{ id: ann, username: "Ann" }] };
  const own = { needsOtherPerson: true, preparedBy: [] };
  const approved = { ...own, firstApproval: { id: ann, username: "Ann", at: "2026-03-01" } };
  const leftBy = (run: Parameters<typeof isLeftToOthers>[0]) =>
    [ann, bob, undefined].filter((user) => isLeftToOthers(run, user));

  test("is left to others by the person who started it, or approved it first", () => {
    expect([started, approved].map(leftBy)).toEqual([[ann], [ann]]);
    expect([own, { needsOtherPerson: true }].map(leftBy)).toEqual([[], []]);
  });

  test("needs a first approval if Provision started it and nobody has approved it", () => {
    expect([own, { needsOtherPerson: true }].map(needsFirstApproval)).toEqual([true, true]);
    expect([started, approved].map(needsFirstApproval)).toEqual([false, false]);
  });

  test("is everybody's if the client does not require a second person", () => {
    for (const run of [started, own, approved]) {
      const byOne = { ...run, needsOtherPerson: false };
      expect(leftBy(byOne)).toEqual([]);
      expect(needsFirstApproval(byOne)).toBe(false);
    }
    expect(needsFirstApproval({})).toBe(false);
  });
});

test("a plan has an entry for each changed object", () => {
  expect(countChanges(NO_COUNTS)).toBe(0);
  expect(countChanges(counts)).toBe(63);
});

test("an undo reverses the change of each object, and counts nobody as leaving or rewritten", () => {
  expect(reversedCounts(counts)).toEqual({
    ...counts,
    added: 32,
    changed: 2,
    renamed: 4,
    gone: 16,
    returned: 8,
    removed: 1,
    leaving: 0,
    rewritten: 0,
    excluded: 0,
  });
});

describe("a plan waits for a person's decision", () => {
  const usual: ReadOutcome = {
    known: 100,
    held: 200,
    lost: 0,
    employed: 50,
    complete: true,
    counts: { gone: 0, renamed: 0, leaving: 0 },
    maxGonePercent: 10,
    maxRenamedPercent: 5,
  };
  const gates = ({ counts: some, ...outcome }: Partial<ReadOutcome>) =>
    closedGates({ ...usual, ...outcome, counts: { ...usual.counts, ...some } });

  test("not if it changes no more than the settings allow", () => {
    expect(gates({})).toEqual([]);
    expect(gates({ lost: 20, counts: { gone: 10, renamed: 5, leaving: 5 } })).toEqual([]);
    expect(gates({ known: 0, held: 0, employed: 0 })).toEqual([]);
  });

  test("if the system was not read completely", () => {
    expect(gates({ complete: false })).toEqual(["incomplete"]);
  });

  test("if more objects are gone, renamed or leaving", () => {
    expect(gates({ counts: { gone: 11, renamed: 0 } })).toEqual(["manyGone"]);
    expect(gates({ counts: { gone: 0, renamed: 6 } })).toEqual(["manyRenamed"]);
    expect(gates({ counts: { gone: 0, renamed: 0, leaving: 6 } })).toEqual(["manyLeaving"]);
  });

  test("if accounts lose more entitlements", () => {
    expect(gates({ lost: 21 })).toEqual(["manyLost"]);
    expect(gates({ held: 0, lost: 1 })).toEqual(["manyLost"]);
  });

  test("if everything is gone, even if the settings allow it", () => {
    expect(gates({ maxGonePercent: 100, counts: { gone: 100, renamed: 0 } })).toEqual([
      "becameEmpty",
    ]);
    expect(gates({ counts: { gone: 99, renamed: 0 } })).toEqual(["manyGone"]);
    expect(gates({ known: 1, counts: { gone: 1, renamed: 0 } })).toEqual(["becameEmpty"]);
    // A system without objects has none to lose.
    expect(gates({ known: 0 })).toEqual([]);
  });

  test("for each reason, in a fixed order", () => {
    const all = { complete: false, lost: 200, counts: { gone: 50, renamed: 50, leaving: 50 } };
    expect(gates(all)).toEqual([
      "incomplete",
      "manyGone",
      "manyLost",
      "manyRenamed",
      "manyLeaving",
    ]);
  });

  test("without a count of employed people, any person who leaves is too many", () => {
    const { employed: _employed, ...plain } = usual;
    expect(closedGates({ ...plain, counts: { gone: 0, renamed: 0 } })).toEqual([]);
    expect(closedGates({ ...plain, counts: { gone: 0, renamed: 0, leaving: 1 } })).toEqual([
      "manyLeaving",
    ]);
  });
});
