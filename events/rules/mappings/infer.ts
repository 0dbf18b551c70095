/** Which mappings the values themselves suggest: which source gives which target, after which transforms. Pure. */
import type {
  MappingAttributeDraft,
  MappingConfig,
  MappingDirection,
  MappingDraft,
  MappingFormat,
  MappingSuggestion,
} from "../../entities/mapping.ts";
import { pipelineOf } from "./transforms.ts";
import { valuesOf, type ValueRecord } from "./values.ts";

/** An object whose values on both sides belong to the same person. */
export interface ValuePair {
  readonly sources: ValueRecord;
  readonly targets: ValueRecord;
}

/** Fewer objects with both values say nothing. */
const MIN_COMPARED = 3;
/** The share of equal values from which a mapping is suggested. */
const MIN_SHARE = 0.6;

const LOWER: MappingFormat = { transform: "LOWERCASE" };
const UPPER: MappingFormat = { transform: "UPPERCASE" };
const TRIM: MappingFormat = { transform: "TRIM_SPACES" };

function firstOf(length: number): MappingFormat {
  return { transform: "SUBSTRING", start: 0, length };
}

function lastOf(length: number): MappingFormat {
  return { transform: "SUBSTRING", start: -length };
}

/** What is tried with one source, the simplest first. */
const PIPELINES: readonly (readonly MappingFormat[])[] = [
  [],
  [TRIM],
  [LOWER],
  [UPPER],
  [{ transform: "TITLE_CASE" }],
  [{ transform: "CAMEL_CASE" }],
  [TRIM, LOWER],
  [TRIM, UPPER],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20].flatMap((length) => [
    [firstOf(length)],
    [firstOf(length), LOWER],
    [firstOf(length), UPPER],
  ]),
  ...[2, 3, 4, 5, 6].map((length) => [lastOf(length)]),
];

/** What is tried with each of two sources. */
const PART_PIPELINES: readonly (readonly MappingFormat[])[] = [
  [],
  [LOWER],
  [UPPER],
  ...[1, 2, 3, 4].flatMap((length) => [
    [firstOf(length)],
    [firstOf(length), LOWER],
    [firstOf(length), UPPER],
  ]),
];

/** Of a trial with one source. */
const NO_SEPARATOR = "";

interface Trial {
  readonly sources: readonly { readonly id: string; readonly formats: readonly MappingFormat[] }[];
  readonly separator: string;
  readonly suffix: string;
}

interface Candidate extends Trial {
  readonly matched: number;
  readonly compared: number;
}

/**
 * @returns for each target the best mapping, the best first and equally good ones by target; of equally good mappings of
 *   a target, the simplest one.
 */
export function inferMappings(
  pairs: readonly ValuePair[],
  direction: MappingDirection,
): MappingSuggestion[] {
  const sourceIds = idsOf(pairs.map(({ sources }) => sources));
  const suggestions = idsOf(pairs.map(({ targets }) => targets)).flatMap((target) => {
    const examples = pairs.filter((pair) => valuesOf(pair.targets, target).length === 1);
    const distinct = new Set(examples.map((pair) => valuesOf(pair.targets, target)[0]));
    // A constant is equal to any other constant.
    if (examples.length < MIN_COMPARED || distinct.size < 2) return [];
    const best = bestOf(examples, target, sourceIds);
    return best ? [{ target, best }] : [];
  });
  return suggestions
    .toSorted(
      ({ best: one }, { best: other }) =>
        other.matched / other.compared - one.matched / one.compared,
    )
    .map(({ target, best }) => ({
      mapping: draftOf(best, target, direction),
      compared: best.compared,
      matched: best.matched,
    }));
}

function idsOf(records: readonly ValueRecord[]): string[] {
  return [...new Set(records.flatMap((values) => Object.keys(values)))].toSorted();
}

function bestOf(
  pairs: readonly ValuePair[],
  target: string,
  sourceIds: readonly string[],
): Candidate | null {
  let best: Candidate | null = null;
  const probed = sampleOf(spread(pairs, PROBED_BY_TRIAL), target);
  const all = sampleOf(pairs, target);
  const consider = (trial: Trial) => {
    const probe = compare(probed, trial);
    if (probe.matched < probe.compared * PROBED_SHARE) return;
    const candidate = compare(all, trial);
    if (candidate.compared < MIN_COMPARED) return;
    if (candidate.matched / candidate.compared < MIN_SHARE) return;
    if (!best || candidate.matched > best.matched) best = candidate;
  };
  for (const id of sourceIds) {
    for (const formats of PIPELINES) {
      consider({ sources: [{ id, formats }], separator: NO_SEPARATOR, suffix: "" });
    }
  }
  const single = best as Candidate | null;
  // A combination cannot match more.
  if (single?.matched === pairs.length) return single;
  for (const trial of combinations(pairs, target, sourceIds)) consider(trial);
  return best;
}

/** Two sources with a separator and what all targets end with, such as a mail domain. */
function* combinations(
  pairs: readonly ValuePair[],
  target: string,
  sourceIds: readonly string[],
): Generator<Trial> {
  const suffix = commonSuffix(pairs.map(({ targets }) => valuesOf(targets, target)[0] ?? ""));
  const likely = sourceIds.filter((id) => mayContribute(pairs, target, id));
  for (const id of suffix === "" ? [] : likely) {
    for (const formats of PIPELINES) {
      yield { sources: [{ id, formats }], separator: NO_SEPARATOR, suffix };
    }
  }
  for (const first of likely) {
    for (const second of likely) {
      if (first === second) continue;
      for (const separator of ["", ".", " ", "_", "-", ", "]) {
        for (const one of PART_PIPELINES) {
          for (const other of PART_PIPELINES) {
            const sources = [
              { id: first, formats: one },
              { id: second, formats: other },
            ];
            yield { sources, separator, suffix };
          }
        }
      }
    }
  }
}

