/** What the code of mappings can use: shown in the documentation and completed by the editor. The language is CEL. */
import type { MappingDirection, MappingMode } from "../../entities/mapping.ts";

export interface CodeSymbol {
  readonly name: string;
  /** As it is written, with the types. */
  readonly signature: string;
  readonly summary: string;
}

const variable = (name: string, type: string, summary: string): CodeSymbol => ({
  name,
  signature: `${name}: ${type}`,
  summary,
});

const COMMON_VARIABLES: readonly CodeSymbol[] = [
  variable("all", "map(string, list(string))", "All values of each field or attribute"),
  variable("current", "list(string)", "The values of the target now"),
  variable(
    "token",
    "string",
    "Empty at first, then 2, 3, … until the value is unique, if the mapping makes it unique",
  ),
];

const OF_DIRECTION: Readonly<Record<MappingDirection, readonly CodeSymbol[]>> = {
  inbound: [
    variable(
      "account",
      "map(string, string)",
      "The first value of each attribute of the account; empty if it has none",
    ),
    variable("active", "bool", "Whether the account's user can sign in"),
    variable("entitlements", "list(string)", "The names of the account's entitlements"),
  ],
  outbound: [
    variable(
      "identity",
      "map(string, string)",
      "The value of each field of the identity; empty if it has none",
    ),
  ],
};

const OF_SOURCES: readonly CodeSymbol[] = [
  variable("value", "string", "What the sources of the mapping give"),
  variable("values", "list(string)", "All values that the sources of the mapping give"),
];

export function codeVariables(
  direction: MappingDirection,
  mode: MappingMode,
): readonly CodeSymbol[] {
  return [
    ...OF_DIRECTION[direction],
    ...(mode === "CUSTOM" ? [] : OF_SOURCES),
    ...COMMON_VARIABLES,
  ];
}

const fn = (name: string, signature: string, summary: string): CodeSymbol => ({
  name,
  signature,
  summary,
});

/** Most are methods: `identity.givenName.lower()`. */
export const CODE_FUNCTIONS: readonly CodeSymbol[] = [
  fn("lower", "string.lower(): string", "In lower case"),
  fn("upper", "string.upper(): string", "In upper case"),
  fn("title", "string.title(): string", "Each word capitalized"),
  fn("camel", "string.camel(): string", "Words joined, each but the first capitalized"),
  fn("squeeze", "string.squeeze(): string", "No spaces at the ends, and one between words"),
  fn("plain", "string.plain(): string", "Accents removed and ä, ö, ü, ß written as ae, oe, ue, ss"),
  fn("first", "string.first(int): string", "The first characters"),
  fn("last", "string.last(int): string", "The last characters"),
  fn("replace", "string.replace(string, string): string", "Each occurrence of a text replaced"),
  fn("matches", "string.matches(string): bool", "Whether an RE2 expression matches a part"),
  fn("extract", "string.extract(string): string", "The first group or match of an RE2 expression"),
  fn("escapeDn", "string.escapeDn(): string", "Escaped as a value in a distinguished name"),
  fn("contains", "string.contains(string): bool", "Whether it contains a text"),
  fn("startsWith", "string.startsWith(string): bool", "Whether it starts with a text"),
  fn("endsWith", "string.endsWith(string): bool", "Whether it ends with a text"),
  fn("indexOf", "string.indexOf(string): int", "Where a text begins; -1 if nowhere"),
  fn("substring", "string.substring(int, int): string", "Characters from a start to before an end"),
  fn("split", "string.split(string): list(string)", "The parts between separators"),
  fn("trim", "string.trim(): string", "Without spaces at the ends"),
  fn("join", "list(string).join(string): string", "The texts with a separator between them"),
  fn("size", "size(list or string): int", "The number of elements or characters"),
  fn("string", "string(any): string", "As text"),
  fn("int", "int(string): int", "As a whole number"),
  fn("map", "list.map(x, …): list", "Each element changed"),
  fn("filter", "list.filter(x, …): list", "The elements for which it is true"),
  fn("exists", "list.exists(x, …): bool", "Whether it is true for an element"),
  fn("all", "list.all(x, …): bool", "Whether it is true for all elements"),
];
