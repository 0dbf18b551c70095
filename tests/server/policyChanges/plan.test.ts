/** What makes two plans of a policy change the same, and how large a change may be. */
import { describe, expect, test } from "vitest";
import {
  fingerprintOf,
  requireSame,
  requireWritable,
  sumGrants,
} from "#server/policyChanges/plan.ts";

describe("the fingerprint of a plan", () => {
  const nodes = (...list: readonly number[]) => Int32Array.from(list);

  test("is equal for equal parts", () => {
    const parts = () => ["a", 1, null, nodes(1, 2), { b: ["c"] }];
    expect(fingerprintOf(parts())).toBe(fingerprintOf(parts()));
    expect(fingerprintOf(parts())).toMatch(/^[\w-]{43}$/);
  });

  test("is different for any other part, and for other limits between parts", () => {
    const all = [
      [],
      ["a"],
      ["b"],
      ["a", "b"],
      ["b", "a"],
      ["ab"],
      [1],
      ["1"],
      [null],
      [nodes(1)],
      [nodes(2)],
      [nodes(1), nodes(2)],
      [nodes(1, 2)],
      [nodes(), nodes(1)],
      [nodes(1), nodes()],
      [nodes(), nodes(0)],
      [nodes(0), nodes()],
      [["a"], "b"],
      [["a", "b"]],
    ].map(fingerprintOf);
    expect(new Set(all).size).toBe(all.length);
  });
});

test("a plan with another effect than the previewed one is refused", () => {
  expect(() => requireSame({ fingerprint: "a" }, "a")).not.toThrow();
  expect(() => requireSame({ fingerprint: "a" }, "b")).toThrow(
    expect.objectContaining({ code: "ECONFLICT" }),
  );
});

test("a change writes at most 20 million grants", () => {
  expect(() => requireWritable(20_000, 1000)).not.toThrow();
  expect(() => requireWritable(20_000_000, 1)).not.toThrow();
  expect(() => requireWritable(0, 30_000_000)).not.toThrow();
  expect(() => requireWritable(20_000_001, 1)).toThrow(
    expect.objectContaining({
      code: "EINVALID",
      fields: [
        expect.objectContaining({
          path: "/body/roles",
          reason: { code: "policies.changeTooLarge", params: { max: 20_000_000 } },
        }),
      ],
    }),
  );
});

test("what policies get and lose, and the periods that change, are summed over all orgs", () => {
  const counts = (...list: readonly number[]) => Int32Array.from(list);
  const change = { added: counts(1, 0, 2), removed: counts(0, 4, 1) };
  expect(sumGrants(change)).toEqual({ added: 3, removed: 5, periods: 0 });
  expect(sumGrants({ ...change, periods: counts(2, 0, 5) })).toMatchObject({ periods: 7 });
  const none = { added: counts(), removed: counts() };
  expect(sumGrants(none)).toEqual({ added: 0, removed: 0, periods: 0 });
});
