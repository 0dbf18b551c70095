/**
 * The code of mappings: CEL with a few functions for names. It cannot reach objects of JavaScript, and RE2 takes the place
 * of backtracking expressions. A deadline and a memory limit come from the thread that runs it (`evaluator.ts`).
 */
import { Environment, serialize, type ASTNode, type ParseResult } from "@marcbachmann/cel-js";
import { RE2JS } from "re2js";
import type {
  CodeProblem,
  Mapping,
  MappingDirection,
  MappingMode,
} from "#events/entities/mapping.ts";
import { message } from "#events/messages/message.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";
import { escapeDnValue } from "#events/rules/mappings/dn.ts";
import { isMidpointUserField, MIDPOINT_USER_FIELDS } from "#events/rules/mappings/fields.ts";
import { codeVariables } from "#events/rules/mappings/functions.ts";
import { pipelineOf } from "#events/rules/mappings/transforms.ts";
import {
  CodeFailure,
  valuesOf,
  type CodeInput,
  type CompiledCode,
  type CompileCode,
  type SourceRecord,
} from "#events/rules/mappings/values.ts";
import { namesRead, nodesOf, readsOf } from "./names.ts";

const LIMITS = {
  maxAstNodes: 1000,
  maxDepth: 50,
  maxListElements: 200,
  maxMapEntries: 200,
  maxCallArguments: 16,
};
/** Maximum characters of an interpreter's message. */
const MAX_DETAIL = 300;
const MAX_PATTERN = 1000;
/** Compiled expressions that are kept; code may build them from values. */
const MAX_PATTERNS = 200;

const patterns = new Map<string, RE2JS>();

function patternOf(source: string): RE2JS {
  const known = patterns.get(source);
  if (known) return known;
  if (source.length > MAX_PATTERN) throw new Error("The expression is too long");
  const pattern = RE2JS.compile(source);
  if (patterns.size >= MAX_PATTERNS) patterns.clear();
  patterns.set(source, pattern);
  return pattern;
}

function extract(text: string, source: string): string {
  const matcher = patternOf(source).matcher(text);
  if (!matcher.find()) return "";
  return (matcher.groupCount() > 0 ? matcher.group(1) : matcher.group()) ?? "";
}

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
};

function plain(text: string): string {
  return foldAccents(text.replaceAll(/[äöüßÄÖÜ]/g, (letter) => UMLAUTS[letter] ?? letter));
}

/** Code points, so that no character is cut in half. */
const first = (text: string, count: bigint) =>
  Array.from(text)
    .slice(0, Math.max(Number(count), 0))
    .join("");
function last(text: string, count: bigint): string {
  const characters = Array.from(text);
  return characters.slice(Math.max(characters.length - Math.max(Number(count), 0), 0)).join("");
}

/** The name by which `matches` is called after parsing. */
const SAFE_MATCHES = "re2Matches";

const base = new Environment({
  unlistedVariablesAreDyn: false,
  homogeneousAggregateLiterals: false,
  limits: LIMITS,
})
  .registerFunction("string.lower(): string", (text: string) => text.toLowerCase())
  .registerFunction("string.upper(): string", (text: string) => text.toUpperCase())
  .registerFunction("string.title(): string", pipelineOf([{ transform: "TITLE_CASE" }]))
  .registerFunction("string.camel(): string", pipelineOf([{ transform: "CAMEL_CASE" }]))
  .registerFunction("string.squeeze(): string", pipelineOf([{ transform: "TRIM_SPACES" }]))
  .registerFunction("string.plain(): string", plain)
  .registerFunction("string.escapeDn(): string", escapeDnValue)
  .registerFunction("string.first(int): string", first)
  .registerFunction("string.last(int): string", last)
  .registerFunction(
    "string.replace(string, string): string",
    (text: string, from: string, to: string) => text.replaceAll(from, () => to),
  )
  .registerFunction("string.extract(string): string", extract)
  .registerFunction(`string.${SAFE_MATCHES}(string): bool`, (text: string, source: string) =>
    patternOf(source).matcher(text).find(),
  );

const TYPES: Readonly<Record<string, string>> = {
  account: "map<string, string>",
  identity: "map<string, string>",
  all: "map<string, list<string>>",
  entitlements: "list<string>",
  active: "bool",
  value: "string",
  values: "list<string>",
  current: "list<string>",
  token: "string",
};

const environments = new Map<string, Environment>();

function environmentOf(direction: MappingDirection, mode: MappingMode): Environment {
  const key = `${direction} ${mode}`;
  let environment = environments.get(key);
  if (!environment) {
    environment = base.clone();
    for (const { name } of codeVariables(direction, mode)) {
      environment.registerVariable(name, TYPES[name] ?? "dyn");
    }
    environments.set(key, environment);
  }
  return environment;
}

/** Calls RE2 in place of the interpreter's backtracking `matches`. */
function withSafeMatches(environment: Environment, parsed: ParseResult): ParseResult {
  let isChanged = false;
  for (const node of nodesOf(parsed.ast)) {
    if (node.op !== "rcall" || node.args[0] !== "matches") continue;
    node.args[0] = SAFE_MATCHES;
    isChanged = true;
  }
  return isChanged ? environment.parse(serialize(parsed.ast)) : parsed;
}

/** @throws an error of the interpreter for invalid code. */
function parse(code: string, direction: MappingDirection, mode: MappingMode): ParseResult {
  const parsed = environmentOf(direction, mode).parse(code);
  const { valid, error } = parsed.check();
  if (!valid && error) throw error;
  return parsed;
}

