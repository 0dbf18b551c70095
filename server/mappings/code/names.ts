/** What code names: variables, and the fields or attributes that it reads of them. */
import type { ASTNode } from "@marcbachmann/cel-js";

/** All nodes, the outer ones first. */
export function* nodesOf(value: unknown): Generator<ASTNode> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one);
  else if (value !== null && typeof value === "object" && "op" in value && "args" in value) {
    yield value as ASTNode;
    yield* nodesOf(value.args);
  }
}

export interface NameRead {
  /** Null if the code computes it. */
  readonly name: string | null;
  /** Characters from the start of the code. */
  readonly start: number;
  readonly end: number;
}

/** Where code reads a field or attribute of a map variable. */
export function* readsOf(ast: ASTNode, variable: string): Generator<NameRead> {
  for (const node of nodesOf(ast)) {
    const { start, end } = node;
    if (node.op === "." || node.op === ".?") {
      if (isVariable(node.args[0], variable)) yield { name: node.args[1], start, end };
    } else if (node.op === "[]" || node.op === "[?]") {
      const [of, index] = node.args;
      const name = index.op === "value" && typeof index.args === "string" ? index.args : null;
      if (isVariable(of, variable)) yield { name, start, end };
    }
  }
}

/** The names that code reads of a map variable. Null if it may read any, because it computes names or uses the whole map. */
export function namesRead(ast: ASTNode, variable: string): readonly string[] | null {
  const names = new Set<string>();
  let uses = 0;
  for (const node of nodesOf(ast)) if (isVariable(node, variable)) uses += 1;
  for (const { name } of readsOf(ast, variable)) {
    if (name === null) return null;
    names.add(name);
    uses -= 1;
  }
  return uses === 0 ? [...names] : null;
}

function isVariable(node: ASTNode, name: string): boolean {
  return node.op === "id" && node.args === name;
}
