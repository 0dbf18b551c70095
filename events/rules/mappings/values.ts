/** The values that one mapping gives for one object. */
import type { Mapping, MappingAttribute, MappingProblem } from "../../entities/mapping.ts";
import { buildDn, unitOf } from "./dn.ts";
import { attributeOf, ADMINISTRATIVE_STATUS } from "./fields.ts";
import { compileTemplate, namesToken } from "./template.ts";
import { pipelineOf } from "./transforms.ts";

/** Values by the name of an attribute or by the id of a field. */
export type ValueRecord = Readonly<Record<string, readonly string[]>>;

/** What mappings read: an account (inbound) or an identity (outbound). */
export interface SourceRecord {
  /** Null for identities. */
  readonly objectClass: string | null;
  readonly values: ValueRecord;
  readonly active: boolean | null;
  readonly entitlements: readonly string[];
}

/** What code reads. */
export interface CodeInput {
  readonly source: SourceRecord;
  readonly values: readonly string[];
  readonly current: readonly string[];
  readonly token: string;
}

/** Code that was checked. It returns a value of CEL. @throws CodeFailure */
export type CompiledCode = (input: CodeInput) => unknown;
export type CompileCode = (code: string, mapping: Mapping) => CompiledCode;

/** Why there is no value. */
export class CodeFailure extends Error {
  override readonly name = "CodeFailure";
  readonly problem: MappingProblem;

  constructor(code: MappingProblem["code"], detail = "") {
    super(`${code} ${detail}`);
    this.problem = { code, detail };
  }
}

/** Characters of a value. */
export const MAX_VALUE_LENGTH = 10_000;
/** Values of a target. */
const MAX_VALUES = 1000;
const NO_VALUES: readonly string[] = [];

export function valuesOf(values: ValueRecord, name: string): readonly string[] {
  return Object.hasOwn(values, name) ? (values[name] ?? NO_VALUES) : NO_VALUES;
}

type Reader = (source: SourceRecord) => readonly string[];

function readerOf(
  { type, staticContent, resourceSchemaId, midpointUserFieldId, formats }: MappingAttribute,
  isInbound: boolean,
): Reader {
  const pipeline = pipelineOf(formats);
  if (type === "STATIC") {
    const values = present([pipeline(staticContent)]);
    return () => values;
  }
  const name = isInbound ? attributeOf(resourceSchemaId ?? "").name : (midpointUserFieldId ?? "");
  if (formats.length === 0) return ({ values }) => present(valuesOf(values, name));
  return ({ values }) => present(valuesOf(values, name).map(pipeline));
}

function present(values: readonly string[]): readonly string[] {
  return values.includes("") ? values.filter((value) => value !== "") : values;
}

export interface CompiledMapping {
  readonly mapping: Mapping;
  /** @throws CodeFailure */
  readonly give: (
    source: SourceRecord,
    current: readonly string[],
    token: string,
  ) => readonly string[];
  /** What it reads of a source, to notice changes. */
  readonly reads: (source: SourceRecord) => string;
}

export function compileMapping(mapping: Mapping, compile: CompileCode): CompiledMapping {
  const { mappingType, customCode, condition, attributes, config, iterationToken } = mapping;
  const isInbound = mapping.direction === "inbound";
  const readers = attributes.map((attribute) => readerOf(attribute, isInbound));
  const code = mappingType === "STANDARD" ? null : compile(customCode, mapping);
  const holds =
    condition.trim() === "" ? null : compile(condition, { ...mapping, mappingType: "CUSTOM" });
  const combine = combiner(mapping, readers);
  const placesToken =
    mappingType !== "CUSTOM" && config.kind === "Template" && namesToken(config.template);
  const codePlacesToken = code !== null && /\btoken\b/.test(customCode);
  const dn = config.dn;
  const unitName = dn?.unitSource && (isInbound ? attributeOf(dn.unitSource).name : dn.unitSource);

  const give = (source: SourceRecord, current: readonly string[], token: string) => {
    if (holds !== null) {
      const isMet = holds({ source, values: NO_VALUES, current, token });
      if (typeof isMet !== "boolean") throw new CodeFailure("wrongType", typeof isMet);
      if (!isMet) return NO_VALUES;
    }
    let values = mappingType === "CUSTOM" ? NO_VALUES : combine(source, token);
    if (code !== null) values = textsOf(code({ source, values, current, token }));
    if (iterationToken && token !== "" && !placesToken && !codePlacesToken) {
      values = values.map((value) => withToken(value, token));
    }
    if (dn) {
      const unit = unitOf(dn, unitName ? (valuesOf(source.values, unitName)[0] ?? "") : "");
      if (unit === null && values.length > 0) throw new CodeFailure("noUnit");
      values = values.map((value) => buildDn(dn, value, unit ?? ""));
    }
    return checked(values, mapping);
  };
  return { mapping, give, reads: readsOf(mapping, isInbound) };
}

