/**
 * Proven rules that the product does not use yet. A test proves its rules for the product only if the product reaches
 * each export that the test names. An address counts only if it has a screen, and a permission only if the product
 * checks it.
 */
import { existsSync } from "node:fs";
import { ENTRIES, namesIn, reachFrom, readSymbols } from "./reachable.mjs";
import { walk } from "./moduleGraph.mjs";

const RULE = /\[([A-Z]+-\d+)\]/g;
const TEST_FUNCTION = /^(?:it|test)$/;

/**
 * @param {import("./reports.mjs").Result[]} results passed tests
 * @param {Record<string, string>} rules text by id
 * @returns {Promise<Map<string, string>>} the reason for each proven but unused rule
 */
export async function findUnused(results, rules) {
  const { reached, texts } = reachFrom(ENTRIES);
  const isAsked = await permissionsAsked(texts);
  const planned = await plannedAddresses();
  const unused = new Map();
  const missing = new Map();
  for (const { file, title } of results) {
    const unreached = file.startsWith("e2e/") ? [] : exportsNamedBy(file, title, reached);
    for (const [, rule] of title.matchAll(RULE)) {
      const before = missing.get(rule);
      if (before === undefined || unreached.length < before.length) missing.set(rule, unreached);
    }
  }
  for (const [rule, symbols] of missing) {
    const address = planned(rules[rule] ?? "");
    const code = (rules[rule] ?? "").match(/\b[a-z]+(?:_[a-z]+)+\b/g)?.find((one) => !isAsked(one));
    if (rule.startsWith("ROUTE-") && address) unused.set(rule, `no screen is built for ${address}`);
    else if (rule.startsWith("PERM-") && code) unused.set(rule, `nothing asks for ${code}`);
    else if (symbols.length > 0) unused.set(rule, `nothing calls ${symbols.join(", ")}`);
  }
  return unused;
}

/** By test file: its tests, each with the product's exports that it names. */
const files = new Map();

/** @returns {string[]} the product's exports that the test names and the product does not reach */
function exportsNamedBy(file, title, reached) {
  // A report may be older than the tests: a deleted file names nothing.
  if (!files.has(file))
    files.set(file, existsSync(new URL(`../../${file}`, import.meta.url)) ? readTests(file) : []);
  const matching = files.get(file).filter(({ pattern }) => pattern.test(title));
  // A title computed at run time matches none, and several may match.
  const unreached = matching.map(({ symbols }) => symbols.filter((one) => !reached.has(one)));
  const fewest = unreached.toSorted((one, other) => one.length - other.length)[0] ?? [];
  return fewest.map((symbol) => symbol.split("#")[1]);
}

function readTests(file) {
  const { imports, declarations, body, program } = readSymbols(file);
  const tests = [];
  const symbolsOf = (nodes) => {
    const symbols = new Set();
    const seen = new Set();
    const follow = (parts) => {
      for (const [name, members] of namesIn(file, ...parts).names) {
        if (seen.has(name)) continue;
        seen.add(name);
        if (declarations.has(name)) follow(declarations.get(name));
        const imported = imports.get(name);
        if (!imported || imported.file.startsWith("tests/")) continue;
        const taken =
          imported.name === "*" ? [...members].filter((one) => one !== "*") : [imported.name];
        for (const one of taken) symbols.add(`${imported.file}#${one}`);
      }
    };
    follow(nodes);
    return [...symbols];
  };
  walk({ type: "Program", body: [program, ...body] }, null, (node) => {
    if (node.type !== "CallExpression" || node.arguments.length < 2) return true;
    const title = textOf(node.arguments[0]);
    if (title === null || !TEST_FUNCTION.test(functionOf(node.callee))) return true;
    tests.push({
      pattern: patternOf(title),
      symbols: symbolsOf([...node.arguments.slice(1), node.callee]),
    });
    return true;
  });
  return tests;
}

/** "test" for `test(…)`, `test.each(…)(…)` and similar calls. */
function functionOf(callee) {
  if (callee.type === "CallExpression" || callee.type === "TaggedTemplateExpression") {
    return functionOf(callee.callee ?? callee.tag);
  }
  return callee.type === "MemberExpression" ? functionOf(callee.object) : (callee.name ?? "");
}

/** A title as written, with "%s" for placeholders; null if it is not a text. */
function textOf(node) {
  if (node.type === "TemplateLiteral")
    return node.quasis.map(({ value }) => value.cooked).join("%s");
  return node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

/** Matches the title of a run, which starts with the titles of the enclosing blocks. */
function patternOf(title) {
  const parts = title
    .split(/%[a-z]|\$[\w.]+/)
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`(?:^|\\s)${parts.join("[\\s\\S]*")}$`);
}

/** @returns whether the product checks a permission code, directly or in a group */
async function permissionsAsked(texts) {
  const { PERMISSION_CODES, PERMISSION_GROUPS } = await import("../../events/rules/permissions.ts");
  const isList = (symbol) => /#PERMISSION_(?:CODES|GROUPS)$/.test(symbol);
  const isNamed = (text) => [...(texts.get(text) ?? [])].some((symbol) => !isList(symbol));
  const groups = Object.entries(PERMISSION_GROUPS).filter(([name]) => isNamed(name));
  const asked = new Set(groups.flatMap(([, codes]) => codes));
  return (code) => !PERMISSION_CODES.includes(code) || asked.has(code) || isNamed(code);
}

/** @returns the reason why the address of a rule leads to no screen; null for other rules */
async function plannedAddresses() {
  const { ROUTE_TABLE } = await import("../../src/app/routes.ts");
  const { resolve } = await import("../../src/app/router.ts");
  const { PERMISSION_CODES } = await import("../../events/rules/permissions.ts");
  const permissions = PERMISSION_CODES.map((name) => ({ name }));
  const user = { roles: [{ name: "Owner", permissions }], resourceIds: [] };
  const session = { known: true, user, ended: false };
  const leadsToScreen = (pathname, redirects = 0) => {
    const found = resolve(ROUTE_TABLE, { pathname, search: "" }, session);
    if (found.kind !== "redirect") return found.route !== ROUTE_TABLE.notFound;
    return redirects < 3 && leadsToScreen(found.path.split("?")[0], redirects + 1);
  };
  const leadsOn = (path) =>
    path.endsWith("/*")
      ? ROUTE_TABLE.routes.some((route) => route.path.startsWith(path.slice(0, -1)))
      : leadsToScreen(path.replaceAll(/[:{]\w+\}?/g, "x").replace(/(?<=.)\/$/, ""));
  return (text) => {
    const [, written] = /^`(\/[^`]*)`/.exec(text) ?? [];
    if (written === undefined) return null;
    const path = written.startsWith("/:resourceId/") ? `/resources${written}` : written;
    return leadsOn(path) ? null : path;
  };
}
