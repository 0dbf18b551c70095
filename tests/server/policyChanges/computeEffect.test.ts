/** How many roles policies get and lose, against the definition. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Source } from "#server/access/effect.ts";
import { afterwards, countGrants } from "#server/policyChanges/computeEffect.ts";

const ORGS = 6;
const node = fc.integer({ min: 0, max: ORGS - 1 });
const nodes = fc.uniqueArray(node);
const sources = fc.array(
  fc.record({
    nodes,
    change: fc.oneof(fc.constantFrom("none" as const, "add" as const, "remove" as const), nodes),
  }),
);

test("each changed org has the number of roles that it has only before or only afterwards", () => {
  fc.assert(
    fc.property(nodes, sources, (targets, given) => {
      const oids = Array.from({ length: ORGS }, (_none, at) => `org-${at}`);
      const counts = countGrants(
        { oids },
        Int32Array.from(targets),
        given.map((source): Source => ({
          nodes: Int32Array.from(source.nodes),
          change:
            typeof source.change === "string" ? source.change : Int32Array.from(source.change),
        })),
      );
      for (const org of oids.keys()) {
        const changes = given.map(({ nodes: before, change }) => {
          const had = before.includes(org);
          if (!targets.includes(org) || change === "none") return 0;
          const has = typeof change === "string" ? change === "add" : change.includes(org);
          return Number(has) - Number(had);
        });
        expect(counts.added[org]).toBe(changes.filter((change) => change === 1).length);
        expect(counts.removed[org]).toBe(changes.filter((change) => change === -1).length);
      }
    }),
    { seed: 25, numRuns: 500 },
  );
});

test("orgs that get a role have it afterwards, those that lose it do not, in ascending order", () => {
  const after = (had: readonly number[], add: readonly number[], remove: readonly number[]) => [
    ...afterwards(Int32Array.from(had), { add, remove }),
  ];
  expect(after([2, 10], [9, 1, 2], [10, 3])).toEqual([1, 2, 9]);
  expect(after([], [], [])).toEqual([]);
});
