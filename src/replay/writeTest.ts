/** A Vitest test from a log: its events must keep leading to the same states. */
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { stateDigest } from "../kernel/log/digest.ts";
import { allProjections } from "../kernel/projection.ts";
import type { FileReplay } from "./replayFile.ts";

/**
 * Writes the test beside the log; both belong somewhere below `tests/`.
 *
 * @returns the path of the test.
 * @throws Error with the code EEXIST if a file of that name exists.
 */
export async function writeTest(file: string, replay: FileReplay): Promise<string> {
  const path = `${file.replace(/\.ndjson\.gz$/, "")}.test.ts`;
  await writeFile(path, testOf(basename(file), replay), { flag: "wx" });
  return path;
}

function testOf(name: string, { sessions }: FileReplay): string {
  const expected = sessions.map(({ id, states, failure, table }) => ({
    id,
    ...endOf(states),
    failure,
    counts: table?.counts ?? null,
  }));
  const title = `${name.replace(/\.ndjson\.gz$/, "")} ends in the same state`;
  return `import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { replayFile } from "#src/replay/replayFile.ts";
import { endOf } from "#src/replay/writeTest.ts";

it(${JSON.stringify(title)}, async () => {
  const bytes = readFileSync(new URL(${JSON.stringify(`./${encodeURIComponent(name)}`)}, import.meta.url));
  const { sessions } = await replayFile(new Blob([bytes]).stream());
  expect(sessions.map(({ divergence }) => divergence)).toEqual(${JSON.stringify(sessions.map(() => null))});
  const ends = sessions.map(({ id, states, failure, table }) => {
    const end = { id, ...endOf(states), failure, counts: table?.counts ?? null };
    return JSON.parse(JSON.stringify(end)) as unknown;
  });
  expect(ends).toEqual(${JSON.stringify(expected, null, 2)});
});
`;
}

/**
 * The states that differ from the app's initial ones, and the names of the others, sorted, because the order of
 * projections depends on the order of module loading. The tests that {@link writeTest} writes import it.
 */
export function endOf(states: ReadonlyMap<string, unknown>) {
  const isMoved = ([name, state]: readonly [string, unknown]) =>
    stateDigest(allProjections().get(name)?.initial) !== stateDigest(state);
  const moved = [...states].filter(isMoved);
  const initial = [...states.keys()]
    .filter((name) => moved.every(([other]) => other !== name))
    .toSorted();
  return { moved: Object.fromEntries(moved), initial };
}
