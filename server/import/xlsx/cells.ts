/** Converts cells to the text that a CSV export of the sheet would have, with ISO 8601 dates. */
import { DAY_MS } from "#events/rules/time.ts";

/** Ids of the built-in number formats of dates and times, which the file does not define (ECMA-376, 18.8.30). */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** The parts of a format code that are not placeholders: quoted text, escaped characters, colours, conditions, locales. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Whether the format shows a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id);
  return /[dmyhs]/i.test(code.replaceAll(LITERALS, ""));
}

/** Day 0 for days after 29 February 1900. That day never existed, but spreadsheets count it. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 1 March 1900. */
const FIRST_RIGHT_DAY = 61;
/** The end of 9999. */
const DAYS_MAX = 2_958_466;

/** "2026-11-24", "2026-11-24 08:30:00", "08:30:00"; the number itself if it is not a valid date. */
export function dateText(serial: number, is1904: boolean): string {
  if (!(serial >= 0 && serial < DAYS_MAX)) return numberText(String(serial));
  const shift = is1904 || serial >= FIRST_RIGHT_DAY || serial < 1 ? 0 : 1;
  const milliseconds = Math.round((serial + shift) * 86_400) * 1000;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH) + milliseconds).toISOString();
  const date = iso.slice(0, 10);
  const time = iso.slice(11, 19);
  if (serial < 1 && serial > 0) return time;
  return milliseconds % DAY_MS === 0 ? date : `${date} ${time}`;
}

/** The significant digits that a spreadsheet stores. */
const DIGITS = 15;

export function numberText(text: string): string {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value)
    ? text
    : String(Number(value.toPrecision(DIGITS)));
}

const ESCAPES = /_x([\da-f]{4})_/gi;

/** Decodes the escapes of characters that XML cannot contain. */
export function unescapeText(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(ESCAPES, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

const LETTER_A = 0x41;

/** The column of "BC23", from 0; null if the reference has no column. */
export function columnOf(reference: string): number | null {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - LETTER_A;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return column === 0 ? null : column - 1;
}
