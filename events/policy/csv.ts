/** Fields of CSV (RFC 4180) that no spreadsheet runs. */

/** Spreadsheets take what begins so for a formula: an apostrophe goes before it, and is taken off again. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** A record with its end of line. */
export function csvRecord(values: readonly string[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text that `csvField` was given, of a field without its quotes. */
export function readCsvField(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}
