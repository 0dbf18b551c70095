/** JSON of a service, which may be anything. */
import { parse } from "secure-json-parse";
import { ConnectorError } from "../contract.ts";

export type Json = Readonly<Record<string, unknown>>;

const MAX_SHOWN = 200;
/** Arrays and objects within each other. Parsing deeper ones takes seconds, and no schema of SCIM needs as many. */
const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH, ARRAY, ARRAY_END, OBJECT, OBJECT_END] = Buffer.from('"\\[]{}');

/**
 * @param showsStart whether the error shows how the text starts
 * @throws ConnectorError unreadable unless it is a JSON object without prototype keys that is not nested too deeply
 */
export function parseObject(bytes: Buffer, what: string, showsStart = true): Json {
  if (isTooDeep(bytes)) {
    throw new ConnectorError("unreadable", "read", `${what} has more than ${MAX_DEPTH} levels.`);
  }
  let value: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = parse(text, null, { protoAction: "error", constructorAction: "error" });
  } catch (error) {
    const start = bytes.subarray(0, MAX_SHOWN).toString("latin1").replaceAll(/\s+/g, " ");
    const reason = showsStart && error instanceof SyntaxError ? `It starts with: ${start}` : "";
    throw new ConnectorError("unreadable", "read", `${what} is not JSON. ${reason}`.trim());
  }
  const object = asObject(value);
  if (object !== null) return object;
  throw new ConnectorError("unreadable", "read", `${what} is not a JSON object.`);
}

/** Counts brackets outside of texts, without parsing. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) {
      if (byte === BACKSLASH) at++;
    } else if (byte === ARRAY || byte === OBJECT) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === ARRAY_END || byte === OBJECT_END) depth--;
  }
  return false;
}

export function asObject(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : null;
}

/** The objects of an array; other values are left out. */
export function asObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.map(asObject).filter((one) => one !== null) : [];
}

/** The value of a key without regard to its case, as attribute names are in SCIM. */
export function get(object: Json | null, key: string): unknown {
  if (object === null) return undefined;
  if (Object.hasOwn(object, key)) return object[key];
  const lower = key.toLowerCase();
  const found = Object.keys(object).find((name) => name.toLowerCase() === lower);
  return found === undefined ? undefined : object[found];
}

export function getText(object: Json | null, key: string): string | null {
  const value = get(object, key);
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : null;
}

export function getNumber(object: Json | null, key: string): number | null {
  const value = get(object, key);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Some services write booleans as text. */
export function getBoolean(object: Json | null, key: string): boolean | null {
  const value = get(object, key);
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.toLowerCase() : "";
  return text === "true" ? true : text === "false" ? false : null;
}
