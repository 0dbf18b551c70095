/** What mappings do to many objects: counts by target, and the first objects of each finding. */
import type { PreviewFinding, PreviewObject, PreviewTarget } from "../../entities/mapping.ts";
import type { TargetResult } from "./evaluate.ts";
import { hashText } from "./hash.ts";

/** Objects that are listed of each finding of a target. */
export const LISTED_OBJECTS = 1000;

export interface FoundObject extends PreviewObject {
  /** `{finding}` and `{finding}:{target}`. */
  readonly findings: readonly string[];
}

export interface PreviewCounts {
  readonly targets: PreviewTarget[];
  /** The objects with the longest values. */
  readonly longest: FoundObject[];
}

/** Findings that one object shows. The object with the longest value is known only after all objects are read. */
type ListedFinding = Exclude<PreviewFinding, "longest">;

interface TargetCounts extends Omit<PreviewTarget, "mappingIds"> {
  readonly mappingIds: readonly string[];
  readonly seen: ValueSet;
  /** Objects that are listed so far. */
  readonly listed: Record<ListedFinding, number>;
  longestObject: PreviewObject | null;
}

export function previewObject(
  { id, name }: { readonly id: string; readonly name: string },
  results: readonly TargetResult[],
): PreviewObject {
  return {
    id,
    name,
    values: results.map(({ mappingIds, before, after, ...result }) => ({
      ...result,
      mappingIds: [...mappingIds],
      before: [...before],
      after: [...after],
    })),
  };
}

/**
 * Distinct values by a hash of 53 bits, in 9 bytes each. That two of a million different values have the same hash has
 * a chance of one in 18,000.
 */
export class ValueSet {
  #hashes = new Float64Array(1024);
  /** 1: seen once; 2: more often. */
  #times = new Uint8Array(1024);
  #size = 0;

  /** @returns how many objects become known to share their value: 0, 1, or 2 with the first one. */
  add(value: string): 0 | 1 | 2 {
    if (this.#size * 2 >= this.#hashes.length) this.#grow();
    const hash = hashText(value);
    const at = this.#placeOf(hash);
    const times = this.#times[at] ?? 0;
    if (times === 0) {
      this.#hashes[at] = hash;
      this.#times[at] = 1;
      this.#size += 1;
      return 0;
    }
    this.#times[at] = 2;
    return times === 1 ? 2 : 1;
  }

  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let at = hash % this.#hashes.length;
    while (this.#times[at] !== 0 && this.#hashes[at] !== hash) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [hashes, times] = [this.#hashes, this.#times];
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#times = new Uint8Array(times.length * 2);
    for (let index = 0; index < hashes.length; index++) {
      if (times[index] === 0) continue;
      const at = this.#placeOf(hashes[index] ?? 0);
      this.#hashes[at] = hashes[index] ?? 0;
      this.#times[at] = times[index] ?? 0;
    }
  }
}

function sameValues(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  if (one.length === 1) return one[0] === other[0];
  return one.every((value) => other.includes(value));
}

export function isChanged({ before, after }: Pick<TargetResult, "before" | "after">): boolean {
  return !sameValues(before, after);
}

/** Adds a finding of a target, unless enough objects are listed. */
function list({ listed, target }: TargetCounts, finding: ListedFinding, findings: string[]): void {
  if (listed[finding] >= LISTED_OBJECTS) return;
  listed[finding] += 1;
  findings.push(`${finding}:${target}`);
  if (!findings.includes(finding)) findings.push(finding);
}

export class PreviewSummary {
  readonly #targets = new Map<string, TargetCounts>();
  #objects: FoundObject[] = [];

  add(object: { readonly id: string; readonly name: string }, results: readonly TargetResult[]) {
    const findings: string[] = [];
    for (const result of results) {
      const counts = this.#countsOf(result);
      if (result.problem) {
        const { code } = result.problem;
        counts.failing += 1;
        counts.problems[code] = (counts.problems[code] ?? 0) + 1;
        list(counts, "failing", findings);
      }
      if (isChanged(result)) {
        counts.changed += 1;
        list(counts, "changed", findings);
      }
      if (result.after.length === 0) {
        counts.empty += 1;
        list(counts, "empty", findings);
      }
      let isShared = false;
      for (const value of result.after) {
        const shared = counts.seen.add(value);
        counts.notUnique += shared;
        isShared ||= shared > 0;
        if (value.length > counts.longest) {
          counts.longest = value.length;
          counts.longestValue = value;
          counts.longestObject = previewObject(object, results);
        }
      }
      if (isShared) list(counts, "notUnique", findings);
    }
    if (findings.length > 0) {
      this.#objects.push({ ...previewObject(object, results), findings });
    }
  }

  #countsOf({ target, mappingIds }: TargetResult): TargetCounts {
    const known = this.#targets.get(target);
    if (known) return known;
    const counts: TargetCounts = {
      target,
      mappingIds,
      changed: 0,
      empty: 0,
      failing: 0,
      problems: {},
      notUnique: 0,
      longest: 0,
      longestValue: "",
      seen: new ValueSet(),
      listed: { changed: 0, empty: 0, failing: 0, notUnique: 0 },
      longestObject: null,
    };
    this.#targets.set(target, counts);
    return counts;
  }

  get targets(): PreviewTarget[] {
    return [...this.#targets.values()].map(
      ({ seen: _seen, listed: _listed, longestObject: _longest, mappingIds, ...counts }) => ({
        ...counts,
        mappingIds: [...mappingIds],
      }),
    );
  }

  get counts(): PreviewCounts {
    return { targets: this.targets, longest: this.#longest };
  }

  /** The listed objects since the last call. */
  takeObjects(): FoundObject[] {
    const objects = this.#objects;
    this.#objects = [];
    return objects;
  }

  get #longest(): FoundObject[] {
    return [...this.#targets.values()].flatMap(({ target, longestObject }) =>
      longestObject ? [{ ...longestObject, findings: ["longest", `longest:${target}`] }] : [],
    );
  }
}
