/**
 * Computes which entitlements people gain and lose by a change of policies. A person gains an entitlement that none of
 * their nodes granted before, and loses one that none of them grants afterwards. A bit mask holds 32 entitlements: orgs
 * inherit the masks of their parents, and a group has the union of its nodes' masks. Entitlements with equal sources
 * share a bit, so that a large change costs little more than a small one where the same orgs grant most of it.
 */
import { inherit, type AccessGraph } from "./graph.ts";

/** The nodes that grant an entitlement in one way: directly, or through one access role. */
export interface Source {
  /** Nodes that grant the entitlement before the change, ascending. */
  readonly nodes: Int32Array;
  /** What the change does in all changed orgs, or the nodes that grant the entitlement afterwards. */
  readonly change: "none" | "add" | "remove" | Int32Array;
}

export interface Effect {
  /** By group: how many entitlements each person gains. */
  readonly gains: Int32Array;
  readonly losses: Int32Array;
  /** By entitlement: how many people gain the entitlement. */
  readonly gainers: Int32Array;
  readonly losers: Int32Array;
  /** By group: 1 if the group is in a changed org or below one. */
  readonly concerned: Uint8Array;
}

const BITS = 32;

/** The people of a group gain, or else lose, an entitlement. */
type OnChange = (group: number, entitlement: number, gains: boolean) => void;

/**
 * @param sources by entitlement
 * @param targets indexes of the changed orgs
 */
export function compareAccess(
  graph: AccessGraph,
  sources: readonly (readonly Source[])[],
  targets: Int32Array,
  onChange?: OnChange,
): Effect {
  const alike = groupAlike(sources);
  return compareAlike(graph, sources, targets, alike, onChange && reporter(alike, onChange));
}

/**
 * Reports which kinds of entitlements the people of each group gain and lose.
 *
 * @returns the kind of each entitlement; the entitlements of a kind are granted by the same nodes before and afterwards
 */
export function compareKinds(
  graph: AccessGraph,
  sources: readonly (readonly Source[])[],
  targets: Int32Array,
  onKind: (group: number, kind: number, gains: boolean) => void,
): Int32Array {
  const alike = groupAlike(sources);
  compareAlike(graph, sources, targets, alike, (group, mask, first, gains) => {
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      onKind(group, first + 31 - Math.clz32(rest & -rest), gains);
    }
  });
  return alike.kindOf;
}

/** The people of a group gain, or else lose, the kinds of a mask whose lowest bit is the kind `first`. */
type OnMask = (group: number, mask: number, first: number, gains: boolean) => void;

function compareAlike(
  graph: AccessGraph,
  sources: readonly (readonly Source[])[],
  targets: Int32Array,
  alike: Alike,
  report: OnMask | undefined,
): Effect {
  const { groups } = graph;
  const groupCount = groups.sizes.length;
  const effect: Effect = {
    gains: new Int32Array(groupCount),
    losses: new Int32Array(groupCount),
    gainers: new Int32Array(sources.length),
    losers: new Int32Array(sources.length),
    concerned: new Uint8Array(groupCount),
  };
  const isTarget = new Uint8Array(graph.oids.length);
  for (const target of targets) isTarget[target] = 1;
  const before = new Int32Array(graph.oids.length);
  const after = new Int32Array(graph.oids.length);

  for (const target of targets) before[target] = 1;
  inherit(graph, before);
  forEachGroup(graph, before, before, (group, mask) => {
    effect.concerned[group] = mask;
  });

  const kinds = alike.firsts.map((first) => sources[first] ?? []);
  const gainers = new Int32Array(kinds.length);
  const losers = new Int32Array(kinds.length);
  for (let first = 0; first < kinds.length; first += BITS) {
    const block = kinds.slice(first, first + BITS);
    before.fill(0);
    after.fill(0);
    let added = 0;
    for (const [at, ways] of block.entries()) {
      const bit = 1 << at;
      for (const { nodes, change } of ways) {
        if (change === "add") added |= bit;
        const isListed = typeof change !== "string";
        for (const node of nodes) {
          before[node] = (before[node] ?? 0) | bit;
          const stays = !isListed && (change !== "remove" || isTarget[node] === 0);
          if (stays) after[node] = (after[node] ?? 0) | bit;
        }
        for (const node of isListed ? change : []) after[node] = (after[node] ?? 0) | bit;
      }
    }
    for (const target of targets) after[target] = (after[target] ?? 0) | added;
    inherit(graph, before);
    inherit(graph, after);
    forEachGroup(graph, before, after, (group, had, has) => {
      if (had === has) return;
      const size = groups.sizes[group] ?? 0;
      effect.gains[group] =
        (effect.gains[group] ?? 0) + tally(has & ~had, size, gainers, alike.counts, first);
      effect.losses[group] =
        (effect.losses[group] ?? 0) + tally(had & ~has, size, losers, alike.counts, first);
      report?.(group, has & ~had, first, true);
      report?.(group, had & ~has, first, false);
    });
  }
  for (const [at, kind] of alike.kindOf.entries()) {
    effect.gainers[at] = gainers[kind] ?? 0;
    effect.losers[at] = losers[kind] ?? 0;
  }
  return effect;
}

