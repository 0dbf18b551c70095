/** Distinguished names (RFC 4514): writing them safely, and a form in which equal names are equal texts. */

const SPECIAL = /["+,;<>\\=]/g;
/** ASCII control characters, which would be invisible in a name: those of Unicode without U+0080 to U+009F. */
const CONTROL = /[^\P{Cc}\u0080-\u009F]/gu;

/** Escapes a value so that no character of it has a meaning in a name. */
export function escapeValue(value: string): string {
  return value
    .replaceAll(SPECIAL, String.raw`\$&`)
    .replaceAll(CONTROL, (character) => hex(character))
    .replace(/^[ #]/, String.raw`\$&`)
    .replace(/ $/, String.raw`\ `);
}

function hex(character: string): string {
  return `\\${(character.codePointAt(0) ?? 0).toString(16).padStart(2, "0")}`;
}

/** The name of an entry below a base. */
export function childDn(attribute: string, value: string, base: string): string {
  return `${rdn(attribute, value)},${base}`;
}

export function rdn(attribute: string, value: string): string {
  return `${attribute}=${escapeValue(value)}`;
}

/** Attribute types that servers spell in several ways. */
const ALIASES: Readonly<Record<string, string>> = {
  "2.5.4.3": "cn",
  commonname: "cn",
  "2.5.4.4": "sn",
  surname: "sn",
  "2.5.4.6": "c",
  countryname: "c",
  "2.5.4.7": "l",
  localityname: "l",
  "2.5.4.8": "st",
  stateorprovincename: "st",
  "2.5.4.10": "o",
  organizationname: "o",
  "2.5.4.11": "ou",
  organizationalunitname: "ou",
  "0.9.2342.19200300.100.1.1": "uid",
  userid: "uid",
  "0.9.2342.19200300.100.1.25": "dc",
  domaincomponent: "dc",
};

/** Separates parts of a normalised name; no value contains it. */
const PART = "\u0000";
const VALUE = "\u0001";

/** @returns a text that is equal for equal names, whatever their case, spaces and escapes. */
export function normalizeDn(dn: string): string {
  return parseDn(dn)
    .map((pairs) =>
      pairs
        .map(({ attribute, value }) => `${attribute}${VALUE}${foldValue(value)}`)
        .toSorted()
        .join("+"),
    )
    .join(PART);
}

/** Whether the entry is the base or below it. Both are normalised. */
export function isWithin(dn: string, base: string): boolean {
  return base === "" || dn === base || dn.endsWith(`${PART}${base}`);
}

/** The value that names the entry itself, such as `Ann` of `cn=Ann,dc=example`. */
export function namingValue(dn: string): string {
  return parseDn(dn)[0]?.[0]?.value ?? dn;
}

/** Whether servers take the values for the same in names, whatever their case and spaces. */
export function isSameValue(one: string, other: string): boolean {
  return foldValue(one) === foldValue(other);
}

function foldValue(value: string): string {
  return value.normalize("NFKC").toLowerCase().trim().replaceAll(/\s+/g, " ");
}

interface Pair {
  readonly attribute: string;
  readonly value: string;
}

/** @returns the relative names, each with its pairs of attribute and value. Quotes of RFC 2253 are accepted. */
export function parseDn(dn: string): readonly (readonly Pair[])[] {
  const names: Pair[][] = [];
  let pairs: Pair[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at <= dn.length; at++) {
    const character = dn[at];
    if (character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === undefined || (!isQuoted && ",;+".includes(character))) {
      const pair = parsePair(dn.slice(start, at));
      if (pair) pairs.push(pair);
      start = at + 1;
      if (character !== "+" && pairs.length > 0) {
        names.push(pairs);
        pairs = [];
      }
    }
  }
  return names;
}

function parsePair(text: string): Pair | null {
  const end = text.indexOf("=");
  if (end < 0) return null;
  const type = text
    .slice(0, end)
    .trim()
    .toLowerCase()
    .replace(/^oid\./, "");
  return { attribute: ALIASES[type] ?? type, value: unescapeValue(text.slice(end + 1)) };
}

function unescapeValue(text: string): string {
  const trimmed = text.trimStart().replace(/(?<!\\) +$/, "");
  if (trimmed.startsWith("#")) return decodeHexString(trimmed);
  const unquoted = /^"(.*)"$/s.exec(trimmed)?.[1] ?? trimmed;
  if (!unquoted.includes("\\")) return unquoted;
  return unquoted.replaceAll(
    /((?:\\[\da-f]{2})+)|\\(.)/gis,
    (_found, bytes: string | undefined, character: string | undefined) =>
      bytes === undefined
        ? (character ?? "")
        : Buffer.from(bytes.replaceAll("\\", ""), "hex").toString(),
  );
}

const SHORT_STRING_HEADER = 2;
const MAX_SHORT_LENGTH = 0x7f;

/** `#04024869` holds BER: the text of a short string, otherwise what was written. */
function decodeHexString(text: string): string {
  const bytes = Buffer.from(text.slice(1), "hex");
  const length = bytes[1] ?? 0;
  return length <= MAX_SHORT_LENGTH && bytes.length === SHORT_STRING_HEADER + length
    ? bytes.subarray(SHORT_STRING_HEADER).toString()
    : text.toLowerCase();
}
