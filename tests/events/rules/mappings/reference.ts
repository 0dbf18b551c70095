/**
 * What mappings give, written from the words of the specification and of the decisions, value by value and without the product's code.
 */
import type {
  DnConfig,
  Mapping,
  MappingAttribute,
  MappingFormat,
} from "#events/entities/mapping.ts";

/** The fields of an identity; missing or empty: none. */
export type Fields = Readonly<Record<string, readonly string[]>>;

export interface Person {
  readonly key: string;
  readonly now: Fields;
  /** Null: the mappings were never applied. */
  readonly before: Fields | null;
  readonly current: Readonly<Record<string, readonly string[]>>;
}

export interface Condition {
  readonly code: string;
  readonly holds: (fields: Fields) => boolean;
}

/** Code of a mapping, and what it gives. */
export interface Code {
  readonly code: string;
  readonly mode: "CUSTOM" | "ADVANCED";
  /** It says where the number goes. */
  readonly placesNumber?: boolean;
  /** @param values what the sources give, for ADVANCED. @throws ReferenceProblem */
  readonly gives: (fields: Fields, values: readonly string[], number: string) => readonly string[];
}

export class ReferenceProblem extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export interface System {
  readonly mappings: readonly Mapping[];
  readonly conditions: readonly Condition[];
  readonly codes: readonly Code[];
  /** Targets with several values. */
  readonly multiple: ReadonlySet<string>;
  /** Targets whose values are the same without regard to case. */
  readonly folded: ReadonlySet<string>;
}

/** The values after the mappings, or the code of the problem. */
export type Outcome = readonly string[] | { readonly problem: string };

const isWordPart = (character: string) => /[\p{L}\p{M}\p{N}]/u.test(character);

/** A word is letters, marks and digits, and apostrophes between them. */
function wordsAndGaps(text: string): { readonly text: string; readonly isWord: boolean }[] {
  const characters = Array.from(text);
  const parts: { text: string; isWord: boolean }[] = [];
  characters.forEach((character, at) => {
    const isInner =
      "'’".includes(character) &&
      isWordPart(characters[at - 1] ?? " ") &&
      isWordPart(characters[at + 1] ?? " ");
    const isWord = isWordPart(character) || isInner;
    const last = parts.at(-1);
    if (last?.isWord === isWord) last.text += character;
    else parts.push({ text: character, isWord });
  });
  return parts;
}

function capitalize(word: string): string {
  const [first = "", ...rest] = Array.from(word);
  return first.toUpperCase() + rest.join("").toLowerCase();
}

function transformed(value: string, { transform, start = 0, length }: MappingFormat): string {
  const parts = wordsAndGaps(value);
  const words = parts.flatMap(({ text, isWord }) => (isWord ? [text] : []));
  switch (transform) {
    case "UPPERCASE":
      return value.toUpperCase();
    case "LOWERCASE":
      return value.toLowerCase();
    case "TITLE_CASE":
      return parts.map(({ text, isWord }) => (isWord ? capitalize(text) : text)).join("");
    case "CAMEL_CASE":
      return words.map((word, at) => (at === 0 ? word.toLowerCase() : capitalize(word))).join("");
    case "TRIM_SPACES":
      return value
        .split(/\s/)
        .filter((part) => part !== "")
        .join(" ");
    case "SUBSTRING": {
      const characters = Array.from(value);
      const first = start < 0 ? characters.length + start : start;
      return characters
        .filter((_one, at) => at >= first && at < Math.max(first, 0) + (length ?? Infinity))
        .join("");
    }
  }
}

function valuesOfSource(source: MappingAttribute, fields: Fields): string[] {
  const raw =
    source.type === "STATIC"
      ? [source.staticContent]
      : (fields[source.midpointUserFieldId ?? ""] ?? []);
  return raw
    .map((value) => source.formats.reduce(transformed, value))
    .filter((value) => value !== "");
}

/** RFC 4514, section 2.4. */
function escaped(value: string): string {
  const characters = Array.from(value);
  return characters
    .map((character, at) => {
      if (character === "\0") return "\\00";
      const isFirst = at === 0 && (character === " " || character === "#");
      const isLast = at === characters.length - 1 && character === " ";
      return isFirst || isLast || `"+,;<>\\`.includes(character) ? `\\${character}` : character;
    })
    .join("");
}

