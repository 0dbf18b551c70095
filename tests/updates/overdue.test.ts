/** Which packages `npm run updates` names. */
import { expect, test } from "vitest";
import { overdue } from "./overdue.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");
const published = (installed: string, latest: string, times: Readonly<Record<string, string>>) => ({
  name: "a-package",
  installed,
  latest,
  times: { created: "2020-01-01T00:00:00Z", modified: "2026-10-31T00:00:00Z", ...times },
});
const OLD = "2026-01-01T00:00:00Z";

test("the newest version is never overdue, however old it is", () => {
  expect(overdue([published("1.0.0", "1.0.0", { "1.0.0": OLD })], NOW)).toEqual([]);
});

test("a package is overdue 90 days after the first newer version, not after the newest", () => {
  const of = (first: string) =>
    overdue(
      [
        published("1.0.0", "1.2.0", {
          "1.0.0": OLD,
          "1.1.0": first,
          "1.2.0": "2026-10-30T00:00:00Z",
        }),
      ],
      NOW,
    );
  expect(of("2026-08-03T00:00:00Z")).toEqual([]);
  expect(of("2026-08-02T00:00:00Z")).toEqual([
    { name: "a-package", installed: "1.0.0", latest: "1.2.0", days: 91 },
  ]);
});

test("a preview is no newer version, and neither is a recommended version from before", () => {
  const times = {
    "1.0.0": OLD,
    "2.0.0-beta.1": "2026-02-01T00:00:00Z",
    "1.0.1": "2026-10-01T00:00:00Z",
  };
  expect(overdue([published("1.0.0", "1.0.1", times)], NOW)).toEqual([]);
  const before = { "0.9.0": "2025-01-01T00:00:00Z", "1.0.0": OLD };
  expect(overdue([published("1.0.0", "0.9.0", before)], NOW)).toEqual([]);
});

test("the longest waiting comes first", () => {
  const one = {
    ...published("1.0.0", "1.0.1", { "1.0.0": OLD, "1.0.1": "2026-05-01T00:00:00Z" }),
    name: "one",
  };
  const two = {
    ...published("1.0.0", "1.0.1", { "1.0.0": OLD, "1.0.1": "2026-03-01T00:00:00Z" }),
    name: "two",
  };
  expect(overdue([one, two], NOW).map(({ name }) => name)).toEqual(["two", "one"]);
});

test("a version without a time is an error, because it could be overdue", () => {
  expect(() => overdue([published("1.0.0", "1.0.1", { "1.0.1": OLD })], NOW)).toThrow(
    "a-package 1.0.0",
  );
});
