/** What an evaluator gets, and what its thread can be asked. */
import type { Mapping, MappingDirection, MappingProblem } from "#events/entities/mapping.ts";
import type { Equality } from "#events/entities/objectClass.ts";
import type { MappingInput } from "#events/rules/mappings/evaluate.ts";
import type { PreviewCounts, FoundObject } from "#events/rules/mappings/summary.ts";
import type { MissingAttributes } from "./missingAttributes.ts";

export type HeldValues = Readonly<
  Record<string, readonly (readonly [value: string, key: string])[]>
>;

export interface MappingSet {
  readonly mappings: readonly Mapping[];
  readonly direction: MappingDirection;
  /** The targets that can have several values. */
  readonly multiple: readonly string[];
  /** When values of a target are the same; missing: as equal texts. */
  readonly equalities?: Readonly<Record<string, Equality>>;
  /** Values that objects have now, by target whose mapping makes its values unique. */
  readonly held: HeldValues;
  /** See `mappingsWithMissingAttributes`. */
  readonly missingAttributes?: MissingAttributes;
  /** Mappings that are switched off from the start. */
  readonly off?: ReadonlyMap<string, MappingProblem>;
}

export interface EvaluatorSettings extends Omit<MappingSet, "missingAttributes" | "off"> {
  readonly broken: readonly (readonly [mappingId: string, problem: MappingProblem])[];
  /** Counts evaluations of code, and names the mapping whose code runs. */
  readonly place: SharedArrayBuffer;
  /** Milliseconds that the code of each mapping took so far, as doubles. */
  readonly times: SharedArrayBuffer;
}

export interface CountedObject {
  readonly id: string;
  readonly name: string;
  readonly input: MappingInput;
}

/** Objects are sent as text: cloning many small objects takes longer than writing and parsing them. */
export interface EvaluatorMethods extends Record<string, (...parameters: never[]) => unknown> {
  /**
   * @param inputs JSON of `MappingInput[]`.
   * @returns text for `readResults`.
   */
  evaluate(inputs: string): string;
  /**
   * Counts what the mappings do to further objects.
   *
   * @param objects JSON of `CountedObject[]`.
   * @returns those that are listed.
   */
  count(objects: string): FoundObject[];
  /** Of all objects that were counted. */
  counts(): PreviewCounts;
}
