/** Checks the SQL of the configuration: one SELECT for reading, one statement with named parameters for writing. */
import { ConnectorError } from "../contract.ts";
import { tokenize, type Token } from "./tokens.ts";

/** A statement whose parameters are bound by position; their values are never part of its text. */
export interface Statement {
  readonly text: string;
  /** The names of $1, $2, …; each occurs once. */
  readonly parameters: readonly string[];
}

const PART = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:[^"\0]|"")+"/;
const NAME = new RegExp(`^(?:${PART.source})(?:\\s*\\.\\s*(?:${PART.source})){0,2}$`);
const WRITES = new Set(["insert", "update", "delete", "merge", "call", "select", "with"]);

/** Quotes an identifier, whatever characters it has. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * @param source the name of a table or view, or a SELECT
 * @returns a relation to read from, as it follows FROM
 * @throws ConnectorError statementRefused unless it is a name or a single SELECT
 */
export function parseSource(field: string, source: string): string {
  const text = source.trim();
  if (NAME.test(text) && text.toLowerCase() !== "select") {
    return (text.match(new RegExp(PART, "g")) ?? [])
      .map((part) => (part.startsWith('"') ? part : quoteIdentifier(part.toLowerCase())))
      .join(".");
  }
  const tokens = single(field, text);
  const first = tokens.find(({ type, text: symbol }) => type !== "space" && symbol !== "(");
  if (first === undefined || !["select", "with"].includes(first.text.toLowerCase())) {
    throw refused(field, "It must be the name of a table or view, or a SELECT.");
  }
  if (tokens.some(({ type }) => type === "parameter" || type === "positional")) {
    throw refused(field, "A query has no parameters.");
  }
  return `(${join(tokens)})`;
}

/** @throws ConnectorError statementRefused unless it is a single statement that writes */
export function parseStatement(field: string, source: string): Statement {
  const tokens = single(field, source.trim());
  const first = tokens.find(({ type }) => type !== "space")?.text.toLowerCase();
  if (first === undefined || !WRITES.has(first)) {
    throw refused(field, "It must be an INSERT, UPDATE, DELETE, MERGE, CALL, SELECT or WITH.");
  }
  const parameters: string[] = [];
  const text = tokens.map((token) => {
    if (token.type === "positional") throw refused(field, `Name the parameter ${token.text}.`);
    if (token.type !== "parameter") return token;
    const name = token.text.slice(1).replaceAll('"', "");
    if (!parameters.includes(name)) parameters.push(name);
    return { ...token, text: `$${parameters.indexOf(name) + 1}` };
  });
  return { text: join(text), parameters };
}

/** The tokens of a single statement, without the semicolon that ends it. */
function single(field: string, sql: string): readonly Token[] {
  if (sql.includes("\0")) throw refused(field, "It has a NUL character.");
  const tokens = tokenize(sql);
  if (tokens === null) throw refused(field, "A text or comment in it does not end.");
  const last = tokens.findLast(({ type }) => type !== "space");
  const rest = last?.text === ";" ? tokens.filter((token) => token !== last) : tokens;
  let depth = 0;
  for (const { type, text } of rest) {
    if (type !== "symbol") continue;
    if (text === ";") throw refused(field, "It has more than one statement.");
    if (text === "(") depth++;
    if (text === ")") depth--;
    if (depth < 0) break;
  }
  if (depth !== 0) throw refused(field, "Its parentheses do not match.");
  return rest;
}

function join(tokens: readonly Token[]): string {
  return tokens
    .map(({ text }) => text)
    .join("")
    .trim();
}

function refused(field: string, reason: string): ConnectorError {
  return new ConnectorError("statementRefused", "find", `${field}: ${reason}`);
}
