/** Equal and nested sets against a comparison of all pairs. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findNestings, type Nesting } from "#server/reports/kinds/roleNesting.ts";

const nestingsOf = async (sets: readonly (readonly number[])[]): Promise<readonly Nesting[]> => {
  const found: Nesting[] = [];
  for await (const nesting of findNestings(sets, async () => {})) found.push(nesting);
  return found;
};

/** Compares each pair of sets. */
function compareAll(sets: readonly (readonly number[])[]): readonly Nesting[] {
  const contains = (outer: number, inner: number) =>
    sets[inner]?.every((element) => sets[outer]?.includes(element)) ?? false;
  const sizeOf = (index: number) => sets[index]?.length ?? 0;
  const isEqual = (a: number, b: number) => sizeOf(a) === sizeOf(b) && contains(a, b);
  const indexes = [...sets.keys()].filter((index) => sizeOf(index) > 0);
  const first = (index: number) => indexes.find((one) => isEqual(one, index)) ?? index;
  const equal = indexes
    .filter((index) => first(index) !== index)
    .map((inner) => ({ inner, outer: first(inner), isEqual: true }));
  const distinct = indexes.filter((index) => first(index) === index);
  const isInside = (inner: number, outer: number) =>
    sizeOf(inner) < sizeOf(outer) && contains(outer, inner);
  const nested = distinct.flatMap((inner) =>
    distinct
      .filter((outer) => isInside(inner, outer))
      .filter((outer) => !distinct.some((one) => isInside(inner, one) && isInside(one, outer)))
      .map((outer) => ({ inner, outer, isEqual: false })),
  );
  return [...equal, ...nested];
}

const sorted = (nestings: readonly Nesting[]) =>
  nestings.map(({ inner, outer, isEqual }) => `${inner} ${outer} ${isEqual}`).toSorted();

test("[IDN-2] equal and nested sets are those that a comparison of all pairs finds", async () => {
  const set = fc
    .uniqueArray(fc.nat({ max: 6 }), { maxLength: 6 })
    .map((elements) => elements.toSorted((a, b) => a - b));
  await fc.assert(
    fc.asyncProperty(fc.array(set, { maxLength: 80 }), async (sets) => {
      expect(sorted(await nestingsOf(sets))).toEqual(sorted(compareAll(sets)));
    }),
    { numRuns: 150, seed: 22 },
  );
});

test("[IDN-2] a chain of 5,000 sets has one pair for each step", async () => {
  const elements = Array.from({ length: 1000 }, (_, element) => element);
  const chain = Array.from({ length: 5000 }, (_, no) => elements.slice(0, 1 + (no % 1000)));
  const started = performance.now();
  const nestings = await nestingsOf(chain);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(nestings.filter(({ isEqual }) => isEqual)).toHaveLength(4000);
  expect(nestings.filter(({ isEqual }) => !isEqual)).toHaveLength(999);
});
