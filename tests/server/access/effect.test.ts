/** The effect of changes on people against a plain model: sets of entitlements per person, from the definition. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  compareAccess,
  compareKinds,
  countByOrg,
  countPeople,
  type Source,
} from "#server/access/effect.ts";
import { createGraph } from "#server/access/graph.ts";

type Change = "none" | "add" | "remove" | readonly number[];

interface Scene {
  /** Parent of each org, -1 for roots; parents may come after their children. */
  readonly parents: readonly number[];
  /** Nodes of each person: orgs, then two access roles. */
  readonly people: readonly (readonly number[])[];
  readonly sources: readonly (readonly { readonly nodes: number[]; readonly change: Change }[])[];
  readonly targets: readonly number[];
}

const ACCESS_ROLES = 2;

const scenes = fc.integer({ min: 1, max: 12 }).chain((orgCount) => {
  const node = fc.integer({ min: 0, max: orgCount + ACCESS_ROLES - 1 });
  const nodes = fc.uniqueArray(node, { maxLength: 4 });
  const source = fc.record<Scene["sources"][number][number]>({
    nodes,
    change: fc.oneof(fc.constantFrom<Change>("none", "add", "remove"), nodes),
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
    // Some entitlements have equal sources, and some scenes more sources than a mask has bits.
    sources: fc
      .tuple(
        fc.array(fc.array(source, { minLength: 1, maxLength: 3 }), {
          minLength: 1,
          maxLength: 70,
          size: "max",
        }),
        fc.array(fc.nat(), { maxLength: 70, size: "max" }),
      )
      .map(([pool, picks]) => picks.map((pick) => pool[pick % pool.length] ?? [])),
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
        const grants = new Set(isAfter && typeof change !== "string" ? change : granting);
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

function sourcesOf({ sources }: Scene): Source[][] {
  return sources.map((ways) =>
    ways.map(({ nodes, change }) => ({
      nodes: Int32Array.from(nodes),
      change: typeof change === "string" ? change : Int32Array.from(change),
    })),
  );
}

/** What each person gains and loses, from the definition. */
function differencesOf(scene: Scene) {
  const [before, after] = [accessOf(scene, false), accessOf(scene, true)];
  return {
    gains: before.map((had, at) => [...(after[at] ?? [])].filter((e) => !had.has(e))),
    losses: before.map((had, at) => [...had].filter((e) => !after[at]?.has(e))),
  };
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
        const effect = compareAccess(graph, sourcesOf(scene), Int32Array.from(scene.targets));
        const { gains, losses } = differencesOf(scene);

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
      { seed: 22, numRuns: 500 },
    );
  });

  test("is reported for each group and entitlement once, also by kinds of entitlements", () => {
    fc.assert(
      fc.property(scenes, (scene) => {
        const { graph, members } = graphOf(scene);
        const targets = Int32Array.from(scene.targets);
        const { gains, losses } = differencesOf(scene);
        const expected = members.flatMap(([person = -1], group) => [
          ...(gains[person] ?? []).map((entitlement) => `${group} gains ${entitlement}`),
          ...(losses[person] ?? []).map((entitlement) => `${group} loses ${entitlement}`),
        ]);
        const reported: string[] = [];
        compareAccess(graph, sourcesOf(scene), targets, (group, entitlement, isGain) =>
          reported.push(`${group} ${isGain ? "gains" : "loses"} ${entitlement}`),
        );
        expect(reported.toSorted()).toEqual(expected.toSorted());

        const byKind: { readonly group: number; readonly kind: number; readonly verb: string }[] =
          [];
        const kindOf = compareKinds(graph, sourcesOf(scene), targets, (group, kind, isGain) =>
          byKind.push({ group, kind, verb: isGain ? "gains" : "loses" }),
        );
        const ofKinds = byKind.flatMap(({ group, kind, verb }) =>
          [...kindOf.keys()]
            .filter((entitlement) => kindOf[entitlement] === kind)
            .map((entitlement) => `${group} ${verb} ${entitlement}`),
        );
        expect(ofKinds.toSorted()).toEqual(expected.toSorted());
        // Entitlements are of one kind exactly if their sources are equal.
        const texts = scene.sources.map((ways) => JSON.stringify(ways));
        expect([...kindOf]).toEqual(texts.map((text) => [...new Set(texts)].indexOf(text)));
      }),
      { seed: 23, numRuns: 200 },
    );
  });

  test("does not compare the sources of entitlements that more than 64 nodes grant", () => {
    const orgs = Array.from({ length: 70 }, (_none, at) => ({
      oid: `org-${String(at).padStart(2, "0")}`,
      parentOid: null,
    }));
    const graph = createGraph(orgs, [], []);
    const kinds = (...ways: readonly (readonly [nodes: number, afterwards: number])[]) => {
      const first = (count: number) => Int32Array.from(orgs.keys()).subarray(0, count);
      const source = (): Source[] =>
        ways.map(([nodes, after]) => ({
          nodes: first(nodes),
          change: after === 0 ? "none" : first(after),
        }));
      return [...compareKinds(graph, [source(), source()], new Int32Array(), () => {})];
    };
    expect(kinds([64, 0])).toEqual([0, 0]);
    expect(kinds([65, 0])).toEqual([0, 1]);
    expect(kinds([32, 32])).toEqual([0, 0]);
    expect(kinds([33, 32])).toEqual([0, 1]);
    expect(kinds([32, 0], [32, 0])).toEqual([0, 0]);
    expect(kinds([32, 0], [33, 0])).toEqual([0, 1]);
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
});
