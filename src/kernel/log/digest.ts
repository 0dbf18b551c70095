/**
 * Short hashes of states: equal if the states are equal as JSON, whatever the order of their fields. States are
 * immutable, so the hash of each part is cached, and a state that shares most parts with its predecessor costs only
 * what is new. They detect differences, not forgeries, which the hash chain of the file detects.
 */

/** Hex digits of a digest: one wrong outcome in 16 million goes undetected. */
const DIGITS = 6;

const SEED = { text: 0x9e37, number: 0x85eb, list: 0xc2b2, object: 0x27d4, literal: 0x1656 };

/**
 * Entries per cache map, and number of maps. A growing map or one that drops dead entries rehashes everything, which
 * takes 100 ms for a large one. The oldest map is dropped with unused entries, which are hashed again when needed.
 */
const ENTRIES = 16_384;
const MAPS = 16;

/** Newest first. */
const maps: WeakMap<object, number>[] = [];
/** Entries of the newest map. */
let entries = ENTRIES;
/** Where the last hash was found: parts of a state are often cached together. */
let found = 0;

/** 32 bits. */
function hashOfState(value: unknown): number {
  return hashOf(value) ?? literal(0);
}

/** The logged form: 6 hex digits. */
function digestText(hash: number): string {
  return (hash >>> 0)
    .toString(16)
    .padStart(8, "0")
    .slice(8 - DIGITS);
}

export function stateDigest(state: unknown): string {
  return digestText(hashOfState(state));
}

/** The states that an event changed, by projection name. */
export type ChangedStates = ReadonlyMap<string, unknown>;

/** The digest of an event's outcome. No change gives `000000`. */
export function outcomeDigest(changed: ChangedStates): string {
  let sum = 0;
  for (const [name, state] of changed) sum = (sum + mix(hashText(name), hashOfState(state))) | 0;
  return digestText(sum);
}

/** Undefined for values that JSON omits. */
function hashOf(value: unknown): number | undefined {
  switch (typeof value) {
    case "string":
      return hashText(value);
    case "number":
      return hashNumber(value);
    case "boolean":
      return literal(value ? 1 : 2);
    case "object":
      if (value === null) return literal(0);
      return (
        knownHash(value) ?? keep(value, Array.isArray(value) ? hashList(value) : hashFields(value))
      );
    default:
      return undefined;
  }
}

function knownHash(value: object): number | undefined {
  const near = maps[found]?.get(value);
  if (near !== undefined) return found === MAPS - 1 ? keep(value, near) : near;
  for (let at = 0; at < maps.length; at += 1) {
    const hash = maps[at]?.get(value);
    if (hash === undefined) continue;
    found = at;
    return at === MAPS - 1 ? keep(value, hash) : hash;
  }
  return undefined;
}

function keep(value: object, hash: number): number {
  if (entries === ENTRIES) {
    maps.unshift(new WeakMap());
    maps.length = Math.min(maps.length, MAPS);
    entries = 0;
  }
  maps[0]?.set(value, hash);
  entries += 1;
  return hash;
}

function hashList(list: readonly unknown[]): number {
  let hash = mix(SEED.list, list.length);
  for (const item of list) hash = mix(hash, hashOf(item) ?? literal(0));
  return hash;
}

/** A sum over the fields, so that their order does not matter. */
function hashFields(object: object): number {
  let sum = 0;
  let count = 0;
  for (const key of Object.keys(object)) {
    const hash = hashOf((object as Readonly<Record<string, unknown>>)[key]);
    if (hash === undefined) continue;
    sum = (sum + mix(hashText(key), hash)) | 0;
    count += 1;
  }
  return mix(mix(SEED.object, count), sum);
}

function hashText(text: string): number {
  let hash = mix(SEED.text, text.length);
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(hash, text.length);
}

function hashNumber(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return mix(SEED.number, value | 0);
  return Number.isFinite(value) ? mix(SEED.number, hashText(String(value))) : literal(0);
}

function literal(which: number): number {
  return mix(SEED.literal, which);
}

/** Of MurmurHash3, by Austin Appleby. */
function mix(hash: number, word: number): number {
  let mixed = Math.imul(word, 0xcc9e2d51);
  mixed = Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593) ^ hash;
  mixed = (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
