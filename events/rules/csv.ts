/** CSV fields (RFC 4180) that spreadsheets do not run as formulas. */

/**
 * The starts of text that a spreadsheet may read as a formula. An apostrophe is put before it and removed on reading.
 * Some spreadsheets skip null characters, and some treat East Asian full-width signs like plain ones. Where the comma
 * is a decimal sign, a spreadsheet splits at semicolons and recognises only quotes right after one.
 */
const FORMULAS = /(?<=^|[;\r\n])(?='*[=+\-@＝＋－＠\0\t\r])/g;
const GUARDS = /(?<=^|[;\r\n])'(?='*[=+\-@＝＋－＠\0\t\r])/g;

/** Only a few texts need a check of each character. */
const SUSPECT = /^'*[=+\-@＝＋－＠\0\t\r]|[;\r\n]/;

/** A record with its line end. */
export function csvRecord(values: readonly string[]): string {
  return `${values.map(csvField).join(",")}\r\n`;
}

/** The text with apostrophes where a spreadsheet may take it for a formula; `readCsvField` takes them off again. */
export function guardFormulas(text: string): string {
  return SUSPECT.test(text) ? text.replaceAll(FORMULAS, "'") : text;
}

export function csvField(text: string): string {
  const safe = guardFormulas(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Restores the original text from an unquoted `csvField`. */
export function readCsvField(field: string): string {
  return field.replaceAll(GUARDS, "");
}