function distinguishedName(dn: DnConfig, value: string, fields: Fields): string {
  const sought = dn.unitSource === null ? null : (fields[dn.unitSource]?.[0] ?? "").toLowerCase();
  const unit = dn.units.find((one) => one.value.toLowerCase() === sought)?.path ?? dn.fallback;
  if (unit === null) throw new ReferenceProblem("noUnit");
  return [`${dn.rdnAttribute}=${escaped(value)}`, unit, dn.base]
    .filter((part) => part !== "")
    .join(",");
}

/** What the mapping gives with a number; the empty text: without one. @throws ReferenceProblem */
function given(mapping: Mapping, system: System, fields: Fields, number: string): string[] {
  const { dn } = mapping.config;
  const values = textsOf(mapping, system, fields, number);
  const names = dn ? values.map((value) => distinguishedName(dn, value, fields)) : values;
  return names.filter((value, at) => names.indexOf(value) === at);
}

function textsOf(mapping: Mapping, system: System, fields: Fields, number: string): string[] {
  const condition = system.conditions.find(({ code }) => code === mapping.condition);
  if (condition && !condition.holds(fields)) return [];
  const ofSources = mapping.attributes.map((source) => valuesOfSource(source, fields));
  let values: string[];
  let isNumbered = false;
  if (mapping.config.kind === "Template") {
    const { template } = mapping.config;
    const isComplete = ofSources.every(
      ([first], at) => first !== undefined || !template.includes(`{${at + 1}}`),
    );
    let text = template.split("{token}").join(number);
    ofSources.forEach(([first = ""], at) => (text = text.split(`{${at + 1}}`).join(first)));
    values = isComplete && text !== "" ? [text] : [];
    isNumbered = mapping.mappingType !== "CUSTOM" && template.includes("{token}");
  } else if (ofSources.length === 1) values = ofSources[0] ?? [];
  else {
    const hasFields = mapping.attributes.some(({ type }) => type === "FIELD");
    const isOfPerson = mapping.attributes.some(
      ({ type }, at) => type === "FIELD" && (ofSources[at] ?? []).length > 0,
    );
    const firsts = ofSources.flatMap(([first]) => (first === undefined ? [] : [first]));
    values = hasFields && !isOfPerson ? [] : [firsts.join(mapping.config.separator)];
  }
  if (mapping.mappingType !== "STANDARD") {
    const code = system.codes.find((one) => one.code === mapping.customCode);
    if (!code) throw new Error("The reference does not know the code");
    const ofSources = mapping.mappingType === "CUSTOM" ? [] : values;
    values = code.gives(fields, ofSources, number).filter((value) => value !== "");
    isNumbered ||= code.placesNumber ?? false;
  }
  if (mapping.iterationToken && !isNumbered) {
    values = values.map((value) => {
      const [name = "", ...domain] = value.split("@");
      return [name + number, ...domain].join("@");
    });
  }
  return values;
}

/** A condition and code may read every field. */
function hasChanged(mapping: Mapping, now: Fields, before: Fields | null): boolean {
  if (before === null) return true;
  const { dn } = mapping.config;
  const names =
    mapping.condition === "" && mapping.mappingType === "STANDARD"
      ? [
          ...mapping.attributes.flatMap(({ type, midpointUserFieldId: id }) =>
            type === "FIELD" && id !== null ? [id] : [],
          ),
          ...(dn?.unitSource ? [dn.unitSource] : []),
        ]
      : [...new Set([...Object.keys(now), ...Object.keys(before)])];
  return names.some((name) => (now[name] ?? []).join("\n") !== (before[name] ?? []).join("\n"));
}

/** What fails gave nothing before. */
function formerly(give: () => string[]): string[] {
  try {
    return give();
  } catch (error) {
    if (error instanceof ReferenceProblem) return [];
    throw error;
  }
}

function outcome(...input: Parameters<typeof valuesOfTarget>): Outcome {
  try {
    return valuesOfTarget(...input);
  } catch (error) {
    if (error instanceof ReferenceProblem) return { problem: error.code };
    throw error;
  }
}

