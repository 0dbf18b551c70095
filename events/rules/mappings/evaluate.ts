/**
 * Evaluates the mappings of one direction for one object after the other, with the semantics of midPoint. Pure; the
 * code of mappings is compiled by the caller.
 */
import type { Mapping, MappingDirection, MappingProblem } from "../../entities/mapping.ts";
import { attributeOf, targetOf } from "./fields.ts";
import { TokenRegistry } from "./tokens.ts";
import {
  CodeFailure,
  compileMapping,
  valuesOf,
  type CompileCode,
  type CompiledMapping,
  type SourceRecord,
  type ValueRecord,
} from "./values.ts";

export interface MappingInput {
  /**
   * Identifies an account, or a person: accounts of one person share a key, because only one of them gives each value.
   * Objects are evaluated in the order of their keys, so that numbers for unique values are stable.
   */
  readonly key: string;
  readonly now: SourceRecord;
  /** The source when mappings were last applied; null: never, so that all sources count as changed. */
  readonly before: SourceRecord | null;
  /** Current values by target. */
  readonly target: ValueRecord;
}

/** The values of a target before and after its mappings: a `PreviewValue` whose lists belong to others. */
export interface TargetResult {
  readonly target: string;
  readonly mappingIds: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly problem: MappingProblem | null;
}

export interface EvaluateOptions {
  readonly mappings: readonly Mapping[];
  readonly direction: MappingDirection;
  /** Whether a target can have several values. */
  readonly isMultiple: (target: string) => boolean;
  /** The form in which values of a target are equal texts if the system takes them for the same. Missing: the text. */
  readonly formOf?: (target: string) => (value: string) => string;
  readonly compileCode: CompileCode;
  /** Mappings whose code cannot be run: they fail for every object. */
  readonly broken?: ReadonlyMap<string, MappingProblem>;
  /** Values that objects have now, by target, so that new ones differ from them. */
  readonly held?: ReadonlyMap<string, Iterable<readonly [value: string, key: string]>>;
}

export type Evaluate = (input: MappingInput) => TargetResult[];

type Form = (value: string) => string;

/** The values of a target after its mappings. @param current those before. */
type GiveValues = (
  input: MappingInput,
  current: readonly string[],
  token: string,
) => readonly string[];

interface Target {
  readonly id: string;
  readonly mappingIds: readonly string[];
  readonly isMultiple: boolean;
  readonly isUnique: boolean;
  readonly form: Form;
  readonly give: GiveValues;
}

const asIs: Form = (value) => value;
const NO_VALUES: readonly string[] = [];

export function compileMappings(options: EvaluateOptions): Evaluate {
  const { direction, held } = options;
  const mappings = options.mappings.filter((mapping) => mapping.direction === direction);
  const compiled = mappings.map((mapping) => compileOne(mapping, options));
  const registries = new Map<string, TokenRegistry>();
  const targets = targetsOf(compiled, options);
  for (const { id, isUnique } of targets) {
    if (isUnique) registries.set(id, new TokenRegistry(held?.get(id) ?? []));
  }
  const ofClass = new Map<string, readonly Target[]>();
  const applicable = (objectClass: string | null) => {
    if (objectClass === null || direction === "outbound") return targets;
    const known = ofClass.get(objectClass);
    if (known) return known;
    const own = targetsOf(
      compiled.filter(({ mapping }) => isOfClass(mapping, objectClass)),
      options,
    );
    ofClass.set(objectClass, own);
    return own;
  };
  return (input) =>
    applicable(input.now.objectClass).map((target) =>
      evaluateTarget(target, input, registries.get(target.id)),
    );
}

function compileOne(mapping: Mapping, { compileCode, broken }: EvaluateOptions): CompiledMapping {
  const problem = broken?.get(mapping.id);
  const failing = (failure: CodeFailure): CompiledMapping => ({
    mapping,
    give: () => {
      throw failure;
    },
    reads: () => "",
  });
  if (problem) return failing(new CodeFailure(problem.code, problem.detail));
  try {
    return compileMapping(mapping, compileCode);
  } catch (error) {
    if (error instanceof CodeFailure) return failing(error);
    throw error;
  }
}

/** An inbound mapping applies to the classes whose attributes it reads. Code alone applies to all. */
function isOfClass({ attributes, mappingType }: Mapping, objectClass: string): boolean {
  if (mappingType === "CUSTOM") return true;
  return attributes.every(({ type, resourceSchemaId }) => {
    const named = type === "FIELD" ? attributeOf(resourceSchemaId ?? "").objectClass : "";
    return named === "" || named === objectClass;
  });
}

function targetsOf(
  compiled: readonly CompiledMapping[],
  { isMultiple, formOf }: Pick<EvaluateOptions, "isMultiple" | "formOf">,
): Target[] {
  const ids = [...new Set(compiled.map(({ mapping }) => targetOf(mapping)))];
  return ids.map((id) => {
    const own = compiled.filter(({ mapping }) => targetOf(mapping) === id);
    const rules = { isMultiple: isMultiple(id), form: formOf?.(id) ?? asIs };
    const [only, ...others] = own;
    return {
      ...rules,
      id,
      mappingIds: own.map(({ mapping }) => mapping.id),
      isUnique: own.some(({ mapping }) => mapping.iterationToken),
      give:
        only && others.length === 0 && !rules.isMultiple
          ? giveOne(only, rules.form)
          : (input, current, token) => combine(own, rules, input, current, token),
    };
  });
}

