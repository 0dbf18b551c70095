/** Results of an evaluation as a text between threads, which is faster than a structured clone of many small objects. */
import type { MappingProblem } from "#events/entities/mapping.ts";
import type { MappingInput, TargetResult } from "#events/rules/mappings/evaluate.ts";
import { valuesOf } from "#events/rules/mappings/values.ts";

interface Target {
  readonly target: string;
  readonly mappingIds: readonly string[];
}

/** @param target place in `targets`. @param after null: as before. */
type Written = readonly [
  target: number,
  after: readonly string[] | null,
  problem: MappingProblem | null,
];

interface Reply {
  readonly targets: readonly Target[];
  readonly results: readonly (readonly Written[])[];
}

/** @param results of one evaluator, which gives each target of a class the same list of mappings. */
export function writeResults(results: readonly (readonly TargetResult[])[]): string {
  const places = new Map<readonly string[], number>();
  const targets: Target[] = [];
  const placeOf = ({ target, mappingIds }: TargetResult): number => {
    const known = places.get(mappingIds);
    if (known !== undefined) return known;
    places.set(mappingIds, targets.length);
    return targets.push({ target, mappingIds }) - 1;
  };
  const reply: Reply = {
    results: results.map((object) =>
      object.map((one) => [placeOf(one), one.after === one.before ? null : one.after, one.problem]),
    ),
    targets,
  };
  return JSON.stringify(reply);
}

/** @param inputs that the results are of, in the same order. */
export function readResults(text: string, inputs: readonly MappingInput[]): TargetResult[][] {
  const { targets, results } = JSON.parse(text) as Reply;
  return results.map((object, index) => {
    const current = inputs[index]?.target ?? {};
    return object.map(([place, after, problem]) => {
      const { target, mappingIds } = targets[place] ?? { target: "", mappingIds: [] };
      const before = valuesOf(current, target);
      return { target, mappingIds, before, after: after ?? before, problem };
    });
  });
}
