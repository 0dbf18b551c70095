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
import { foldAccents } from "#events/rules/foldAccents.ts";
import { escapeDnValue } from "#events/rules/mappings/dn.ts";
import { MIDPOINT_USER_FIELDS } from "#events/rules/mappings/fields.ts";
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

/** All nodes, the outer ones first. */
function* nodesOf(value: unknown): Generator<ASTNode> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (value !== null && typeof value === "object" && "op" in value && "args" in value) {
    yield value as ASTNode;
    yield* nodesOf(value.args);
  }
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
  const environment = environmentOf(direction, mode);
  const parsed = environment.parse(code);
  const { valid, error } = parsed.check();
  if (!valid && error) throw error;
  return withSafeMatches(environment, parsed);
}

/** The names that code reads of a map variable; null: any. */
function namesRead(parsed: ParseResult, variable: string): readonly string[] | null {
  const names: string[] = [];
  let reads = 0;
  for (const node of nodesOf(parsed.ast)) {
    if (node.op === "id" && node.args === variable) reads += 1;
    if (node.op === "." && isVariable(node.args[0], variable)) names.push(node.args[1]);
    if (node.op === "[]" && isVariable(node.args[0], variable)) {
      const [, index] = node.args;
      if (index.op !== "value" || typeof index.args !== "string") return null;
      names.push(index.args);
    }
  }
  return names.length === reads ? [...new Set(names)] : null;
}

function isVariable(node: ASTNode, name: string): boolean {
  return node.op === "id" && node.args === name;
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
    parsed = parse(code, mapping.direction, mapping.mappingType);
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
  const readSingle = readerOf(namesRead(parsed, single), known, firstOf);
  const readAll = readerOf(namesRead(parsed, "all"), known, allOf);
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

/** The first problem of code, if it has one. Does not run it. */
export function checkCel(
  code: string,
  direction: MappingDirection,
  mode: MappingMode,
): CodeProblem[] {
  if (code.trim() === "") return [];
  try {
    parse(code, direction, mode);
    return [];
  } catch (error) {
    const { start, end } = rangeOf(error) ?? { start: 0, end: code.length };
    const from = Math.min(Math.max(start, 0), code.length);
    return [
      { text: sayingOf(error), start: from, end: Math.min(Math.max(end, from), code.length) },
    ];
  }
}

function rangeOf(error: unknown): { readonly start: number; readonly end: number } | null {
  if (error === null || typeof error !== "object" || !("range" in error)) return null;
  const { range } = error as { range?: { start: number; end: number } };
  return range ?? null;
}