/** Entitlements with more granting nodes are not compared, because that would cost more than it saves. */
const MAX_COMPARED_NODES = 64;

interface Alike {
  /** By entitlement: its kind. */
  readonly kindOf: Int32Array;
  /** By kind: its first entitlement, and the number of its entitlements. */
  readonly firsts: readonly number[];
  readonly counts: readonly number[];
}

/** Numbers the entitlements by kind: those of one kind have equal sources. */
function groupAlike(sources: readonly (readonly Source[])[]): Alike {
  const kindOf = new Int32Array(sources.length);
  const firsts: number[] = [];
  const counts: number[] = [];
  const known = new Map<string, number>();
  for (const [at, ways] of sources.entries()) {
    const key = keyOf(ways);
    const kind = (key === null ? undefined : known.get(key)) ?? firsts.length;
    if (kind === firsts.length) {
      firsts.push(at);
      if (key !== null) known.set(key, kind);
    }
    counts[kind] = (counts[kind] ?? 0) + 1;
    kindOf[at] = kind;
  }
  return { kindOf, firsts, counts };
}

/** Reports each entitlement of the kinds in a mask. */
function reporter({ kindOf, firsts }: Alike, onChange: OnChange): OnMask {
  const members = firsts.map((): number[] => []);
  for (const [entitlement, kind] of kindOf.entries()) members[kind]?.push(entitlement);
  return (group, mask, first, gains) => {
    for (let rest = mask; rest !== 0; rest &= rest - 1) {
      const kind = first + 31 - Math.clz32(rest & -rest);
      for (const entitlement of members[kind] ?? []) onChange(group, entitlement, gains);
    }
  };
}

/** Equal for equal sources; null if they have too many nodes. */
function keyOf(ways: readonly Source[]): string | null {
  let nodes = 0;
  for (const way of ways) {
    nodes += way.nodes.length + (typeof way.change === "string" ? 0 : way.change.length);
  }
  if (nodes > MAX_COMPARED_NODES) return null;
  return ways.map(({ nodes: before, change }) => `${before.join()} ${String(change)}`).join("|");
}

function forEachGroup(
  { groups: { starts, nodes, sizes } }: AccessGraph,
  before: Int32Array,
  after: Int32Array,
  visit: (group: number, had: number, has: number) => void,
): void {
  for (let group = 0; group < sizes.length; group++) {
    let had = 0;
    let has = 0;
    const end = starts[group + 1] ?? 0;
    for (let at = starts[group] ?? 0; at < end; at++) {
      const node = nodes[at] ?? 0;
      had |= before[node] ?? 0;
      has |= after[node] ?? 0;
    }
    visit(group, had, has);
  }
}

/**
 * Adds the people of a group to the counts of the mask's kinds.
 *
 * @param entitlements their number by kind
 * @returns the number of the mask's entitlements
 */
function tally(
  mask: number,
  size: number,
  counts: Int32Array,
  entitlements: readonly number[],
  first: number,
): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const at = first + 31 - Math.clz32(rest & -rest);
    counts[at] = (counts[at] ?? 0) + size;
    count += entitlements[at] ?? 0;
  }
  return count;
}

export interface PeopleCounts {
  /** People who gain at least one entitlement. */
  readonly gaining: number;
  readonly losing: number;
  /** People in the changed orgs, or below them, who neither gain nor lose. */
  readonly unchanged: number;
}

export function countPeople({ groups: { sizes } }: AccessGraph, effect: Effect): PeopleCounts {
  const counts = { gaining: 0, losing: 0, unchanged: 0 };
  for (const [group, size] of sizes.entries()) {
    const gains = effect.gains[group] !== 0;
    const loses = effect.losses[group] !== 0;
    if (gains) counts.gaining += size;
    if (loses) counts.losing += size;
    if (!gains && !loses && effect.concerned[group] === 1) counts.unchanged += size;
  }
  return counts;
}

/** By node: people in the org, or below it, who gain or lose. Each person counts once per org. */
export function countByOrg(
  { groups: { starts, nodes, sizes }, parents, oids }: AccessGraph,
  { gains, losses }: Effect,
): { readonly gaining: Int32Array; readonly losing: Int32Array } {
  const gaining = new Int32Array(oids.length);
  const losing = new Int32Array(oids.length);
  const seen = new Int32Array(oids.length).fill(-1);
  for (const [group, size] of sizes.entries()) {
    const gain = gains[group] === 0 ? 0 : size;
    const loss = losses[group] === 0 ? 0 : size;
    if (gain + loss === 0) continue;
    for (let at = starts[group] ?? 0; at < (starts[group + 1] ?? 0); at++) {
      let org = nodes[at] ?? -1;
      while (org !== -1 && seen[org] !== group) {
        seen[org] = group;
        gaining[org] = (gaining[org] ?? 0) + gain;
        losing[org] = (losing[org] ?? 0) + loss;
        org = parents[org] ?? -1;
      }
    }
  }
  return { gaining, losing };
}
