/** Distinguished names (RFC 4514). */
import type { DnConfig } from "../../entities/mapping.ts";

const SPECIAL = /["+,;<>\\]/g;

/** The value of a relative distinguished name, escaped as RFC 4514 section 2.4 requires. */
export function escapeDnValue(value: string): string {
  const escaped = value.replaceAll(SPECIAL, String.raw`\$&`).replaceAll("\0", String.raw`\00`);
  const ended = value.length > 1 && value.endsWith(" ") ? `${escaped.slice(0, -1)}\\ ` : escaped;
  return /^[ #]/.test(value) ? `\\${ended}` : ended;
}

/** An attribute type: a descriptor or an object identifier. */
const TYPE = /^(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)*)$/;

export function isAttributeType(text: string): boolean {
  return TYPE.test(text);
}

/** One relative name: type, equals sign, escaped value. */
const ESCAPED = String.raw`(?:\\(?:[ "#+,;<=>\\]|[0-9A-Fa-f]{2})|[^"+,;<>\\\0])`;
const RELATIVE = new RegExp(
  String.raw`^\s*(?:[A-Za-z][A-Za-z0-9-]*|\d+(?:\.\d+)*)\s*=${ESCAPED}+$`,
  "u",
);

/** Whether a text is a distinguished name, or empty. Takes linear time. */
export function isDn(text: string): boolean {
  if (text === "") return true;
  return splitUnescaped(text, ",").every((part) =>
    splitUnescaped(part, "+").every((one) => RELATIVE.test(one)),
  );
}

function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** @returns the unit's path; null if no unit is for the value. */
export function unitOf({ units, fallback, unitSource }: DnConfig, value: string): string | null {
  const folded = value.toLowerCase();
  const found =
    unitSource === null
      ? undefined
      : units.find((unit) => unit.value.toLowerCase() === folded)?.path;
  return found ?? fallback;
}

/**
 * @param name the relative name's value.
 * @param unit the path of the unit; may be empty.
 */
export function buildDn({ rdnAttribute, base }: DnConfig, name: string, unit: string): string {
  return [`${rdnAttribute}=${escapeDnValue(name)}`, unit, base]
    .filter((part) => part !== "")
    .join(",");
}