function evaluateTarget(
  target: Target,
  input: MappingInput,
  registry: TokenRegistry | undefined,
): TargetResult {
  const { id, mappingIds } = target;
  const before = valuesOf(input.target, id);
  try {
    const after = registry
      ? uniqueValues(target, input, before, registry)
      : target.give(input, before, "");
    return { target: id, mappingIds, before, after, problem: null };
  } catch (error) {
    if (!(error instanceof CodeFailure)) throw error;
    return { target: id, mappingIds, before, after: before, problem: error.problem };
  }
}

function uniqueValues(
  { give }: Target,
  input: MappingInput,
  current: readonly string[],
  registry: TokenRegistry,
): readonly string[] {
  const token = registry.choose(input.key, current[0], (number) => give(input, current, number)[0]);
  if (token === null) throw new CodeFailure("noFreeToken");
  return give(input, current, token ?? "");
}

/** The same as `combine` for a target that has one mapping and one value. */
function giveOne({ mapping, give, reads }: CompiledMapping, form: Form): GiveValues {
  const { strength, authoritative, tolerant } = mapping;
  const isChanged = (old: SourceRecord | null, now: SourceRecord) =>
    old === null || reads(old) !== reads(now);
  return ({ now, before: old }, current, token) => {
    const values = give(now, current, token);
    if (strength === "weak" || (strength === "normal" && !isChanged(old, now))) {
      return strength === "weak" && current.length === 0 ? single(values) : current;
    }
    if (values.length > 0) return single(values);
    if (!tolerant) return NO_VALUES;
    if (current.length === 0 || !authoritative || old === null || !isChanged(old, now)) {
      return current;
    }
    const former = new Set(formerOf(() => give(old, current, token)).map(form));
    return current.filter((value) => !former.has(form(value)));
  };
}

interface Given {
  readonly mapping: Mapping;
  readonly values: readonly string[];
  /** What it gave before, as far as it may have to be removed. */
  readonly former: readonly string[];
  /** It applies whatever the target contains. */
  readonly isApplied: boolean;
}

function combine(
  mappings: readonly CompiledMapping[],
  { isMultiple, form }: Pick<Target, "isMultiple" | "form">,
  { now, before: old }: MappingInput,
  current: readonly string[],
  token: string,
): readonly string[] {
  const given: Given[] = mappings.map(({ mapping, give, reads }) => {
    const values = give(now, current, token);
    const isChanged = old === null || reads(old) !== reads(now);
    const isApplied = mapping.strength === "strong" || (mapping.strength === "normal" && isChanged);
    const mayRemove = mapping.authoritative && isApplied && old !== null && isChanged;
    return {
      mapping,
      values,
      isApplied,
      former: mayRemove ? formerOf(() => give(old, current, token)) : [],
    };
  });
  const applied = given.filter(({ isApplied }) => isApplied);
  const wanted = new Set(given.flatMap(({ values }) => values.map(form)));
  const former = new Set(applied.flatMap((one) => one.former.map(form)));
  const isTolerant = applied.every(({ mapping }) => mapping.tolerant);
  let values: readonly string[] = current.filter(
    (value) => wanted.has(form(value)) || (!former.has(form(value)) && isTolerant),
  );
  values = isMultiple
    ? distinct([...values, ...applied.flatMap((one) => one.values)], form)
    : chosenOf(applied, values);
  if (values.length > 0) return values;
  const fallback = given.find(
    (one) => one.mapping.strength === "weak" && one.values.length > 0,
  )?.values;
  if (fallback === undefined) return values;
  return isMultiple ? fallback : single(fallback);
}

/** A mapping that fails for the former source gave nothing that has to be removed. */
function formerOf(give: () => readonly string[]): readonly string[] {
  try {
    return give();
  } catch (error) {
    if (error instanceof CodeFailure) return [];
    throw error;
  }
}

/** Of values that are the same, the last one stays: that of a mapping. */
function distinct(values: readonly string[], form: (value: string) => string): readonly string[] {
  return [...new Map(values.map((value) => [form(value), value])).values()];
}

/** Strong mappings win over normal ones. */
function chosenOf(applied: readonly Given[], current: readonly string[]): readonly string[] {
  for (const strength of ["strong", "normal"] as const) {
    const values = new Set(
      applied.flatMap((one) => (one.mapping.strength === strength ? single(one.values) : [])),
    );
    if (values.size > 1) throw new CodeFailure("conflictingValues", [...values].join(", "));
    if (values.size === 1) return [...values];
  }
  return current;
}

function single(values: readonly string[]): readonly string[] {
  if (values.length > 1) throw new CodeFailure("severalValues", String(values.length));
  return values;
}