/** Fields and attributes without a value are empty texts, not errors. A Map has no prototype whose names code could read. */
function readerOf<Value>(
  names: readonly string[] | null,
  known: readonly string[],
  of: (values: readonly string[]) => Value,
): (source: SourceRecord) => ReadonlyMap<string, Value> {
  return ({ values }) => {
    const map = new Map<string, Value>();
    for (const name of names ?? [...known, ...Object.keys(values)]) {
      map.set(name, of(valuesOf(values, name)));
    }
    return map;
  };
}

const firstOf = (values: readonly string[]) => values[0] ?? "";
const allOf = (values: readonly string[]) => [...values];

export const compileCel: CompileCode = (code, mapping) => {
  let parsed: ParseResult;
  try {
    const { direction, mappingType } = mapping;
    const checked = parse(code, direction, mappingType);
    parsed = withSafeMatches(environmentOf(direction, mappingType), checked);
  } catch (error) {
    throw new CodeFailure("codeFailed", sayingOf(error));
  }
  return runnerOf(parsed, mapping);
};

/** The variables that code names. Those of comprehensions have no reader. */
function variablesOf(parsed: ParseResult): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of nodesOf(parsed.ast)) if (node.op === "id") names.add(node.args);
  return names;
}

type VariableReader = (input: CodeInput) => unknown;

function variableReaders(
  parsed: ParseResult,
  direction: MappingDirection,
): Readonly<Record<string, VariableReader>> {
  const isInbound = direction === "inbound";
  const single = isInbound ? "account" : "identity";
  const known = isInbound ? [] : MIDPOINT_USER_FIELDS.map(({ id }) => id);
  const readSingle = readerOf(namesRead(parsed.ast, single), known, firstOf);
  const readAll = readerOf(namesRead(parsed.ast, "all"), known, allOf);
  return {
    [single]: ({ source }) => readSingle(source),
    all: ({ source }) => readAll(source),
    value: ({ values }) => values[0] ?? "",
    values: ({ values }) => values,
    current: ({ current }) => current,
    token: ({ token }) => token,
    ...(isInbound && {
      active: ({ source }) => source.active ?? true,
      entitlements: ({ source }) => source.entitlements,
    }),
  };
}

function runnerOf(parsed: ParseResult, { direction }: Mapping): CompiledCode {
  const named = variablesOf(parsed);
  const readers = Object.entries(variableReaders(parsed, direction)).filter(([name]) =>
    named.has(name),
  );
  return (input) => {
    try {
      const variables: Record<string, unknown> = {};
      for (const [name, read] of readers) variables[name] = read(input);
      return parsed(variables) as unknown;
    } catch (error) {
      // An error that the interpreter throws for a mapping's code is no error of the server.
      if (error instanceof RangeError) throw new CodeFailure("codeTooLarge", sayingOf(error));
      throw new CodeFailure("codeFailed", sayingOf(error));
    }
  };
}

function sayingOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split("\n")[0] ?? "").slice(0, MAX_DETAIL);
}

export interface CodeContext {
  readonly direction: MappingDirection;
  readonly mode: MappingMode;
  /** The names of the attributes that accounts have. Null if they are not known: code may then read any. */
  readonly attributes: ReadonlySet<string> | null;
}

/** The first problem of code, if it has one. Does not run it. */
export function checkCel(code: string, context: CodeContext): CodeProblem[] {
  if (code.trim() === "") return [];
  let parsed: ParseResult;
  try {
    parsed = parse(code, context.direction, context.mode);
  } catch (error) {
    const { start, end } = rangeOf(error) ?? { start: 0, end: code.length };
    const from = Math.min(Math.max(start, 0), code.length);
    const text = sayingOf(error);
    return [
      {
        reason: message("mappings.badCode", { ...positionOf(code, from), text }),
        start: from,
        end: Math.min(Math.max(end, from), code.length),
      },
    ];
  }
  const [unknown] = unknownNames(parsed.ast, context);
  if (!unknown) return [];
  const { name, start, end } = unknown;
  const at = { ...positionOf(code, start), name };
  const reason =
    context.direction === "inbound"
      ? message("mappings.codeAttributeUnknown", at)
      : message("mappings.codeFieldUnknown", at);
  return [{ reason, start, end }];
}

/** Fields that people cannot have, and attributes that accounts cannot have, in the order of the code. */
function unknownNames(ast: ASTNode, { direction, attributes }: CodeContext) {
  const isInbound = direction === "inbound";
  const isKnown = (name: string) =>
    isInbound ? attributes === null || attributes.has(name) : isMidpointUserField(name);
  return [isInbound ? "account" : "identity", "all"]
    .flatMap((variable) => [...readsOf(ast, variable)])
    .flatMap(({ name, ...place }) => (name === null || isKnown(name) ? [] : [{ ...place, name }]))
    .toSorted((one, other) => one.start - other.start);
}

/** The attributes that the code of an inbound mapping names. None if it is invalid. */
export function attributesInCode({
  mappingType,
  customCode,
  condition,
}: Pick<Mapping, "mappingType" | "customCode" | "condition">): string[] {
  return [mappingType === "STANDARD" ? "" : customCode, condition].flatMap((code) => {
    if (code.trim() === "") return [];
    try {
      const { ast } = parse(code, "inbound", mappingType === "STANDARD" ? "CUSTOM" : mappingType);
      return ["account", "all"].flatMap((variable) => namesRead(ast, variable) ?? []);
    } catch {
      return [];
    }
  });
}

/** Both from 1. */
function positionOf(code: string, at: number): { readonly line: number; readonly column: number } {
  const lines = code.slice(0, at).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function rangeOf(error: unknown): { readonly start: number; readonly end: number } | null {
  if (error === null || typeof error !== "object" || !("range" in error)) return null;
  const { range } = error as { range?: { start: number; end: number } };
  return range ?? null;
}