/** The number goes before the domain of an email address. */
function withToken(value: string, token: string): string {
  const at = value.indexOf("@");
  return at === -1 ? value + token : value.slice(0, at) + token + value.slice(at);
}

type Combine = (source: SourceRecord, token: string) => readonly string[];

/** One source gives all of its values; several give their first ones together. */
function combiner({ config, attributes }: Mapping, readers: readonly Reader[]): Combine {
  const [only] = readers;
  if (config.kind === "Template") {
    const fill = compileTemplate(config.template);
    return (source, token) => {
      const firsts = readers.map((read) => read(source)[0] ?? "");
      const text = fill(firsts, token);
      return text === null || text === "" ? NO_VALUES : [text];
    };
  }
  if (!only) return () => NO_VALUES;
  if (readers.length === 1) return only;
  const isField = attributes.map(({ type }) => type === "FIELD");
  const hasField = isField.includes(true);
  return (source) => {
    const parts: string[] = [];
    let isEmpty = hasField;
    for (let index = 0; index < readers.length; index++) {
      const part = readers[index]?.(source)[0];
      if (part === undefined) continue;
      if (isField[index]) isEmpty = false;
      parts.push(part);
    }
    // Static texts alone are no value of the person.
    return isEmpty ? NO_VALUES : [parts.join(config.separator)];
  };
}

function textsOf(result: unknown): readonly string[] {
  const results = Array.isArray(result) ? (result as readonly unknown[]) : [result];
  if (results.length > MAX_VALUES) throw new CodeFailure("severalValues", String(results.length));
  const texts: string[] = [];
  for (const one of results) {
    const text = textOf(one);
    if (text !== "") texts.push(text);
  }
  return texts;
}

function textOf(result: unknown): string {
  switch (typeof result) {
    case "string":
      return result;
    case "boolean":
    case "bigint":
    case "number":
      return String(result);
    default:
      if (result === null) return "";
      if (result instanceof Date && !Number.isNaN(result.getTime())) return result.toISOString();
      throw new CodeFailure("wrongType", Object.prototype.toString.call(result).slice(8, -1));
  }
}

const TRUE = /^(?:true|yes|y|1|active|enabled)$/i;
const FALSE = /^(?:false|no|n|0|inactive|disabled)$/i;

function checked(values: readonly string[], { config }: Mapping): readonly string[] {
  for (const value of values) {
    if (value.length > MAX_VALUE_LENGTH)
      throw new CodeFailure("valueTooLong", String(value.length));
  }
  if (config.target === "attribute") {
    return values.length > 1 ? [...new Set(values)] : values;
  }
  if (values.length > 1) throw new CodeFailure("severalValues", String(values.length));
  return values.map((value) => {
    if (TRUE.test(value)) return "true";
    if (FALSE.test(value)) return "false";
    // Whether an account exists may depend on whether a field has any value.
    if (config.target !== ADMINISTRATIVE_STATUS) return "true";
    throw new CodeFailure("wrongType", value.slice(0, 100));
  });
}

/** Code may read everything. */
function readsOf(
  { attributes, mappingType, condition, config: { dn } }: Mapping,
  isInbound: boolean,
): (source: SourceRecord) => string {
  if (mappingType !== "STANDARD" || condition.trim() !== "") {
    return ({ values, active, entitlements }) => {
      const names = Object.keys(values).sort();
      return JSON.stringify([names.map((name) => [name, values[name]]), active, entitlements]);
    };
  }
  const ids = attributes.flatMap((source) => {
    const id = isInbound ? source.resourceSchemaId : source.midpointUserFieldId;
    return source.type === "FIELD" && id !== null ? [id] : [];
  });
  const names = [...ids, ...(dn?.unitSource ? [dn.unitSource] : [])].map((id) =>
    isInbound ? attributeOf(id).name : id,
  );
  return ({ values }) => JSON.stringify(names.map((name) => valuesOf(values, name)));
}
