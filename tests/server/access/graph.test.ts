/** The graph of a client's orgs, access roles and people. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createGraph, inherit, peopleOf } from "#server/access/graph.ts";

const people = (count: number) => Buffer.alloc(16 * count);
const orgsOf = (parents: readonly number[]) =>
  parents.map((parent, at) => ({
    oid: `org-${at}`,
    parentOid: parent < 0 ? null : `org-${parent}`,
  }));

test("nodes are the orgs and then the access roles, and groups have their nodes and people", () => {
  const orgs = [
    { oid: "a", parentOid: null },
    { oid: "b", parentOid: "a" },
    { oid: "c", parentOid: "unknown" },
  ];
  const groups = [
    { nodes: [1, 3], people: people(2) },
    { nodes: [], people: people(1) },
    { nodes: [0, 2, 4], people: people(3) },
  ];
  const graph = createGraph(orgs, ["r", "s"], groups);
  expect(graph.oids).toEqual(["a", "b", "c", "r", "s"]);
  expect(graph.oids.map((oid) => graph.indexOf.get(oid))).toEqual([0, 1, 2, 3, 4]);
  expect(graph.orgCount).toBe(3);
  expect([...graph.parents]).toEqual([-1, 0, -1, -1, -1]);
  expect([...graph.order]).toEqual([0, 1, 2]);
  expect([...graph.groups.starts]).toEqual([0, 2, 2, 5]);
  expect([...graph.groups.nodes]).toEqual([1, 3, 0, 2, 4]);
  expect([...graph.groups.sizes]).toEqual([2, 1, 3]);
  expect(graph.groups.people).toEqual(groups.map((group) => group.people));
});

test("the order has each org once, and parents before their children", () => {
  const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 20 }).chain((picks) =>
    fc.shuffledSubarray([...picks.keys()], { minLength: picks.length }).map((order) => {
      const parents = picks.map(() => -1);
      for (const [at, org] of order.entries()) {
        const pick = (picks[at] ?? 0) % (at + 1);
        parents[org] = pick === at ? -1 : (order[pick] ?? -1);
      }
      return parents;
    }),
  );
  fc.assert(
    fc.property(trees, (parents) => {
      const { order, parents: found } = createGraph(orgsOf(parents), ["role"], []);
      expect([...found]).toEqual([...parents, -1]);
      expect([...order].toSorted((one, other) => one - other)).toEqual([...parents.keys()]);
      for (const [org, parent] of parents.entries()) {
        expect(order.indexOf(parent)).toBeLessThan(order.indexOf(org));
      }
    }),
    { seed: 24 },
  );
});

test("orgs of a circle become roots, and those below keep their parents", () => {
  const { order, parents } = createGraph(orgsOf([1, 2, 0, 0, 3, -1]), [], []);
  expect([...parents]).toEqual([-1, -1, -1, 0, 3, -1]);
  expect([...order].toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(order.indexOf(0)).toBeLessThan(order.indexOf(3));
  expect(order.indexOf(3)).toBeLessThan(order.indexOf(4));
});

test("an org below itself becomes a root", () => {
  const { order, parents } = createGraph(orgsOf([0, -1]), [], []);
  expect([...parents]).toEqual([-1, -1]);
  expect([...order]).toEqual([0, 1]);
});

test("orgs inherit the masks of all orgs above them, and give theirs to none above", () => {
  // 2 stands below 0, which stands below 1.
  const graph = createGraph(orgsOf([1, -1, 0, -1]), ["role"], []);
  const masks = Int32Array.of(0b010, 0b001, 0b100, 0b110, 0b1000);
  inherit(graph, masks);
  expect([...masks]).toEqual([0b011, 0b001, 0b111, 0b110, 0b1000]);
});

test("oids of people are read back as they were written", () => {
  const oids = [randomUUID(), randomUUID()];
  const bytes = Buffer.from(oids.join("").replaceAll("-", ""), "hex");
  expect([...peopleOf(bytes)]).toEqual(oids);
  expect([...peopleOf(people(0))]).toEqual([]);
});
