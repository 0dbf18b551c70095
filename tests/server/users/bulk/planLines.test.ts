import { setImmediate } from "node:timers";
import { expect, test } from "vitest";
import type { User } from "#events/entities/user.ts";
import { findRepeated, readLines } from "#server/users/bulk/checkLines.ts";
import { Naming } from "#server/users/bulk/csv.ts";
import { planLine } from "#server/users/bulk/planLines.ts";
import { english } from "../../../support/english.ts";

const LINES = 100_000;
const namings = { roleIds: new Naming([]), resourceIds: new Naming([]) };
const file = {
  columns: ["username"] as const,
  lines: Array.from({ length: LINES }, (_, at) => ({ line: at + 2, cells: ["x"], length: 1 })),
};

test("each line with a username that every line has names the other lines, at most two of them", async () => {
  const read = await readLines(file, namings);
  const repeated = await findRepeated(read);
  expect([...repeated]).toEqual([["x", { count: LINES, first: [2, 3] }]]);
  const known = {
    ground: {
      actor: { id: "actor" } as User,
      roles: new Map(),
      resourceIds: new Set<string>(),
      addresses: null,
    },
    users: new Map(),
    taken: new Set<string>(),
    repeated,
  };
  const others = read
    .slice(0, 500)
    .map((line) => english(planLine(line, known).problems[0]?.reason));
  expect(others[0]).toBe("Line 3 and 99,998 more have the same username");
  expect(new Set(others.slice(1))).toEqual(
    new Set(["Line 2 and 99,998 more have the same username"]),
  );
});

test("other requests run while many lines are read", async () => {
  let turns = 0;
  let ended = false;
  const turn = () => {
    turns += 1;
    if (!ended) setImmediate(turn);
  };
  setImmediate(turn);
  await readLines(file, namings);
  ended = true;
  expect(turns).toBeGreaterThanOrEqual(LINES / 500);
});
