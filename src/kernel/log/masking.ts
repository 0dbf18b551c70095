/**
 * Start states for exports with pseudonyms whose earlier events are gone. Events mark their personal texts, but states
 * do not. Therefore the same history is folded a second time, with tokens instead of the marked texts. A token stands
 * for the same text wherever it is copied, also in an address, and an export replaces tokens by pseudonyms. The rest of
 * a state is unchanged, whatever it looks like.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Envelope } from "#events/kernel/event.ts";
import type { Replacement } from "#events/kernel/redaction.ts";
import type { Projection } from "../projection.ts";
import { versionsOf } from "./checkpoints.ts";
import type { Checkpoint } from "./format.ts";
import { createReplacement, pseudonymizeEvent, SOMEBODY } from "./pseudonyms.ts";
import { movedAsInApp } from "./states.ts";

/** States with tokens in them. */
export interface MaskedStates {
  /** States of the projections that contain a token; the others are unchanged. */
  readonly states: Readonly<Record<string, unknown>>;
  /** The sentences of the tokens. */
  readonly sentences: readonly string[];
  /** The typed texts of the tokens; earlier builds stored them with the personal texts. */
  readonly typed?: readonly string[];
}

/** A stored checkpoint; one of an earlier build is not masked. */
export interface MaskedCheckpoint extends Checkpoint {
  readonly masked?: MaskedStates;
}

/** The stored data of a point in time. */
export interface Snapshot {
  readonly states: Readonly<Record<string, unknown>>;
  readonly versions: Readonly<Record<string, number>>;
  readonly masked: MaskedStates;
  /** Every personal text so far. */
  readonly personal: readonly string[];
}

export interface MaskerPorts {
  /** The session's start state; null if it starts with the app. */
  readonly begins: {
    readonly checkpoint: MaskedCheckpoint;
    readonly personal: readonly string[];
  } | null;
  readonly projections: () => ReadonlyMap<string, Projection>;
}

export interface Masker {
  /** Called with each event of the session; returns immediately. */
  push(event: Envelope): void;
  /** Folds the pending events. */
  catchUp(): void;
  /** @param states after the newest event. */
  snapshot(states: Readonly<Record<string, unknown>>): Snapshot;
  /** Releases its memory: the session has ended. */
  end(): void;
}

export function createMasker({ begins, projections }: MaskerPorts): Masker {
  const first = { ...begins?.checkpoint.states, ...begins?.checkpoint.masked?.states };
  const states = new Map(
    [...projections().values()].map(({ name, initial }) => [
      name,
      Object.hasOwn(first, name) ? first[name] : initial,
    ]),
  );
  const personal = createTokens("p", begins?.personal);
  const typed = createTokens("p", begins?.checkpoint.masked?.typed);
  const sentences = createTokens("s", begins?.checkpoint.masked?.sentences);
  const masking = createReplacement(
    (text) => personalToken(text, personal.of(text)),
    sentences.of,
    (text) => personalToken(text, typed.of(text)),
  );
  let waiting: Envelope[] = [];
  let hasEnded = false;
  /** By event type, because most projections ignore most events. */
  const concerned = new Map<string, readonly Projection[]>();

  function concernedBy(type: string): readonly Projection[] {
    const before = concerned.get(type);
    if (before) return before;
    const found = [...projections().values()].filter((projection) => projection.concerns(type));
    concerned.set(type, found);
    return found;
  }

  function catchUp(): void {
    if (hasEnded) return;
    for (const event of waiting) {
      const masked = pseudonymizeEvent(event, masking);
      for (const projection of concernedBy(event.type)) {
        const { name } = projection;
        states.set(name, movedAsInApp(projection, states.get(name), masked));
      }
    }
    waiting = [];
  }

  return {
    push: (event) => void waiting.push(event),
    catchUp,
    snapshot(now) {
      catchUp();
      const masked = [...states].filter(
        ([name, state]) =>
          Object.hasOwn(now, name) && JSON.stringify(state) !== JSON.stringify(now[name]),
      );
      const tokens = tokensIn(masked);
      return {
        states: now,
        versions: versionsOf(now, projections().values()),
        masked: {
          states: Object.fromEntries(masked),
          sentences: sentences.among(tokens),
          typed: typed.among(tokens),
        },
        personal: personal.all(),
      };
    },
    end() {
      hasEnded = true;
      waiting = [];
      for (const known of [states, personal, typed, sentences]) known.clear();
    },
  };
}