/** Pairs that decide whether a source, or a trial, is worth a comparison of all. */
const PROBED_BY_SOURCE = 50;
const PROBED_BY_TRIAL = 20;
/** Of the probed pairs; half of what a suggestion needs, because they are few. */
const PROBED_SHARE = MIN_SHARE / 2;

/** Some pairs, evenly spread over all. */
function spread(pairs: readonly ValuePair[], size: number): readonly ValuePair[] {
  const step = Math.max(Math.floor(pairs.length / size), 1);
  return pairs.filter((_pair, index) => index % step === 0).slice(0, size);
}

/** Whether targets often contain the beginning of the source's value. A single letter counts at either end: `annl`. */
function mayContribute(pairs: readonly ValuePair[], target: string, id: string): boolean {
  let found = 0;
  const probed = spread(pairs, PROBED_BY_SOURCE);
  for (const { sources, targets } of probed) {
    const value = (valuesOf(sources, id)[0] ?? "").toLowerCase();
    const text = (valuesOf(targets, target)[0] ?? "").toLowerCase();
    const [local = ""] = text.split("@");
    const letter = value.slice(0, 1);
    const begins =
      text.includes(value.slice(0, 2)) || local.startsWith(letter) || local.endsWith(letter);
    if (value !== "" && begins) found += 1;
  }
  return found * 2 >= probed.length;
}

/**
 * From the @, if most values are mail addresses with the same domain.
 * A brace could begin a placeholder of a template.
 */
function commonSuffix(values: readonly string[]): string {
  const domains = new Map<string, number>();
  for (const value of values) {
    const at = value.includes("{") ? -1 : value.indexOf("@");
    if (at !== -1) domains.set(value.slice(at), (domains.get(value.slice(at)) ?? 0) + 1);
  }
  const [most] = [...domains].toSorted(([, one], [, other]) => other - one);
  return most && most[1] * 2 > values.length ? most[0] : "";
}

/** The values of some pairs, in the order of the pairs. */
interface Sample {
  readonly targets: readonly (string | undefined)[];
  /** The values of a source after a pipeline; empty where it has none. */
  readonly valuesAfter: (id: string, formats: readonly MappingFormat[]) => readonly string[];
}

/** Many trials share a source and a pipeline, whose values are computed once. */
function sampleOf(pairs: readonly ValuePair[], target: string): Sample {
  const computed = new Map<string, Map<readonly MappingFormat[], readonly string[]>>();
  return {
    targets: pairs.map(({ targets }) => valuesOf(targets, target)[0]),
    valuesAfter(id, formats) {
      const ofSource = computed.get(id) ?? new Map<readonly MappingFormat[], readonly string[]>();
      computed.set(id, ofSource);
      const known = ofSource.get(formats);
      if (known) return known;
      const pipeline = pipelineOf(formats);
      const values = pairs.map(({ sources }) => {
        const [value = ""] = valuesOf(sources, id);
        return value === "" ? "" : pipeline(value);
      });
      ofSource.set(formats, values);
      return values;
    },
  };
}

function compare({ targets, valuesAfter }: Sample, trial: Trial): Candidate {
  const { sources, separator, suffix } = trial;
  const columns = sources.map(({ id, formats }) => valuesAfter(id, formats));
  let matched = 0;
  let compared = 0;
  for (let row = 0; row < targets.length; row++) {
    if (columns.some((column) => column[row] === "")) continue;
    compared += 1;
    // Unlike `join`, a concatenation is only built if its length is that of the target.
    let text = columns[0]?.[row] ?? "";
    for (let at = 1; at < columns.length; at++) text += separator + columns[at]?.[row];
    if (text + suffix === targets[row]) matched += 1;
  }
  return { ...trial, matched, compared };
}

/** Null if the mapping takes over the value of its only source. */
function templateOf({ sources, separator, suffix }: Trial): string | null {
  if (sources.length === 1 && suffix === "") return null;
  return sources.map((_source, at) => `{${at + 1}}`).join(separator) + suffix;
}

function draftOf(trial: Trial, target: string, direction: MappingDirection): MappingDraft {
  const { sources } = trial;
  const template = templateOf(trial);
  const isInbound = direction === "inbound";
  const config: MappingConfig = {
    target: "attribute",
    kind: template === null ? "Basic" : "Template",
    separator: "",
    template: template ?? "",
    dn: null,
  };
  return {
    direction,
    strength: "strong",
    customCode: "",
    resourceSchemaId: isInbound ? null : target,
    midpointUserFieldId: isInbound ? target : null,
    authoritative: true,
    tolerant: true,
    mappingType: "STANDARD",
    condition: "",
    config,
    locked: false,
    iterationToken: false,
    attributes: sources.map(({ id, formats }, position): MappingAttributeDraft => ({
      type: "FIELD",
      midpointUserFieldId: isInbound ? null : id,
      resourceSchemaId: isInbound ? id : null,
      staticContent: "",
      position,
      formats: [...formats],
    })),
  };
}
