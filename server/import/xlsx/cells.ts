/** Cells of a sheet as text: as a CSV file of the same sheet has them, with dates as ISO 8601 writes them. */

/** Number formats of dates and times that have no code of their own in the file (ECMA-376, 18.8.30). */
const DATE_FORMATS: ReadonlySet<number> = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** What of a format code is no placeholder: quoted texts, escaped characters, and colours, conditions and locales. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Whether cells of the format show a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return DATE_FORMATS.has(id);
  return /[dmyhs]/i.test(code.replaceAll(LITERALS, ""));
}

const DAY = 86_400_000;
/** Day 0, as the days after the 29th of February 1900 count, which there never was. */
const EPOCH = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The 1st of March 1900. */
const FIRST_RIGHT_DAY = 61;
/** The end of the year 9999. */
const DAYS_MAX = 2_958_466;

/** "2026-11-24", "2026-11-24 08:30:00", "08:30:00"; the number itself where no calendar has it. */
export function dateText(serial: number, is1904: boolean): string {
  if (!(serial >= 0 && serial < DAYS_MAX)) return numberText(String(serial));
  const shift = is1904 || serial >= FIRST_RIGHT_DAY || serial < 1 ? 0 : 1;
  const milliseconds = Math.round((serial + shift) * 86_400) * 1000;
  const iso = new Date((is1904 ? EPOCH_1904 : EPOCH) + milliseconds).toISOString();
  const date = iso.slice(0, 10);
  const time = iso.slice(11, 19);
  if (serial < 1 && serial > 0) return time;
  return milliseconds % DAY === 0 ? date : `${date} ${time}`;
}

/** Digits that a spreadsheet keeps and shows. */
const DIGITS = 15;

export function numberText(text: string): string {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value)
    ? text
    : String(Number(value.toPrecision(DIGITS)));
}

const ESCAPES = /_x([\da-f]{4})_/gi;

/** Characters that XML cannot hold are written as their number. */
export function unescapeText(text: string): string {
  return text.includes("_x")
    ? text.replaceAll(ESCAPES, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

const LETTER_A = 0x41;

/** The column of "BC23", from 0; null where the reference names none. */
export function columnOf(reference: string): number | null {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - LETTER_A;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return column === 0 ? null : column - 1;
}
