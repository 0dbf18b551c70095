/** Parses one definition of a schema (RFC 4512, section 4.1), such as `( 2.5.6.0 NAME 'top' ABSTRACT MUST objectClass )`. */

export interface Definition {
  readonly oid: string;
  readonly names: readonly string[];
  readonly superiors: readonly string[];
  readonly must: readonly string[];
  readonly may: readonly string[];
  /** The auxiliary classes of a content rule. */
  readonly auxiliaries: readonly string[];
  /** The matching rule for equality, and the syntax without its length; null if the definition names none. */
  readonly equality: string | null;
  readonly syntax: string | null;
  readonly isSingleValued: boolean;
  /** Only the server changes it. */
  readonly isReadOnly: boolean;
}

const TOKENS = /'((?:[^'\\]|\\.)*)'|([()$])|([^\s()$']+)/g;
/** Words that stand alone. All others have values. */
const FLAGS = new Set([
  "ABSTRACT",
  "AUXILIARY",
  "COLLECTIVE",
  "NO-USER-MODIFICATION",
  "OBSOLETE",
  "SINGLE-VALUE",
  "STRUCTURAL",
]);

export function parseDefinition(text: string): Definition {
  const tokens = [...text.matchAll(TOKENS)];
  const fields = new Map<string, string[]>();
  let field = "OID";
  let depth = 0;
  for (const [, quoted, mark, word] of tokens) {
    if (mark === "(") depth++;
    else if (mark === ")") depth--;
    else if (quoted !== undefined) valuesOf(fields, field).push(quoted);
    else if (word !== undefined) {
      // Within the outer parentheses, a word is a value only as the first one of its field.
      const isValue = depth > 1 || (valuesOf(fields, field).length === 0 && !FLAGS.has(field));
      if (isValue) valuesOf(fields, field).push(word);
      else {
        field = word;
        valuesOf(fields, field);
      }
    }
  }
  const get = (name: string): readonly string[] => fields.get(name) ?? [];
  return {
    oid: get("OID")[0] ?? "",
    names: get("NAME"),
    superiors: get("SUP"),
    must: get("MUST"),
    may: get("MAY"),
    auxiliaries: get("AUX"),
    equality: get("EQUALITY")[0] ?? null,
    syntax: get("SYNTAX")[0]?.replace(/\{.*$/, "") ?? null,
    isSingleValued: fields.has("SINGLE-VALUE"),
    isReadOnly: fields.has("NO-USER-MODIFICATION"),
  };
}

function valuesOf(fields: Map<string, string[]>, field: string): string[] {
  const known = fields.get(field);
  if (known) return known;
  const values: string[] = [];
  fields.set(field, values);
  return values;
}
