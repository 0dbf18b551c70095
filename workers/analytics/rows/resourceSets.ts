/** Sets of resources for filters and collapsing. */
import type { ResourceSet } from "../builderQuery.ts";

/** One byte per resource: 1 for a member. */
export type ResourceMask = Uint8Array;

export function resourceMask(set: ResourceSet, resourceCount: number): ResourceMask {
  const mask = new Uint8Array(resourceCount).fill(set.all ? 1 : 0);
  // Writing past the end of a typed array has no effect, so unknown indices are ignored.
  for (const resource of set.except) mask[resource] = set.all ? 0 : 1;
  return mask;
}

export function sameSet(one: ResourceSet, other: ResourceSet): boolean {
  return (
    one === other ||
    (one.all === other.all &&
      one.except.length === other.except.length &&
      one.except.every((resource, index) => resource === other.except[index]))
  );
}
