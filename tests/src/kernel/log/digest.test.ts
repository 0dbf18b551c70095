import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outcomeDigest, stateDigest } from "#src/kernel/log/digest.ts";

describe("a digest", () => {
  it("depends on everything except the order of fields", () => {
    expect(stateDigest({ a: 1, b: { c: [1, 2], d: null } })).toBe(
      stateDigest({ b: { d: null, c: [1, 2] }, a: 1 }),
    );
    const others = [
      { a: [1, 2] },
      { a: [2, 1] },
      { a: [[1], 2] },
      { a: 1, b: 2 },
      { a: 2, b: 1 },
      { ab: 1 },
      "1",
      1,
      -1,
      0.5,
      2 ** 31,
      2 ** 40,
      true,
      false,
      null,
      "",
      [],
      {},
      [null],
      [[]],
      [{}],
      { a: null },
      "ab",
      "ba",
    ];
    expect(new Set(others.map(stateDigest)).size).toBe(others.length);
    for (const one of others) expect(stateDigest(one)).toMatch(/^[0-9a-f]{6}$/);
  });

  it("equals that of the state after a JSON round trip", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stateDigest(JSON.parse(JSON.stringify(value)))).toBe(stateDigest(value));
      }),
      { numRuns: 300, seed: 44 },
    );
    const loose = { a: undefined, b: [undefined, Number.NaN], c: -0, d: { e: undefined } };
    expect(stateDigest(loose)).toBe(stateDigest(JSON.parse(JSON.stringify(loose))));
  });

  it("is unchanged when some parts of the state were not read for long", () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ at, names: [`row ${at}`] }));
    const digest = stateDigest({ rows });
    for (let round = 0; round < 20; round += 1) {
      stateDigest(Array.from({ length: 16_000 }, (_, at) => [round, at]));
      stateDigest({ round, rows: rows.filter(({ at }) => at % 3 === 0) });
    }
    expect(stateDigest({ rows: [...rows] })).toBe(digest);
    expect(stateDigest(structuredClone({ rows }))).toBe(digest);
    const [first, ...others] = rows;
    expect(stateDigest({ rows: [{ ...first, at: 1 }, ...others] })).not.toBe(digest);
  });

  it("differs wherever a value differs", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(stateDigest(one) === stateDigest(other)).toBe(same);
      }),
      { numRuns: 500, seed: 45 },
    );
  });

  it("of an outcome does not depend on the order of the projections, and is zero without a change", () => {
    const changes = [
      ["b", 1],
      ["a", 2],
    ] as const;
    expect(outcomeDigest(new Map(changes))).toBe(outcomeDigest(new Map(changes.toReversed())));
    expect(outcomeDigest(new Map([["b", 1]]))).not.toBe(outcomeDigest(new Map([["a", 1]])));
    expect(outcomeDigest(new Map())).toBe("000000");
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, field]) => [key, sorted(field)]),
  );
}
