import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { measurePhase } from "../../bench/builder/probeFigures.ts";
import type { Step } from "../../bench/builder/probeContract.ts";
import { findBroken, findUnanswered } from "../../bench/cases/smoke.ts";
import { inSequence } from "../../bench/harness/case.ts";
import { Cleanup } from "../../bench/harness/cleanup.ts";
import { tableOfRuns } from "../../bench/harness/table.ts";
import { processTree, treeMegabytes } from "../../bench/support/memory.ts";

test("everything a case started is ended once, latest first, even if one end fails", async () => {
  const cleanup = new Cleanup();
  const ended: string[] = [];
  const path = cleanup.directory("test");
  cleanup.add(() => ended.push("first"));
  cleanup.add(() => {
    ended.push("failing");
    throw new Error("expected by this test");
  });
  const early = cleanup.add(() => ended.push("early"));
  await early();
  await early();
  expect(existsSync(path)).toBe(true);
  await Promise.all([cleanup.run(), cleanup.run()]);
  expect(ended).toEqual(["early", "failing", "first"]);
  expect(existsSync(path)).toBe(false);
});

test("the memory of a process includes its children", async () => {
  const script = `require("node:child_process").spawn("sleep", ["60"], { stdio: "ignore" });
    console.log("started"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const tree = processTree(child.pid ?? 0);
  onTestFinished(() => tree.forEach((pid) => process.kill(pid, "SIGKILL")));
  expect(tree).toHaveLength(2);
  expect(treeMegabytes(child.pid ?? 0)).toBeGreaterThan(3);
});

test("a phase counts the answers of effective steps and the missing answers", () => {
  const step = (at: number, answer: number | null, differs = true): Step => ({
    at,
    state: "",
    text: null,
    echo: at + 10,
    answer,
    differs,
  });
  const figures = measurePhase("typing", {
    input: "keydown",
    state: "",
    steps: [step(0, 30), step(100, null, false), step(200, 260), step(300, null)],
    events: [
      { name: "keydown", at: 0, duration: 40, interaction: 7 },
      { name: "keyup", at: 5, duration: 56, interaction: 7 },
    ],
    longTasks: [70, 90],
    frames: [],
  });
  const samples = Object.fromEntries(figures.map((one) => [one.figure, one.samples]));
  expect(samples).toEqual({
    "typing: answer": [30, 60],
    "typing: echo": [10, 10, 10, 10],
    "typing: never answered": [1],
    "typing: echo presented": [40, 16, 16, 16],
    "typing: INP": [56],
    "typing: tasks over 50 ms": [2],
    "typing: longest task": [90],
  });
});

test("frames that took several ticks count as dropped", () => {
  const frame = (turns: number, missing = 0) => ({ took: (turns * 1000) / 60, missing });
  const figures = measurePhase("scroll", {
    input: "none",
    state: "",
    steps: [],
    events: [],
    longTasks: [],
    frames: [frame(1), frame(3, 0.5), frame(1), frame(1)],
  });
  const dropped = figures.find(({ figure }) => figure === "scroll: dropped frames");
  expect(dropped?.samples[0]).toBeCloseTo((100 * 2) / 6);
  const missing = figures.find(({ figure }) => figure === "scroll: frames with missing rows");
  expect(missing?.samples).toEqual([25]);
});

test("the table holds a goal against the median of the runs", () => {
  const runs = [10, 12, 100].map((value) => [
    { figure: "a key", unit: "ms" as const, samples: [value, value] },
    { figure: "gone", unit: "ms" as const, samples: [] },
  ]);
  const table = tableOfRuns(runs, [
    { figure: "a key", statistic: "p95", atMost: 8 },
    { figure: "gone", statistic: "p95", atMost: 8 },
  ]);
  expect(table).toMatch(/a key +ms +6 +12 +12 +12 +100 +10–100 +p95 ≤ 8 ms +missed 1\.5x/);
  expect(table).toMatch(/gone +ms +0 +– .*not measured/);
});

test("the smoke run fails for what is no number, and notes what the builder never answered", () => {
  const one = (figure: string, ...samples: number[]) => ({ figure, unit: "ms" as const, samples });
  const run = [one("typing: answer", 3), one("undo: never answered", 2)];
  expect(findBroken(run)).toEqual([]);
  expect(findUnanswered(run)).toEqual(["undo: never answered: 2"]);
  expect(findBroken([...run, one("seek", Number.NaN)])).toEqual(["seek: not a number"]);
  expect(findBroken([])).toEqual(["nothing was measured"]);
});

test("figures of cases in sequence carry the name of their case", async () => {
  const part = (figure: string, notes?: readonly string[]) => ({
    run: async () => [{ figure, unit: "s" as const, samples: [1] }],
    ...(notes && { notes }),
  });
  const parts = inSequence({ one: part("load"), two: part("seek", ["slow"]) });
  expect((await parts.run()).map(({ figure }) => figure)).toEqual(["one: load", "two: seek"]);
  expect(parts.notes).toEqual(["two: slow"]);
});
