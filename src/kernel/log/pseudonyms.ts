/**
 * Replaces personal texts in a log, the same text by the same pseudonym everywhere, so that replays work and counts
 * stay equal. The key is created for one export and not stored, so pseudonyms of two exports cannot be linked.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { pseudonymized, type Replacement } from "#events/kernel/redaction.ts";
import { pseudonymizedAddress } from "#events/rules/address.ts";

/** Hex digits of a pseudonym: among a million people two collide with a probability of one in 500. */
const DIGITS = 12;
/** The end of an e-mail address's pseudonym. */
export const SOMEBODY = "@example.invalid";
/** A shorter text is replaced only if it is the whole sentence, and not within a longer one. */
const SHORTEST_PART = 3;
/** Two characters within a word, in scripts with word boundaries. In other scripts a name may touch another word. */
const WITHIN_WORD = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]{2}$/u;

/** @param key random bytes, 16 or more. */
export function createPseudonyms(key: Uint8Array): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const digits = bytesToHex(hmac(sha256, key, utf8ToBytes(text))).slice(0, DIGITS);
    const pseudonym = text.includes("@") ? `p-${digits}${SOMEBODY}` : `p-${digits}`;
    known.set(text, pseudonym);
    return pseudonym;
  };
}

/** The replacement of typed texts also applies to addresses. */
export function createReplacement(
  personal: Replacement["personal"],
  sentence: Replacement["sentence"],
  typed = personal,
): Replacement {
  return { personal, typed, sentence, address: (text) => pseudonymizedAddress(text, typed) };
}

/** @returns the event with replaced personal fields; only the type of an unknown event is kept. */
export function pseudonymizeEvent(event: Envelope, replacement: Replacement): Envelope {
  const schema = ALL_EVENTS.get(event.type)?.schema;
  const payload = schema ? pseudonymized(schema, event.payload, replacement) : {};
  return { ...event, payload };
}

/** Every personal text of the events that sentences may mention. */
export function personalTexts(events: readonly Envelope[]): ReadonlySet<string> {
  const texts = new Set<string>();
  const collecting = createReplacement(
    (text) => {
      texts.add(text);
      return text;
    },
    (text) => text,
    (text) => text,
  );
  for (const event of events) pseudonymizeEvent(event, collecting);
  return texts;
}

/**
 * @returns a function that replaces each personal text, also within a longer text, but not within a word. Of two
 * overlapping texts the longer one is replaced. Its cost depends on the length of the text, and hardly on the number of
 * personal texts.
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
        if (to > text.length || isWithinWord(text, from) || isWithinWord(text, to)) continue;
        if (personal.has(text.slice(from, to))) mentions.push({ from, to });
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

function isWithinWord(text: string, at: number): boolean {
  return WITHIN_WORD.test(text.slice(Math.max(0, at - 1), at + 1));
}

/** The distinct lengths of texts with the same first characters. */
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
