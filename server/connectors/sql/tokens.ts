/**
 * Splits SQL of PostgreSQL into tokens, so that parameters, semicolons and parentheses within texts and comments are not
 * mistaken for those of the statement. Expects `standard_conforming_strings`.
 */

export interface Token {
  readonly type: "text" | "space" | "word" | "parameter" | "positional" | "symbol";
  /** As written; a comment is a space. */
  readonly text: string;
}

const PATTERNS: readonly (readonly [Token["type"], RegExp])[] = [
  ["space", /\s+/y],
  // E'…' has backslash escapes; the other forms have only ''.
  ["text", /[eE]'(?:[^'\\]|''|\\[\s\S])*'/y],
  ["text", /(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*'/y],
  ["text", /(?:[uU]&)?"(?:[^"]|"")*"/y],
  ["text", /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\1\$/y],
  ["positional", /\$\d+/y],
  ["symbol", /::|:=/y],
  ["parameter", /:[A-Za-z_][\w]*/y],
  ["parameter", /:"[^"]+"/y],
  ["word", /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ["word", /\d[\w.]*/y],
  ["symbol", /[^]/y],
];

/** As a token of their own, they start a text that does not end. */
const OPENING = new Set(["'", '"', "$"]);

/** @returns the tokens, or null if a text or comment does not end. */
export function tokenize(sql: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < sql.length) {
    const end = endOfComment(sql, at);
    if (end === null) return null;
    if (end > at) {
      tokens.push({ type: "space", text: " " });
      at = end;
      continue;
    }
    const [type, text] = match(sql, at);
    if (type === "symbol" && OPENING.has(text)) return null;
    tokens.push({ type, text });
    at += text.length;
  }
  return tokens;
}

function match(sql: string, at: number): readonly [Token["type"], string] {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const [text] = pattern.exec(sql) ?? [];
    if (text !== undefined) return [type, text];
  }
  return ["symbol", sql.charAt(at)];
}

/**
 * Block comments nest.
 * @returns where the comment that starts here ends, `start` if none starts, or null if it does not end
 */
function endOfComment(sql: string, start: number): number | null {
  if (sql.startsWith("--", start)) {
    const end = sql.indexOf("\n", start);
    return end === -1 ? sql.length : end;
  }
  if (!sql.startsWith("/*", start)) return start;
  let depth = 0;
  for (let at = start; at < sql.length - 1; at++) {
    const two = sql.slice(at, at + 2);
    if (two === "/*") depth++;
    else if (two === "*/") depth--;
    else continue;
    at++;
    if (depth === 0) return at + 1;
  }
  return null;
}
