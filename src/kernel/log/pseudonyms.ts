/**
 * Replaces what identifies people in a log, the same text by the same pseudonym everywhere, so that a replay works and
 * counts stay equal. The key is made for one export and kept nowhere: pseudonyms of two exports cannot be compared.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { pseudonymized, type Replacement } from "#events/kernel/redaction.ts";
import type { Checkpoint } from "./format.ts";

/** Hex digits of a pseudonym: among a million people two are alike with a chance of one in 500. */
const DIGITS = 12;
/** A shorter text is replaced in a state where it is the whole value, and not as a part of others. */
const SHORTEST_PART = 3;

/** @param key random bytes, 16 or more. */
export function createPseudonyms(key: Uint8Array): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const digits = bytesToHex(hmac(sha256, key, utf8ToBytes(text))).slice(0, DIGITS);
    const pseudonym = text.includes("@") ? `p-${digits}@example.invalid` : `p-${digits}`;
    known.set(text, pseudonym);
    return pseudonym;
  };
}

/** @returns the event with what its schema names replaced; of an unknown event nothing but its type is kept. */
export function pseudonymizeEvent(event: Envelope, replacement: Replacement): Envelope {
  const schema = ALL_EVENTS.get(event.type)?.schema;
  const payload = schema ? pseudonymized(schema, event.payload, replacement) : {};
  return { ...event, payload };
}

/** Every personal text of the events. */
export function personalTexts(events: readonly Envelope[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const event of events) {
    pseudonymizeEvent(event, {
      personal: (text) => {
        texts.add(text);
        return text;
      },
      sentence: (text) => text,
    });
  }
  return texts;
}

/**
 * @returns what replaces each of the personal texts, also as a part of a longer one. Where two overlap the longer one is
 * replaced. What it costs depends on the length of the text, and hardly on how many there are.
 */
export function createMentions(
  personal: ReadonlySet<string>,
  pseudonymOf: (text: string) => string,
): (text: string) => string {
  const lengths = lengthsByStart(personal);
  return (text) => {
    if (personal.has(text)) return pseudonymOf(text);
    const mentions: { readonly from: number; readonly to: number }[] = [];
    for (let from = 0; from + SHORTEST_PART <= text.length; from += 1) {
      for (const length of lengths.get(text.slice(from, from + SHORTEST_PART)) ?? []) {
        const to = from + length;
        if (to <= text.length && personal.has(text.slice(from, to))) mentions.push({ from, to });
      }
    }
    if (mentions.length === 0) return text;
    const replaced: typeof mentions = [];
    for (const one of mentions.sort((a, b) => b.to - b.from - (a.to - a.from))) {
      if (replaced.every(({ from, to }) => one.to <= from || to <= one.from)) replaced.push(one);
    }
    let at = 0;
    let masked = "";
    for (const { from, to } of replaced.sort((a, b) => a.from - b.from)) {
      masked += text.slice(at, from) + pseudonymOf(text.slice(from, to));
      at = to;
    }
    return masked + text.slice(at);
  };
}

/** How long the texts are that begin with the same characters, each length once. */
function lengthsByStart(texts: Iterable<string>): ReadonlyMap<string, ReadonlySet<number>> {
  const found = new Map<string, Set<number>>();
  for (const text of texts) {
    if (text.length < SHORTEST_PART) continue;
    const start = text.slice(0, SHORTEST_PART);
    const lengths = found.get(start) ?? new Set();
    found.set(start, lengths.add(text.length));
  }
  return found;
}

/**
 * @param replace replaces the personal texts of all events up to the checkpoint: states have no schema that would tell
 *   them.
 * @returns the checkpoint with each of them replaced, also as a key.
 */
export function pseudonymizeCheckpoint(
  checkpoint: Checkpoint,
  replace: (text: string) => string,
): Checkpoint {
  const within = (value: unknown): unknown => {
    if (typeof value === "string") return replace(value);
    if (Array.isArray(value)) return value.map(within);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [replace(key), within(field)]),
    );
  };
  const states = Object.entries(checkpoint.states).map(([name, state]) => [name, within(state)]);
  return { ...checkpoint, states: Object.fromEntries(states) };
}