function valuesOfTarget(target: string, system: System, person: Person, number: string): Outcome {
  const { now, before } = person;
  const current = person.current[target] ?? [];
  const isSame = (one: string, other: string) =>
    system.folded.has(target) ? one.toLowerCase() === other.toLowerCase() : one === other;
  const isAmong = (value: string, values: readonly string[]) =>
    values.some((one) => isSame(one, value));
  const all = system.mappings
    .filter((mapping) => mapping.resourceSchemaId === target)
    .map((mapping) => {
      const isChanged = hasChanged(mapping, now, before);
      return {
        mapping,
        values: given(mapping, system, now, number),
        former: before === null ? [] : formerly(() => given(mapping, system, before, number)),
        isChanged,
        applies: mapping.strength === "strong" || (mapping.strength === "normal" && isChanged),
      };
    });
  const applying = all.filter(({ applies }) => applies);
  const kept = current.filter((value) => {
    if (all.some(({ values }) => isAmong(value, values))) return true;
    if (applying.some(({ mapping }) => !mapping.tolerant)) return false;
    return !applying.some(
      ({ mapping, isChanged, former }) =>
        mapping.authoritative && isChanged && isAmong(value, former),
    );
  });
  const weak = all.find(({ mapping, values }) => mapping.strength === "weak" && values.length > 0);
  if (system.multiple.has(target)) {
    const values: string[] = [];
    for (const value of [...kept, ...applying.flatMap((one) => one.values)]) {
      const at = values.findIndex((one) => isSame(one, value));
      if (at === -1) values.push(value);
      else values[at] = value;
    }
    return values.length > 0 ? values : (weak?.values ?? []);
  }
  for (const strength of ["strong", "normal"]) {
    const ofStrength = applying.filter(({ mapping }) => mapping.strength === strength);
    if (ofStrength.some(({ values }) => values.length > 1)) return { problem: "severalValues" };
    const distinct = new Set(ofStrength.flatMap(({ values }) => values));
    if (distinct.size > 1) return { problem: "conflictingValues" };
    if (distinct.size === 1) return [...distinct];
  }
  if (kept.length > 0) return kept;
  if (weak && weak.values.length > 1) return { problem: "severalValues" };
  return weak?.values ?? [];
}

/**
 * The outcomes of all people in the order of their keys, by key and target.
 *
 * A unique value is one that no other person has, without regard to case. A person keeps the value that a number gives, and otherwise
 * gets the lowest free number.
 */
export function referenceOutcomes(
  system: System,
  people: readonly Person[],
): Record<string, Record<string, Outcome>> {
  const targets = [...new Set(system.mappings.map((mapping) => mapping.resourceSchemaId ?? ""))];
  const isUnique = (target: string) =>
    system.mappings.some((one) => one.resourceSchemaId === target && one.iterationToken);
  const holders = new Map<string, string>();
  const place = (target: string, value: string) => `${target}\n${value.toLowerCase()}`;
  const hold = (target: string, value: string, key: string) => {
    const where = place(target, value);
    if (!holders.has(where)) holders.set(where, key);
  };
  for (const { key, current } of people) {
    for (const target of targets) {
      for (const value of current[target] ?? []) hold(target, value, key);
    }
  }
  const numbers = ["", ...Array.from({ length: 30 }, (_none, at) => String(at + 2))];
  const chosen = (target: string, person: Person): Outcome => {
    if (!isUnique(target)) return outcome(target, system, person, "");
    const options = numbers.map((number) => outcome(target, system, person, number));
    const plain = options[0] ?? [];
    if (!Array.isArray(plain) || plain.length === 0) return plain;
    const firstOf = (option: Outcome) => (Array.isArray(option) ? String(option[0]) : "");
    const isFree = (value: string) =>
      [undefined, person.key].includes(holders.get(place(target, value)));
    const [current] = person.current[target] ?? [];
    const kept = options.find(
      (option) =>
        current !== undefined &&
        firstOf(option).toLowerCase() === current.toLowerCase() &&
        isFree(current),
    );
    const free =
      kept ?? options.find((option) => !Array.isArray(option) || isFree(firstOf(option)));
    if (!free) return { problem: "noFreeToken" };
    // A number with which the mappings fail gives no value, so that the next person fails likewise.
    if (Array.isArray(free)) hold(target, firstOf(free), person.key);
    return free;
  };
  return Object.fromEntries(
    people.map((person) => [
      person.key,
      Object.fromEntries(targets.map((target) => [target, chosen(target, person)])),
    ]),
  );
}
