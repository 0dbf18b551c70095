/** The repository's modules and the modules that each one references, read from their syntax trees. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));
const CODE = /\.(?:ts|tsx|mjs)$/;
const ROOMS = /^(?:events|workers|src|server|tests)\//;

/** @returns {string[]} the modules that git knows or would add, as paths from the root */
export function listModules() {
  const options = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"];
  const files = execFileSync("git", options, { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return files
    .split("\0")
    .filter((file) => CODE.test(file) && ROOMS.test(file) && existsSync(join(root, file)));
}

/** @returns {string | null} the module that a specifier in `file` names; null for a package or another kind of file */
export function resolveImport(file, specifier) {
  const path = specifier.startsWith("#")
    ? specifier.slice(1)
    : /^\.{1,2}\//.test(specifier)
      ? normalize(join(dirname(file), specifier))
      : null;
  return path !== null && CODE.test(path) ? path : null;
}

export function parseModule(file) {
  const source = readFileSync(join(root, file), "utf8");
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  return { program, source };
}

/** Visits each node before its children; `visit` returns whether to descend. */
export function walk(node, parent, visit) {
  if (!visit(node, parent)) return;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === "object" && typeof child.type === "string") {
        walk(child, node, visit);
      }
    }
  }
}

/**
 * @returns {string | null} the module that a node references at run time: `import("./a.ts")`, `vi.mock("./a.ts")`, or
 * `new URL("./a.ts", import.meta.url)`
 */
export function namedModule(file, node) {
  const [first] = node.arguments ?? [];
  const source =
    node.type === "ImportExpression"
      ? node.source
      : node.type === "NewExpression" && node.callee.name === "URL"
        ? first
        : null;
  return typeof source?.value === "string" ? resolveImport(file, source.value) : null;
}

/** @returns {Set<string>} the imported modules, except types */
export function importsOf(file) {
  const imports = new Set();
  walk(parseModule(file).program, null, (node) => {
    if (node.importKind === "type" || node.exportKind === "type") return false;
    const isDeclaration = /^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type);
    const path =
      isDeclaration && node.source
        ? resolveImport(file, node.source.value)
        : namedModule(file, node);
    if (path !== null) imports.add(path);
    return !node.type.startsWith("TS") || node.type === "TSAsExpression";
  });
  return imports;
}
