/** Fields of CSV (RFC 4180) that no spreadsheet runs. */

/**
 * Where a spreadsheet may take a text for a formula, of which it sees the beginning there: an apostrophe goes before it,
 * and is taken off again. Some pass over null characters, and some take the full-width signs of East Asia for the plain
 * ones. Where the comma is a decimal sign a spreadsheet splits at semicolons, and then knows quotes only that stand right
 * behind one.
 */
const FORMULAS = /(?<=^|[;\r\n])(?='*[=+\-@＝＋－＠\0\t\r])/g;
const GUARDS = /(?<=^|[;\r\n])'(?='*[=+\-@＝＋－＠\0\t\r])/g;

/** Few texts need a look at each of their characters. */
const SUSPECT = /^'*[=+\-@＝＋－＠\0\t\r]|[;\r\n]/;

/** A record with its end of line. */
export function csvRecord(values: readonly string[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

export function csvField(text: string): string {
  const safe = SUSPECT.test(text) ? text.replaceAll(FORMULAS, "'") : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text that `csvField` was given, of a field without its quotes. */
export function readCsvField(field: string): string {
  return field.replaceAll(GUARDS, "");
}
