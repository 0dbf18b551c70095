/**
 * A client's memberships as a graph from which access is computed. Its nodes grant entitlements: orgs, and access roles
 * that are assigned to people directly. People with exactly the same nodes form a group: 200,000 people make a few
 * thousand groups.
 */

export interface AccessGraph {
  /** Oids of the nodes by index: first the orgs, then the access roles, each ascending. */
  readonly oids: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly orgCount: number;
  /** By node: the index of its parent; -1 for roots and access roles. */
  readonly parents: Int32Array;
  /** Indexes of the orgs, parents before children. */
  readonly order: Int32Array;
  readonly groups: PeopleGroups;
}

export interface PeopleGroups {
  /** Group `g` has the nodes from `nodes[starts[g]]` up to, but not including, `nodes[starts[g + 1]]`. */
  readonly starts: Int32Array;
  readonly nodes: Int32Array;
  /** By group: the number of its people. */
  readonly sizes: Int32Array;
  /** By group: the oids of its people, 16 bytes each. */
  readonly people: readonly Buffer[];
}

export interface OrgLink {
  readonly oid: string;
  readonly parentOid: string | null;
}

export interface PeopleGroup {
  readonly nodes: readonly number[];
  readonly people: Buffer;
}

const OID_BYTES = 16;

/**
 * @param orgs ascending by oid
 * @param roleOids of the access roles that are assigned to people, ascending
 * @param groups each with distinct nodes
 */
export function createGraph(
  orgs: readonly OrgLink[],
  roleOids: readonly string[],
  groups: readonly PeopleGroup[],
): AccessGraph {
  const oids = [...orgs.map(({ oid }) => oid), ...roleOids];
  const indexOf = new Map(oids.map((oid, index) => [oid, index]));
  const parents = new Int32Array(oids.length).fill(-1);
  for (const [index, { parentOid }] of orgs.entries()) {
    if (parentOid !== null) parents[index] = indexOf.get(parentOid) ?? -1;
  }
  const starts = new Int32Array(groups.length + 1);
  for (const [index, { nodes }] of groups.entries()) {
    starts[index + 1] = (starts[index] ?? 0) + nodes.length;
  }
  return {
    oids,
    indexOf,
    orgCount: orgs.length,
    parents,
    order: parentsFirst(parents, orgs.length),
    groups: {
      starts,
      nodes: Int32Array.from(groups.flatMap(({ nodes }) => nodes)),
      sizes: Int32Array.from(groups, ({ people }) => people.length / OID_BYTES),
      people: groups.map(({ people }) => people),
    },
  };
}

/** Orders the orgs. No command creates a cycle of orgs; if there is one, its orgs become roots. */
function parentsFirst(parents: Int32Array, orgCount: number): Int32Array {
  const order = new Int32Array(orgCount);
  const placed = new Uint8Array(orgCount);
  let count = 0;
  const path: number[] = [];
  for (let org = 0; org < orgCount; org++) {
    let at = org;
    while (at !== -1 && placed[at] === 0 && path.length <= orgCount) {
      path.push(at);
      at = parents[at] ?? -1;
    }
    if (path.length > orgCount) {
      for (const one of path) parents[one] = -1;
    }
    for (let one = path.pop(); one !== undefined; one = path.pop()) {
      if (placed[one] === 1) continue;
      placed[one] = 1;
      order[count++] = one;
    }
  }
  return order;
}

/** Adds the bits of each org's mask to the masks of all orgs below it. */
export function inherit({ order, parents }: AccessGraph, masks: Int32Array): void {
  for (const org of order) {
    const parent = parents[org] ?? -1;
    if (parent !== -1) masks[org] = (masks[org] ?? 0) | (masks[parent] ?? 0);
  }
}

/** The oids of people as texts. */
export function* peopleOf(people: Buffer): Generator<string> {
  for (let at = 0; at < people.length; at += OID_BYTES) {
    const hex = people.toString("hex", at, at + OID_BYTES);
    yield `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }
}
