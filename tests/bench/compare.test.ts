import { expect, test } from "vitest";
import {
  ALPHA,
  compareRuns,
  compareValues,
  countChanges,
  RUNS_NEEDED,
} from "../../bench/harness/compare.ts";
import { reservationsOf } from "../../bench/harness/reservations.ts";
import { quantile, median, rankTest, smallestProbability } from "../../bench/harness/statistics.ts";
import { randomFrom } from "../../bench/support/generateReport.ts";

/** Right-skewed values around a centre, like times, with a relative spread. */
function drawFrom(random: () => number, centre: number, spread: number, count: number): number[] {
  return Array.from({ length: count }, () => centre * (1 + spread * -Math.log(1 - random())));
}

test("equal distributions count as noise, whatever their spread", () => {
  const random = randomFrom(7);
  const trials = 1000;
  let changes = 0;
  for (let trial = 0; trial < trials; trial++) {
    const draw = () => drawFrom(random, 40, [0.02, 0.2, 1][trial % 3] as number, 7);
    if (compareValues(draw(), draw()).verdict !== "noise") changes++;
  }
  expect(changes).toBeLessThanOrEqual(2 * ALPHA * trials);
  expect(compareValues([5, 5, 5, 5, 5], [5, 5, 5, 5, 5]).verdict).toBe("noise");
});

test("a shift of a fifth with a small spread counts as a change in either direction", () => {
  const random = randomFrom(8);
  for (let trial = 0; trial < 200; trial++) {
    const before = drawFrom(random, 40, 0.01, RUNS_NEEDED);
    const now = drawFrom(random, 48, 0.01, RUNS_NEEDED);
    expect(compareValues(before, now)).toMatchObject({ verdict: "worse" });
    expect(compareValues(now, before)).toMatchObject({ verdict: "better" });
    expect(compareValues(before, now).ratio).toBeCloseTo(1.2, 1);
  }
});

test("a significant but tiny shift counts as noise", () => {
  const before = [100, 100.1, 100.2, 100.3, 100.4];
  const now = before.map((value) => value + 2);
  expect(compareValues(before, now)).toMatchObject({ verdict: "noise" });
});

test("too few runs are reported, however far apart they are", () => {
  const few = Array.from({ length: RUNS_NEEDED - 1 }, (_, at) => at + 1);
  const enough = [...few, RUNS_NEEDED];
  const far = (values: readonly number[]) => values.map((value) => value * 1000);
  expect(compareValues(few, far(few)).verdict).toBe("too few runs");
  expect(compareValues(enough, far(enough)).verdict).toBe("worse");
});

test("each run contributes one value per statistic", () => {
  const runs = (factor: number) =>
    Array.from({ length: 5 }, (_, run) => [
      {
        figure: "a key",
        unit: "ms" as const,
        samples: Array.from({ length: 100 }, (_unused, at) => factor * (at + 1 + run / 10)),
      },
    ]);
  const [p50, p95] = compareRuns(runs(1), runs(2));
  expect(p50).toMatchObject({ statistic: "p50", before: 50.2, verdict: "worse" });
  expect(p95).toMatchObject({ statistic: "p95", before: 95.2, now: 190.4, ratio: 2 });
});

test("a figure missing on one side is reported, not counted as a change", () => {
  const run = (figure: string) =>
    Array.from({ length: 5 }, () => [{ figure, unit: "s" as const, samples: [1] }]);
  const verdicts = compareRuns(run("old"), run("new")).map(({ figure, verdict }) => [
    figure,
    verdict,
  ]);
  expect(verdicts).toEqual([
    ["new", "only here"],
    ["old", "only there"],
  ]);
});

test("zero against zero is no change, and zero against some is one", () => {
  const none = [0, 0, 0, 0, 0];
  expect(compareValues(none, none)).toMatchObject({ ratio: 1, verdict: "noise" });
  expect(compareValues(none, [1, 2, 1, 2, 1])).toMatchObject({
    ratio: Number.POSITIVE_INFINITY,
    verdict: "worse",
  });
});

test("the rank test is exact, with and without ties", () => {
  // Of the 20 ways to choose three of six, two are as extreme as these.
  expect(rankTest([1, 2, 3], [4, 5, 6])).toBeCloseTo(2 / 20);
  expect(rankTest([1, 3, 5], [2, 4, 6])).toBeCloseTo(14 / 20);
  expect(rankTest([1, 1, 1], [1, 1, 1])).toBe(1);
  // Ranks 1.5, 1.5, 3.5 | 3.5, 5, 6: half of one of the 20 ways is as low, plus its mirror image.
  expect(rankTest([1, 1, 2], [2, 3, 4])).toBeCloseTo(4 / 20);
  expect(smallestProbability(5, 5)).toBeCloseTo(2 / 252);
  expect(rankTest([], [1])).toBe(1);
});

test("quantiles are samples, and the median of two is between them", () => {
  const samples = Array.from({ length: 20 }, (_, at) => 20 - at);
  expect([0.5, 0.95, 1].map((share) => quantile(samples, share))).toEqual([10, 19, 20]);
  expect(median([1, 9, 4, 2])).toBe(3);
  expect(quantile([], 0.5)).toBeNaN();
});

test("changes are counted, including figures of one side only, but not with too few runs", () => {
  const runs = (count: number, ...values: readonly number[]) =>
    Array.from({ length: count }, (_, run) =>
      values.map((value, at) => ({
        figure: `figure ${at}`,
        unit: "ms" as const,
        samples: [value + run / 100],
      })),
    );
  expect(countChanges(compareRuns(runs(5, 1, 2, 3), runs(5, 1, 2, 3)))).toBe(0);
  expect(countChanges(compareRuns(runs(5, 1, 2, 3), runs(5, 1, 9, 1, 4)))).toBe(3);
  expect(countChanges(compareRuns(runs(5, 1), runs(4, 1)))).toBeNull();
});

test("the comparison warns about differing conditions, the gravest first", () => {
  const machine = {
    cpu: "a",
    cores: 2,
    memory: 24,
    kernel: "6",
    node: "v20",
    chromium: "150",
    commit: "1",
    packages: {},
  };
  const before = { settings: { rows: 1000, runs: 5, seed: 7 }, machine };
  const other = { ...machine, commit: "2" };
  expect(reservationsOf(before, { settings: before.settings, machine: other })).toEqual([]);
  expect(
    reservationsOf(before, {
      settings: { rows: 2000, runs: 6, seed: 8 },
      machine: { ...other, cores: 4, node: "v22" },
    }),
  ).toEqual([
    "NOT COMPARABLE: rows was 1000 and is 2000. No verdict means anything.",
    "NOT COMPARABLE: seed was 7 and is 8. No verdict means anything.",
    "ANOTHER MACHINE: 2 x a, 24 GiB. Differences may be its own.",
    "Another node: v20 before, v22 now.",
  ]);
});
