/** The shape of a tree of groups. */
import { expect, test } from "vitest";
import { findTreeProblem, groupsAbove, MAX_GROUP_DEPTH } from "#events/rules/orgTree.ts";

const treeOf = (parents: Record<string, string | null>) => new Map(Object.entries(parents));
/** A chain of groups, each below the one before it. */
const chainOf = (length: number) =>
  new Map(Array.from({ length }, (_, at) => [`g${at + 1}`, at === 0 ? null : `g${at}`]));
const reversed = <Key, Value>(map: ReadonlyMap<Key, Value>) => new Map([...map].toReversed());

test("groups may be nested 20 deep", () => {
  expect(MAX_GROUP_DEPTH).toBe(20);
  const [allowed, tooDeep] = [chainOf(20), chainOf(21)];
  for (const tree of [allowed, reversed(allowed)]) expect(findTreeProblem(tree)).toBeNull();
  for (const tree of [tooDeep, reversed(tooDeep)]) {
    expect(findTreeProblem(tree)).toEqual({ kind: "tooDeep", oid: "g21" });
  }
  // A parent outside of the tree is the top level.
  const outside = new Map([...allowed, ["g1", "root"]] as [string, string | null][]);
  expect(findTreeProblem(outside)).toBeNull();
  expect(findTreeProblem(new Map())).toBeNull();
});

test("each branch has a depth of its own", () => {
  const long = chainOf(20);
  const tree = new Map([...long, ["b", "g19"], ["c", "g20"]] as [string, string | null][]);
  expect(findTreeProblem(new Map([...tree].slice(0, -1)))).toBeNull();
  expect(findTreeProblem(tree)).toEqual({ kind: "tooDeep", oid: "c" });
});

test("no group is below itself", () => {
  expect(findTreeProblem(treeOf({ a: "a" }))).toEqual({ kind: "cycle", oid: "a" });
  expect(findTreeProblem(treeOf({ x: null, a: "b", b: "c", c: "a" }))?.kind).toBe("cycle");
  // A group below a cycle is not part of it.
  const { kind, oid } = findTreeProblem(treeOf({ z: "a", a: "b", b: "a" })) ?? {};
  expect(kind).toBe("cycle");
  expect(["a", "b"]).toContain(oid);
});

test("the groups above are the group and its parents, nearest first", () => {
  const tree = treeOf({ a: null, b: "a", c: "b", x: "a" });
  expect(groupsAbove(tree, "c")).toEqual(["c", "b", "a"]);
  expect(groupsAbove(tree, "a")).toEqual(["a"]);
  expect(groupsAbove(tree, null)).toEqual([]);
  expect(groupsAbove(tree, "root")).toEqual([]);
  expect(groupsAbove(treeOf({ a: "b", b: "a" }), "a")).toEqual(["a", "b"]);
});
