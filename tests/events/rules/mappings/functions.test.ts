/** The documentation of the code of mappings says what the code can do. */
import { expect, test } from "vitest";
import type { MappingDirection } from "#events/entities/mapping.ts";
import { CODE_FUNCTIONS, codeVariables } from "#events/rules/mappings/functions.ts";
import { compileCel } from "#server/mappings/code/cel.ts";
import { mappingOf } from "./support.ts";

const RECORD = {
  objectClass: "user",
  values: { name: ["ann van Dyk", "Ann"] },
  active: true,
  entitlements: ["Read"],
};

function run(code: string, direction: MappingDirection = "inbound"): unknown {
  const mapping = mappingOf({ direction, mappingType: "ADVANCED", customCode: code });
  return compileCel(
    code,
    mapping,
  )({
    source: RECORD,
    values: ["one", "two"],
    current: ["now"],
    token: "2",
  });
}

/** For each function: its signature, and an example with its result, as the summary says. */
const FUNCTIONS = {
  lower: ["string.lower(): string", '"ÄBc".lower()', "äbc"],
  upper: ["string.upper(): string", '"äBc".upper()', "ÄBC"],
  title: ["string.title(): string", '"ann VAN dyk".title()', "Ann Van Dyk"],
  camel: ["string.camel(): string", '"Ann van Dyk".camel()', "annVanDyk"],
  squeeze: ["string.squeeze(): string", '"  a   b ".squeeze()', "a b"],
  plain: ["string.plain(): string", '"éäöüß".plain()', "eaeoeuess"],
  first: ["string.first(int): string", '"abcd".first(3)', "abc"],
  last: ["string.last(int): string", '"abcd".last(3)', "bcd"],
  replace: ["string.replace(string, string): string", '"a-b-c".replace("-", "+")', "a+b+c"],
  matches: ["string.matches(string): bool", '"abc".matches("b|x")', true],
  extract: ["string.extract(string): string", '"id=47;".extract("id=(\\\\d+)")', "47"],
  escapeDn: ["string.escapeDn(): string", '"a,b".escapeDn()', String.raw`a\,b`],
  contains: ["string.contains(string): bool", '"abc".contains("b")', true],
  startsWith: ["string.startsWith(string): bool", '"abc".startsWith("ab")', true],
  endsWith: ["string.endsWith(string): bool", '"abc".endsWith("bc")', true],
  indexOf: ["string.indexOf(string): int", '"abc".indexOf("x")', -1n],
  substring: ["string.substring(int, int): string", '"abcd".substring(1, 3)', "bc"],
  split: ["string.split(string): list(string)", '"a,b".split(",")', ["a", "b"]],
  trim: ["string.trim(): string", '" a b ".trim()', "a b"],
  join: ["list(string).join(string): string", '["a", "b"].join("-")', "a-b"],
  size: ["size(list or string): int", 'size("abc") + size([1, 2])', 5n],
  string: ["string(any): string", "string(47)", "47"],
  int: ["int(string): int", 'int("47")', 47n],
  map: ["list.map(x, …): list", "[1, 2].map(x, x + 1)", [2n, 3n]],
  filter: ["list.filter(x, …): list", "[1, 2].filter(x, x > 1)", [2n]],
  exists: ["list.exists(x, …): bool", "[1, 2].exists(x, x > 1)", true],
  all: ["list.all(x, …): bool", "[1, 2].all(x, x > 1)", false],
} as const;

test("[MAP-12] the functions are documented with their signatures", () => {
  expect(
    Object.fromEntries(CODE_FUNCTIONS.map(({ name, signature }) => [name, signature])),
  ).toEqual(
    Object.fromEntries(Object.entries(FUNCTIONS).map(([name, [signature]]) => [name, signature])),
  );
});

test.each(Object.values(FUNCTIONS))("[MAP-12] %s: %s", (_signature, example, result) => {
  expect(run(example)).toEqual(result);
});

const OF_ACCOUNT = ["account", "active", "entitlements"];
const OF_SOURCES = ["value", "values"];
const ALWAYS = ["all", "current", "token"];

test("[MAP-4] [MAP-12] code reads an account or an identity, and in ADVANCED what the sources give", () => {
  const names = (...of: Parameters<typeof codeVariables>) =>
    codeVariables(...of).map(({ name }) => name);
  expect(names("inbound", "CUSTOM")).toEqual([...OF_ACCOUNT, ...ALWAYS]);
  expect(names("outbound", "CUSTOM")).toEqual(["identity", ...ALWAYS]);
  expect(names("inbound", "ADVANCED")).toEqual([...OF_ACCOUNT, ...OF_SOURCES, ...ALWAYS]);
  expect(names("outbound", "ADVANCED")).toEqual(["identity", ...OF_SOURCES, ...ALWAYS]);
});

const VARIABLES = {
  account: ["map(string, string)", 'account.name + account["other"]', "ann van Dyk"],
  identity: ["map(string, string)", "identity.name", "ann van Dyk"],
  active: ["bool", "!active", false],
  entitlements: ["list(string)", 'entitlements.join("")', "Read"],
  value: ["string", "value.upper()", "ONE"],
  values: ["list(string)", 'values.join("+")', "one+two"],
  all: ["map(string, list(string))", 'all.name.join("+")', "ann van Dyk+Ann"],
  current: ["list(string)", "current[0]", "now"],
  token: ["string", 'token + "nd"', "2nd"],
} as const;

test.each(["inbound", "outbound"] as const)(
  "[MAP-12] the %s variables have the documented types",
  (direction) => {
    for (const { name, signature } of codeVariables(direction, "ADVANCED")) {
      const [type, example, result] = VARIABLES[name as keyof typeof VARIABLES];
      expect(signature).toBe(`${name}: ${type}`);
      expect(run(example, direction)).toEqual(result);
    }
  },
);

test("each summary is a phrase", () => {
  const variables = [
    ...codeVariables("inbound", "ADVANCED"),
    ...codeVariables("outbound", "CUSTOM"),
  ];
  for (const { summary } of [...CODE_FUNCTIONS, ...variables]) {
    expect(summary).toMatch(/^[A-Z][a-z]* \p{L}/u);
  }
});