/** The part of a snapshot with which another session starts: only texts that its states still contain. */
export function leftIn({ masked, personal, ...states }: Snapshot): Snapshot {
  const tokens = tokensIn(masked.states);
  const sentences = masked.sentences.join("\n");
  const isLeft = (one: string) => tokens.has(tokenOf("p", one)) || sentences.includes(one);
  return { ...states, masked, personal: personal.filter(isLeft) };
}

/**
 * @param personal the personal texts of earlier events.
 * @returns the states with pseudonyms; null if they were stored without tokens, because their personal texts are then
 * unknown.
 */
export function unmasked(
  { states, masked }: MaskedCheckpoint,
  personal: readonly string[],
  { personal: pseudonymOf, sentence }: Replacement,
): Readonly<Record<string, unknown>> | null {
  if (!masked) return null;
  const texts = new Map([
    // Text after a token, for example in an e-mail address, also follows the pseudonym.
    ...[...personal, ...(masked.typed ?? [])].map(
      (text) => [tokenOf("p", text), () => nameIn(pseudonymOf(text))] as const,
    ),
    ...masked.sentences.map((text) => [tokenOf("s", text), () => sentence(text)] as const),
  ]);
  const replace = (text: string) =>
    text.replaceAll(TOKEN, (token) => texts.get(token)?.() ?? token);
  const within = (value: unknown): unknown => {
    if (typeof value === "string") return replace(value);
    if (Array.isArray(value)) return value.map(within);
    if (value === null || typeof value !== "object") return value;
    const fields = Object.entries(value);
    return Object.fromEntries(fields.map(([key, field]) => [replace(key), within(field)]));
  };
  const replaced = Object.entries(masked.states)
    .filter(([name]) => Object.hasOwn(states, name))
    .map(([name, state]) => [name, within(state)]);
  return { ...states, ...Object.fromEntries(replaced) };
}

/** Also inside other text, for example a percent-encoded address. Text that only looks like a token is kept. */
const TOKEN = /[ps]-[0-9a-f]{12}/g;
const DIGITS = 12;

function tokenOf(kind: "p" | "s", text: string): string {
  return `${kind}-${bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGITS)}`;
}

/** In the format of the pseudonym that replaces it. */
function personalToken(text: string, token: string): string {
  return text.includes("@") ? token + SOMEBODY : token;
}

interface Tokens {
  /** The token of a text, which is registered. */
  readonly of: (text: string) => string;
  readonly all: () => readonly string[];
  /** The registered texts of these tokens. */
  readonly among: (tokens: ReadonlySet<string>) => readonly string[];
  readonly clear: () => void;
}

/** Each text is hashed once. */
function createTokens(kind: "p" | "s", texts: readonly string[] = []): Tokens {
  const known = new Map(texts.map((text) => [text, tokenOf(kind, text)]));
  return {
    of(text) {
      const token = known.get(text) ?? tokenOf(kind, text);
      known.set(text, token);
      return token;
    },
    all: () => [...known.keys()],
    among: (tokens) => [...known].filter(([, token]) => tokens.has(token)).map(([text]) => text),
    clear: () => known.clear(),
  };
}

/** The token syntax. Tokens cannot overlap, because they start with a character that is not a hex digit. */
function tokensIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(TOKEN));
}

function nameIn(pseudonym: string): string {
  return pseudonym.slice(0, "p-".length + DIGITS);
}
