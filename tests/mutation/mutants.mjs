/**
 * Makes the mutants of a module: each is one small change of its syntax tree that resembles a programming error. The
 * generated module contains all of them, and checks at each one whether it is active.
 */
import { parseSync } from "vite";
import { walk } from "../architecture/moduleGraph.mjs";

/**
 * @typedef {object} Mutant
 * @property {string} file from the root of the repository
 * @property {number} start offset of the text that is replaced
 * @property {number} end
 * @property {string} text its replacement
 * @property {"expression" | "statement" | "method"} form the replaced syntax; `method` is a method's name
 * @property {number} line from 1
 * @property {string} change "a < b → a <= b"
 * @property {string} context the source line, trimmed
 */

const COMPARISONS = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "===": ["!=="],
  "!==": ["==="],
};
const OPERATORS = { "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "&": "|", "|": "&" };
const SHIFTS = { "<<": ">>", ">>": "<<", ">>>": "<<" };
const ASSIGNMENTS = { "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|=", "*=": "/=", "??=": "=" };
const LOGICAL = { "&&": "||", "||": "&&" };
const METHODS = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  startsWith: "endsWith",
  endsWith: "startsWith",
  toLowerCase: "toUpperCase",
  toUpperCase: "toLowerCase",
};

/** Nodes without effect at run time, and texts for programmers only. */
function isSkipped(node) {
  if (/^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)/.test(node.type)) return true;
  if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration") return true;
  return node.type === "NewExpression" && /^\w*Error$/.test(node.callee.name ?? "");
}

/** @returns {Mutant[]} in source order */
export function mutantsOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const mutants = [];
  const replace = ({ start, end }, text, form = "expression") => {
    const line = source.slice(0, start).split("\n").length;
    const context = source.split("\n")[line - 1].trim();
    const before = source.slice(start, end);
    mutants.push({ file, start, end, text, form, line, change: `${before} → ${text}`, context });
  };
  const code = ({ start, end }) => source.slice(start, end);
  const operator = (node, text) => replace(node, `${code(node.left)} ${text} ${code(node.right)}`);

  const visitors = {
    BinaryExpression(node) {
      for (const other of COMPARISONS[node.operator] ?? []) operator(node, other);
      const other = OPERATORS[node.operator] ?? SHIFTS[node.operator];
      if (other && !isText(node.left) && !isText(node.right)) operator(node, other);
    },
    LogicalExpression(node) {
      if (LOGICAL[node.operator]) operator(node, LOGICAL[node.operator]);
      else replace(node, code(node.right));
      if (LOGICAL[node.operator]) replace(node, code(node.left));
    },
    AssignmentExpression(node) {
      if (ASSIGNMENTS[node.operator]) operator(node, ASSIGNMENTS[node.operator]);
    },
    UpdateExpression(node, parent) {
      // Skipped, because an endless loop is always detected and takes a whole time limit.
      if (parent?.type === "ForStatement") return;
      replace(
        node,
        code(node).replace(/\+\+|--/, (text) => (text === "++" ? "--" : "++")),
      );
    },
    UnaryExpression(node) {
      if (node.operator === "!" || node.operator === "-") replace(node, code(node.argument));
    },
    IfStatement({ test }) {
      for (const text of ["true", "false"]) replace(test, text);
    },
    ConditionalExpression({ test }) {
      for (const text of ["true", "false"]) replace(test, text);
    },
    Literal(node) {
      if (typeof node.value === "number") replace(node, String(node.value + 1));
      if (typeof node.value === "boolean") replace(node, String(!node.value));
      if (typeof node.value === "string") replace(node, node.value === "?" ? '""' : '"?"');
    },
    ArrayExpression(node) {
      if (node.elements.length > 0) replace(node, "[]");
    },
    CallExpression({ callee }) {
      if (callee.type !== "MemberExpression" || callee.computed) return;
      const other = METHODS[callee.property.name];
      if (other) replace(callee.property, other, "method");
    },
    ExpressionStatement(node) {
      const { expression } = node;
      const called = expression.type === "AwaitExpression" ? expression.argument : expression;
      if (called.type === "CallExpression") replace(node, ";", "statement");
    },
    ReturnStatement({ argument }) {
      if (argument !== null && !isEmpty(argument)) replace(argument, "undefined");
    },
    ArrowFunctionExpression({ body }) {
      if (body.type !== "BlockStatement" && !isEmpty(body)) replace(body, "undefined");
    },
  };
  walk(program, null, (node, parent) => {
    if (isSkipped(node)) return false;
    const isName =
      parent !== null && (parent.source === node || (parent.key === node && !parent.computed));
    if (!isName) visitors[node.type]?.(node, parent);
    return true;
  });
  return mutants.toSorted((one, other) => one.start - other.start);
}

const isText = (node) =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string");

const isEmpty = (node) =>
  (node.type === "Literal" && node.value === null) || node.name === "undefined";

/** `switch.mjs` must have been loaded before. */
const PRELUDE = "const isActiveMutant = globalThis.provisionMutation.isActive;";

/**
 * @param {readonly (Mutant & { id: number })[]} mutants of this source
 * @returns {string} the source with all of its mutants
 */
export function withMutants(source, mutants) {
  const top = { start: 0, end: source.length, mutants: [], parts: [] };
  const open = [top];
  const outermostFirst = mutants
    .map((mutant) => ({ ...placeOf(source, mutant), mutant }))
    .toSorted((one, other) => one.start - other.start || other.end - one.end);
  for (const { start, end, mutant } of outermostFirst) {
    while (open.at(-1).end < end) open.pop();
    const around = open.at(-1);
    if (around.start === start && around.end === end && around !== top) {
      around.mutants.push(mutant);
      continue;
    }
    const place = { start, end, mutants: [mutant], parts: [] };
    around.parts.push(place);
    open.push(place);
  }
  return PRELUDE + textOf(source, top);
}

/** Replaces a method's name together with its dot, because a computed name needs brackets. */
function placeOf(source, { start, end, form }) {
  if (form !== "method") return { start, end };
  const point = source.lastIndexOf(".", start);
  return { start: source[point - 1] === "?" ? point + 1 : point, end };
}

function textOf(source, { start, end, mutants, parts }) {
  let text = "";
  let at = start;
  for (const part of parts) {
    text += source.slice(at, part.start) + textOf(source, part);
    at = part.end;
  }
  text += source.slice(at, end);
  return mutants.reduceRight((original, mutant) => choice(mutant, original), text);
}

function choice({ id, form, text }, original) {
  const isActive = `isActiveMutant(${id})`;
  if (form === "statement") return `{if(!${isActive}){${original}}}`;
  if (form === "expression") return `(${isActive}?(${text}):(${original}))`;
  return `[${isActive}?"${text}":"${original.replace(/^\s*\.\s*/, "")}"]`;
}
