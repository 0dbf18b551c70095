import { expect, test } from "vitest";
import { readArguments, USAGE } from "#server/import/arguments.ts";

test("every option is read", () => {
  expect(
    readArguments(
      "--identities i.csv --access a.csv.gz --client=Bank --grant ann --grant bo --mode replace --dry-run --skip-rejected --json".split(
        " ",
      ),
    ),
  ).toEqual({
    identities: "i.csv",
    access: "a.csv.gz",
    client: "Bank",
    grant: ["ann", "bo"],
    mode: "replace",
    dryRun: true,
    skipRejected: true,
    json: true,
    help: false,
  });
  expect(readArguments([])).toEqual({
    identities: undefined,
    access: undefined,
    client: undefined,
    grant: [],
    mode: "merge",
    dryRun: false,
    skipRejected: false,
    json: false,
    help: false,
  });
  expect(readArguments(["-h"]).help).toBe(true);
});

test.each([
  ["an unknown option", ["--acess", "a.csv"], /Unknown option '--acess'/],
  ["a word that belongs to no option", ["a.csv"], /Unexpected argument 'a.csv'/],
  ["an option without its value", ["--access"], /--access/],
  ["an empty path", ["--access="], /--access needs the path of a file/],
  ["a value for an option that has none", ["--json=yes"], /--json/],
  ["another mode", ["--mode", "Merge"], /--mode is merge or replace, not "Merge"/],
  ["a grant to nobody", ["--grant", "ann", "--grant="], /--grant needs the username/],
  ["an empty client", ["--client", " "], /name of --client is empty/],
  [
    "a long client",
    ["--client", "x".repeat(256)],
    /name of --client is invalid. The value has 256 characters/,
  ],
  ["a client with a control character", ["--client", "x\u0007"], /control character U\+0007/],
])("%s is refused with a pointer to the help", (_, argv, reason) => {
  expect(() => readArguments(argv)).toThrow(reason);
  expect(() => readArguments(argv)).toThrow("'npm run import -- --help' lists the options.");
});

test("the help names every option and exit code", () => {
  for (const text of [
    "identities",
    "access",
    "client",
    "grant",
    "mode",
    "dry-run",
    "skip-rejected",
    "json",
    "help",
  ]) {
    expect(USAGE).toContain(`--${text}`);
  }
});
