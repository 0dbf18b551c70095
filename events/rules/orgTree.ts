/** The shape of a tree of groups: no group is below itself, and none is nested too deep. */

/** Maximum levels of groups below the top level. */
export const MAX_GROUP_DEPTH = 20;

export interface TreeProblem {
  readonly kind: "cycle" | "tooDeep";
  /** A group of the cycle, or the group that is too deep. */
  readonly oid: string;
}

/**
 * The first problem of a tree; null if there is none.
 *
 * @param parents the parent of each group; a parent that is not a key is the top level
 */
export function findTreeProblem(parents: ReadonlyMap<string, string | null>): TreeProblem | null {
  const depths = new Map<string, number>();
  for (const start of parents.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | null = start;
    while (at !== null && parents.has(at) && !depths.has(at)) {
      if (onPath.has(at)) return { kind: "cycle", oid: at };
      onPath.add(at);
      path.push(at);
      at = parents.get(at) ?? null;
    }
    let depth = at === null ? 0 : (depths.get(at) ?? 0);
    for (const oid of path.toReversed()) {
      depth += 1;
      if (depth > MAX_GROUP_DEPTH) return { kind: "tooDeep", oid };
      depths.set(oid, depth);
    }
  }
  return null;
}

/** The group and all groups above it, nearest first. Ends at a cycle. */
export function groupsAbove(
  parents: ReadonlyMap<string, string | null>,
  oid: string | null,
): readonly string[] {
  const above = new Set<string>();
  let at = oid;
  while (at !== null && parents.has(at) && !above.has(at)) {
    above.add(at);
    at = parents.get(at) ?? null;
  }
  return [...above];
}
