/**
 * The product's use of its own modules: starting at its entry points, each export that reachable code names. An
 * approximation by names and not by values: it may count something unused as used, but hardly the opposite.
 */
import { namedModule, parseModule, resolveImport, walk } from "./moduleGraph.mjs";

/** The product's entry points. Threads and workers follow from the addresses in reachable code. */
export const ENTRIES = [
  "src/app/main.tsx",
  "src/replay/cli.ts",
  "server/main.ts",
  "server/import/cli.ts",
  "server/secrets/cli.ts",
];

/**
 * @typedef {object} Names the names in a part of a module
 * @property {Map<string, Set<string>>} names each with its accessed members; "*" for the value itself
 * @property {Set<string>} modules that are loaded completely
 * @property {Set<string>} texts
 */

/** @returns {Names} */
export function namesIn(file, ...roots) {
  const names = new Map();
  const modules = new Set();
  const texts = new Set();
  const add = (name, member) => names.set(name, (names.get(name) ?? new Set()).add(member));
  for (const root of roots) {
    walk(root, null, (node, parent) => {
      if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return false;
      const module = namedModule(file, node);
      if (module !== null) modules.add(module);
      if (node.type === "Literal" && typeof node.value === "string") texts.add(node.value);
      const isName = node.type === "Identifier" || node.type === "JSXIdentifier";
      const isMember = (parent?.type ?? "").endsWith("MemberExpression");
      const isKey =
        (isMember && parent.property === node && !parent.computed) ||
        (parent?.key === node && !parent.computed && !parent.shorthand);
      if (!isName || isKey) return true;
      if (isMember && !parent.computed && parent.property.name) texts.add(parent.property.name);
      add(
        node.name,
        isMember && !parent.computed && parent.object === node ? parent.property.name : "*",
      );
      return true;
    });
  }
  return { names, modules, texts };
}

/** Whether a value is computed by code, which may pass it on, and not only a literal. */
function isMadeByCall(init) {
  let found = false;
  walk(init, null, (node) => {
    if (/Function|Class/.test(node.type)) return false;
    found ||= /^(?:Call|New|Await|TaggedTemplate)Expression$/.test(node.type);
    return !found;
  });
  return found;
}

/** @returns the declarations of a module, its top-level code, and its imports and exports */
export function readSymbols(file) {
  const { program } = parseModule(file);
  const symbols = {
    imports: new Map(),
    exports: new Map(),
    stars: [],
    loads: new Set(),
    declarations: new Map(),
    body: [],
    program,
  };
  for (const statement of program.body) readStatement(file, statement, symbols);
  return symbols;
}

function readStatement(file, statement, symbols) {
  const { imports, exports, stars, loads, declarations, body } = symbols;
  const source = statement.source ? resolveImport(file, statement.source.value) : null;
  const isType = statement.importKind === "type" || statement.exportKind === "type";
  if (isType || statement.type.startsWith("TS")) return;
  if (source !== null) loads.add(source);
  switch (statement.type) {
    case "ImportDeclaration":
      for (const { type, local, imported, importKind } of statement.specifiers) {
        if (source === null || importKind === "type") continue;
        const name = { ImportNamespaceSpecifier: "*", ImportDefaultSpecifier: "default" }[type];
        imports.set(local.name, { file: source, name: name ?? imported.name });
      }
      return;
    case "ExportAllDeclaration":
      if (source !== null) stars.push(source);
      return;
    case "ExportDefaultDeclaration":
      declarations.set("default", [statement.declaration]);
      exports.set("default", { file, name: "default" });
      return;
    case "ExportNamedDeclaration":
      if (statement.declaration) {
        for (const name of declare(statement.declaration)) exports.set(name, { file, name });
      }
      for (const { local, exported } of statement.specifiers) {
        exports.set(exported.name, { file: source ?? file, name: local.name });
      }
      return;
    default:
      if (declare(statement).length === 0) body.push(statement);
  }

  function declare(node) {
    if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") {
      declarations.set(node.id.name, [node]);
      return [node.id.name];
    }
    if (node.type !== "VariableDeclaration") return [];
    return node.declarations.flatMap((one) => {
      if (one.init && isMadeByCall(one.init)) body.push(one.init);
      const names = boundNames(one.id);
      for (const name of names) declarations.set(name, one.init ? [one.init] : []);
      return names;
    });
  }
}

function boundNames(pattern) {
  const names = [];
  walk(pattern, null, (node, parent) => {
    if (node.type.startsWith("TS")) return false;
    const isKey = parent?.key === node && parent.value !== node && !parent.shorthand;
    if (node.type === "Identifier" && !isKey) names.push(node.name);
    return true;
  });
  return [...new Set(names)];
}

/** @returns the symbols named in reachable code, as "file#name", and the texts in it, each with its symbols */
export function reachFrom(entries) {
  const modules = new Map();
  const reached = new Set();
  const loaded = new Set();
  const texts = new Map();
  const symbolsOf = (file) => {
    if (!modules.has(file)) modules.set(file, readSymbols(file));
    return modules.get(file);
  };
  const queue = [...entries].map((file) => () => load(file));
  for (const entry of entries) queue.push(() => reachAll(entry));
  while (queue.length > 0) queue.pop()();
  return { reached, texts };

  function load(file) {
    if (loaded.has(file)) return;
    loaded.add(file);
    const { loads, body } = symbolsOf(file);
    for (const other of loads) queue.push(() => load(other));
    follow(file, "", body);
  }

  function reachAll(file) {
    load(file);
    const { exports, stars } = symbolsOf(file);
    for (const name of exports.keys()) reach(file, name);
    for (const star of stars) reachAll(star);
  }

  /** An export or a declaration of the module itself. */
  function reach(file, name) {
    const key = `${file}#${name}`;
    if (reached.has(key)) return;
    const symbols = symbolsOf(file);
    const target = symbols.exports.get(name);
    const declaration = symbols.declarations.get(target?.file === file ? target.name : name);
    if (target === undefined && declaration === undefined) {
      const star = symbols.stars.find((other) => hasExport(other, name));
      if (star) queue.push(() => reach(star, name));
      return;
    }
    reached.add(key);
    if (declaration) follow(file, name, declaration);
    else if (target.file !== file) queue.push(() => reach(target.file, target.name));
    else takeImport(symbols.imports.get(target.name), new Set(["*"]));
  }

  function hasExport(file, name) {
    const { exports, stars } = symbolsOf(file);
    return exports.has(name) || stars.some((star) => hasExport(star, name));
  }

  function takeImport(imported, members) {
    if (!imported) return;
    if (imported.name !== "*") queue.push(() => reach(imported.file, imported.name));
    else if (members.has("*")) queue.push(() => reachAll(imported.file));
    else for (const member of members) queue.push(() => reach(imported.file, member));
  }

  function follow(file, symbol, nodes) {
    const found = namesIn(file, ...nodes);
    const { imports, declarations } = symbolsOf(file);
    for (const [name, members] of found.names) {
      if (declarations.has(name)) queue.push(() => reach(file, name));
      else takeImport(imports.get(name), members);
    }
    for (const module of found.modules) queue.push(() => reachAll(module));
    for (const text of found.texts) {
      texts.set(text, (texts.get(text) ?? new Set()).add(`${file}#${symbol}`));
    }
  }
}
