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
import { fillTemplate } from "./template.ts";
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

interface Trial {
  readonly sources: readonly { readonly id: string; readonly formats: readonly MappingFormat[] }[];
  readonly template: string | null;
}

interface Candidate extends Trial {
  readonly matched: number;
  readonly compared: number;
}

/** @returns for each target the best mapping, the best first; the simplest one of equally good ones. */
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
      (one, other) =>
        other.best.matched / other.best.compared - one.best.matched / one.best.compared ||
        (one.target < other.target ? -1 : 1),
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
  const probed = spread(pairs, PROBED_BY_TRIAL);
  const consider = ({ sources, template }: Trial) => {
    const probe = compare(probed, target, sources, template);
    if (probe.matched < probe.compared * PROBED_SHARE) return;
    const candidate = compare(pairs, target, sources, template);
    if (candidate.compared < MIN_COMPARED) return;
    if (candidate.matched / candidate.compared < MIN_SHARE) return;
    if (!best || candidate.matched > best.matched) best = candidate;
  };
  for (const id of sourceIds) {
    for (const formats of PIPELINES) consider({ sources: [{ id, formats }], template: null });
  }
  const single: Candidate | null = best;
  if (single && isPerfect(single)) return single;
  for (const trial of combinations(pairs, target, sourceIds)) consider(trial);
  return best;
}

function isPerfect({ matched, compared }: Candidate): boolean {
  return matched === compared;
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
      yield { sources: [{ id, formats }], template: `{1}${suffix}` };
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
            yield { sources, template: `{1}${separator}{2}${suffix}` };
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

/** Whether targets often contain the beginning of the source's value. */
function mayContribute(pairs: readonly ValuePair[], target: string, id: string): boolean {
  let found = 0;
  const probed = spread(pairs, PROBED_BY_SOURCE);
  for (const { sources, targets } of probed) {
    const value = (valuesOf(sources, id)[0] ?? "").toLowerCase();
    const text = (valuesOf(targets, target)[0] ?? "").toLowerCase();
    const begins = text.includes(value.slice(0, 2)) || text.startsWith(value.slice(0, 1));
    if (value !== "" && begins) found += 1;
  }
  return found * 2 >= probed.length;
}

/** From the @, if all mail addresses have the same domain. */
function commonSuffix(values: readonly string[]): string {
  const domains = new Map<string, number>();
  for (const value of values) {
    const at = value.indexOf("@");
    if (at !== -1) domains.set(value.slice(at), (domains.get(value.slice(at)) ?? 0) + 1);
  }
  const [most] = [...domains].toSorted(([, one], [, other]) => other - one);
  return most && most[1] * 2 > values.length ? most[0] : "";
}

function compare(
  pairs: readonly ValuePair[],
  target: string,
  sources: Candidate["sources"],
  template: string | null,
): Candidate {
  const pipelines = sources.map(({ formats }) => pipelineOf(formats));
  let matched = 0;
  let compared = 0;
  for (const pair of pairs) {
    const values = sources.map(({ id }, index) => {
      const [value = ""] = valuesOf(pair.sources, id);
      return value === "" ? "" : (pipelines[index]?.(value) ?? "");
    });
    if (values.includes("")) continue;
    compared += 1;
    const given = template === null ? values[0] : fillTemplate(template, values, "");
    if (given === valuesOf(pair.targets, target)[0]) matched += 1;
  }
  return { sources, template, matched, compared };
}

function draftOf(
  { sources, template }: Candidate,
  target: string,
  direction: MappingDirection,
): MappingDraft {
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
