/** Reads the time of an account's last activity as systems write it. */

/** From 1601-01-01 to 1970-01-01. */
const FILETIME_OFFSET_MS = 11_644_473_600_000;
/** Epoch seconds have fewer digits than milliseconds until the year 5138. */
const SECONDS_DIGITS_MAX = 11;
const MILLISECONDS_DIGITS_MAX = 14;

/** ISO 8601, with a time that may lack its zone, which then is UTC. */
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?$/;
/** The generalized time of LDAP. */
const GENERALIZED = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})?(\d{2})?(?:[.,]\d+)?(Z|[+-]\d{4})$/;

/**
 * @param text an ISO 8601 date or time, a generalized time of LDAP, seconds or milliseconds since 1970, or a Windows
 *   file time (units of 100 ns since 1601)
 * @returns null for any other text, and for times before 1971, such as 0, with which systems say that there was none
 */
export function parseActivity(text: string): Date | null {
  const value = text.trim();
  const generalized = GENERALIZED.exec(value);
  if (generalized) {
    const [, year, month, day, hour, minute = "00", second = "00", zone = "Z"] = generalized;
    const offset = zone === "Z" ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
    return validDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  }
  if (/^\d{1,20}$/.test(value)) return fromNumber(Number(value), value.length);
  if (!ISO.test(value)) return null;
  const iso = value.replace(" ", "T").replace(",", ".").replaceAll(" ", "");
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) && iso.includes("T");
  return validDate(iso.includes("T") && !hasZone ? `${iso}Z` : iso);
}

function fromNumber(number: number, digits: number): Date | null {
  if (digits <= SECONDS_DIGITS_MAX) return validDate(number * 1000);
  if (digits <= MILLISECONDS_DIGITS_MAX) return validDate(number);
  // Active Directory writes the highest number for never.
  return validDate(number / 10_000 - FILETIME_OFFSET_MS);
}

/** The first and the last year that count as a time. */
const [FIRST_YEAR, LAST_YEAR] = [1971, 9999];

function validDate(value: string | number): Date | null {
  const date = new Date(value);
  const year = date.getUTCFullYear();
  return year >= FIRST_YEAR && year <= LAST_YEAR ? date : null;
}
