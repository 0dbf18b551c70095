/** The ASVS list matches this repository: its counts are correct, and the named tests and files exist. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const PAGE = readFileSync(join(import.meta.dirname, "asvs.md"), "utf8");

const STATES = ["tested", "by design", "not met", "does not apply"] as const;
/** Requirements of version 5.0.0 by level. */
const IN_ALL = { "1": 70, "2": 183 } as const;

const ROWS = PAGE.split("\n").flatMap((line) => {
  const [, number = "", level = "", asks = "", state = "", by = ""] = line
    .split(" | ")
    .flatMap((cell, at) => (at === 0 ? ["", cell.replace(/^\| /, "")] : [cell]))
    .map((cell) => cell.replace(/ \|$/, "").trim());
  return /^\d+\.\d+\.\d+$/.test(number) ? [{ number, level, asks, state, by }] : [];
});

/** The tests named in a row: a file and words of a title in it. */
function testsOf(by: string): readonly { readonly path: string; readonly title: string }[] {
  const named: { path: string; title: string }[] = [];
  for (const [, path = "", list = ""] of by.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)) {
    for (const [, title = ""] of list.matchAll(/"([^"]+)"/g)) named.push({ path, title });
  }
  return named;
}

test("every requirement of levels 1 and 2 is listed once with a known state", () => {
  const numbers = ROWS.map(({ number }) => number);
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  for (const [level, count] of Object.entries(IN_ALL)) {
    expect(ROWS.filter((row) => row.level === level)).toHaveLength(count);
  }
  for (const { number, state, by } of ROWS) {
    expect(STATES, number).toContain(state);
    expect(by, number).not.toBe("");
  }
});

test("the counts at the top match the rows", () => {
  const counted = (level: string | null) => {
    const rows = ROWS.filter((row) => level === null || row.level === level);
    const each = STATES.map((state) => rows.filter((row) => row.state === state).length);
    return [...each, rows.length].map(String);
  };
  const told = (name: string) =>
    PAGE.split("\n")
      .find((line) => line.startsWith(`| ${name}`))
      ?.split("|")
      .map((cell) => cell.trim())
      .slice(2, -1);
  expect(told("level 1")).toEqual(counted("1"));
  expect(told("level 2")).toEqual(counted("2"));
  expect(told("both")).toEqual(counted(null));
});

test("every named test and file exists", () => {
  const lost: string[] = [];
  for (const { number, state, by } of ROWS) {
    const named = testsOf(by);
    if (state === "tested" && named.length === 0) lost.push(`${number}: names no test`);
    for (const { path, title } of named) {
      const isThere = existsSync(join(root, path));
      if (!isThere || !readFileSync(join(root, path), "utf8").includes(title)) {
        lost.push(`${number}: ${path} "${title}"`);
      }
    }
    for (const [, path = ""] of by.matchAll(/`([^`]+\/[^`]+)`/g)) {
      if (!existsSync(join(root, path))) lost.push(`${number}: ${path}`);
    }
  }
  expect(lost).toEqual([]);
});
