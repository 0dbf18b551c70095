/**
 * Logs and their start states outlive builds. `states.json` contains the shape of each projection's state, as the
 * compiler sees it, with its version. A changed shape requires a new version.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import "#src/app/models.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { shapesOfStates } from "./support/shapes.ts";

interface Kept {
  readonly version: number;
  readonly shape: string;
}

const path = join(import.meta.dirname, "states.json");

let kept: Readonly<Record<string, Kept>>;
let found: Readonly<Record<string, Kept>>;

/** All calls have the same state shape and share one line. */
const CALLS = "call/*";
const lineOf = (name: string) => (name.startsWith("call/") ? CALLS : name);

beforeAll(() => {
  const versions = new Map(
    [...allProjections().values()].map(({ name, version }) => [lineOf(name), version]),
  );
  const shapes = shapesOfStates();
  found = Object.fromEntries(
    [...versions]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, version]) => [name, { version, shape: shapes.get(name) ?? "" }]),
  );
  kept = JSON.parse(readFileSync(path, "utf8"));
});

it("knows the shape of every state", () => {
  const unknown = Object.keys(found).filter((name) => !found[name]?.shape);
  expect(unknown).toEqual([]);
});

it("requires a new version for each state whose shape changed: `version` of its projection, then -u", async () => {
  const changed = Object.keys(found).filter((name) => {
    const [before, now] = [kept[name], found[name]];
    return before && before.shape !== now?.shape && before.version === now?.version;
  });
  expect(changed).toEqual([]);
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(path);
});
