/** The effect of changes on people against a plain model: sets of entitlements per person, from the definition. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareAccess, countByOrg, countPeople, type Source } from "#server/access/effect.ts";
import { createGraph, peopleOf } from "#server/access/graph.ts";

interface Scene {
  /** Parent of each org, -1 for roots; parents may come after their children. */
  readonly parents: readonly number[];
  /** Nodes of each person: orgs, then two access roles. */
  readonly people: readonly (readonly number[])[];
  readonly sources: readonly (readonly { nodes: number[]; change: Source["change"] }[])[];
  readonly targets: readonly number[];
}

const ACCESS_ROLES = 2;

const scenes = fc.integer({ min: 1, max: 12 }).chain((orgCount) => {
  const node = fc.integer({ min: 0, max: orgCount + ACCESS_ROLES - 1 });
  const source = fc.record({
    nodes: fc.uniqueArray(node, { maxLength: 4 }),
    change: fc.constantFrom<Source["change"]>("none", "add", "remove"),
  });
  return fc.record<Scene>({
    // A random order of orgs in which each may stand below an earlier one.
    parents: fc
      .tuple(
        fc.shuffledSubarray([...Array(orgCount).keys()], { minLength: orgCount }),
        fc.array(fc.nat(), { minLength: orgCount, maxLength: orgCount }),
      )
      .map(([order, picks]) => {
        const parents = Array.from({ length: orgCount }, () => -1);
        for (const [at, org] of order.entries()) {
          const pick = (picks[at] ?? 0) % (at + 1);
          parents[org] = pick === at ? -1 : (order[pick] ?? -1);
        }
        return parents;
      }),
    people: fc.array(fc.uniqueArray(node, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
    sources: fc.array(fc.array(source, { minLength: 1, maxLength: 3 }), { maxLength: 70 }),
    targets: fc.uniqueArray(fc.integer({ min: 0, max: orgCount - 1 })),
  });
});

/** All orgs that hand something down to a node, itself included. */
function above(parents: readonly number[], node: number): number[] {
  const path = [];
  for (let at = node; at !== -1; at = parents[at] ?? -1) path.push(at);
  return path;
}

function accessOf({ parents, people, sources, targets }: Scene, isAfter: boolean) {
  return people.map((nodes) => {
    const reached = new Set(nodes.flatMap((node) => above(parents, node)));
    const held = new Set<number>();
    for (const [entitlement, ways] of sources.entries()) {
      for (const { nodes: granting, change } of ways) {
        const grants = new Set(granting);
        for (const target of isAfter ? targets : []) {
          if (change === "add") grants.add(target);
          if (change === "remove") grants.delete(target);
        }
        if ([...grants].some((node) => reached.has(node))) held.add(entitlement);
      }
    }
    return held;
  });
}

function graphOf({ parents, people }: Scene) {
  const oids = parents.map((_parent, at) => `org-${String(at).padStart(3, "0")}`);
  const groups = new Map<string, number[]>();
  for (const [person, nodes] of people.entries()) {
    const key = JSON.stringify(nodes.toSorted((a, b) => a - b));
    groups.set(key, [...(groups.get(key) ?? []), person]);
  }
  const keys = [...groups.keys()];
  const graph = createGraph(
    parents.map((parent, at) => ({ oid: oids[at] ?? "", parentOid: oids[parent] ?? null })),
    ["role-0", "role-1"],
    keys.map((key) => ({
      nodes: JSON.parse(key) as number[],
      people: Buffer.alloc(16 * (groups.get(key)?.length ?? 0)),
    })),
  );
  return { graph, members: keys.map((key) => groups.get(key) ?? []) };
}

describe("the effect of a change", () => {
  test("equals a plain recomputation for random trees, memberships, grants and changes", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { graph, members } = graphOf(scene);
        const sources = scene.sources.map((ways) =>
          ways.map(({ nodes, change }) => ({ nodes: Int32Array.from(nodes), change })),
        );
        const effect = compareAccess(graph, sources, Int32Array.from(scene.targets));
        const [before, after] = [accessOf(scene, false), accessOf(scene, true)];
        const gains = before.map((had, at) => [...(after[at] ?? [])].filter((e) => !had.has(e)));
        const losses = before.map((had, at) => [...had].filter((e) => !after[at]?.has(e)));

        for (const [group, people] of members.entries()) {
          for (const person of people) {
            expect(effect.gains[group]).toBe(gains[person]?.length);
            expect(effect.losses[group]).toBe(losses[person]?.length);
          }
        }
        const holders = (lists: readonly (readonly number[])[], entitlement: number) =>
          lists.filter((list) => list.includes(entitlement)).length;
        for (const entitlement of scene.sources.keys()) {
          expect(effect.gainers[entitlement]).toBe(holders(gains, entitlement));
          expect(effect.losers[entitlement]).toBe(holders(losses, entitlement));
        }
        const isIn = (person: number, org: number) =>
          (scene.people[person] ?? []).some((node) => above(scene.parents, node).includes(org));
        const persons = [...scene.people.keys()];
        const gaining = persons.filter((person) => (gains[person]?.length ?? 0) > 0);
        const losing = persons.filter((person) => (losses[person]?.length ?? 0) > 0);
        const concerned = persons.filter((person) =>
          scene.targets.some((org) => isIn(person, org)),
        );
        expect(countPeople(graph, effect)).toEqual({
          gaining: gaining.length,
          losing: losing.length,
          unchanged: concerned.filter((one) => !gaining.includes(one) && !losing.includes(one))
            .length,
        });
        const byOrg = countByOrg(graph, effect);
        for (const org of scene.parents.keys()) {
          expect(byOrg.gaining[org]).toBe(gaining.filter((one) => isIn(one, org)).length);
          expect(byOrg.losing[org]).toBe(losing.filter((one) => isIn(one, org)).length);
        }
      }),
      { seed: 22, numRuns: 1000 },
    );
  });

  test("of orgs that stand in a circle ends, and hands nothing on in it", () => {
    const graph = createGraph(
      [
        { oid: "a", parentOid: "b" },
        { oid: "b", parentOid: "a" },
        { oid: "c", parentOid: null },
      ],
      [],
      [{ nodes: [0], people: Buffer.alloc(16) }],
    );
    const added = { nodes: new Int32Array(), change: "add" as const };
    const effect = compareAccess(graph, [[added]], Int32Array.of(1));
    expect([...effect.gains]).toEqual([0]);
    expect([...graph.order].toSorted((a, b) => a - b)).toEqual([0, 1, 2]);
  });

  test("oids of people are read back as they were written", () => {
    const oids = [randomUUID(), randomUUID()];
    const bytes = Buffer.from(oids.join("").replaceAll("-", ""), "hex");
    expect([...peopleOf(bytes)]).toEqual(oids);
  });
});
