/**
 * States that an export with pseudonyms can begin in though the events before them are gone. A state does not say which
 * of its texts are about people, and events do: so the same history is folded twice, the second time with tokens in place
 * of what its events mark. A token stands for the same text wherever it goes, also in an address; an export puts
 * pseudonyms in place of tokens. Nothing else of a state is touched, whatever it looks like.
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
  /** Of the projections that hold a token; the others are as they are. */
  readonly states: Readonly<Record<string, unknown>>;
  /** The sentences that tokens in them stand for. */
  readonly sentences: readonly string[];
  /** What was typed that tokens in them stand for; earlier builds kept it with the personal texts. */
  readonly typed?: readonly string[];
}

/** A checkpoint as the browser keeps it; one of an earlier build is not masked. */
export interface MaskedCheckpoint extends Checkpoint {
  readonly masked?: MaskedStates;
}

/** What is kept of a moment. */
export interface Snapshot {
  readonly states: Readonly<Record<string, unknown>>;
  readonly versions: Readonly<Record<string, number>>;
  readonly masked: MaskedStates;
  /** Every personal text so far. */
  readonly personal: readonly string[];
}

export interface MaskerPorts {
  /** What the session begins in; null where it begins with the app. */
  readonly begins: {
    readonly checkpoint: MaskedCheckpoint;
    readonly personal: readonly string[];
  } | null;
  readonly projections: () => ReadonlyMap<string, Projection>;
}

export interface Masker {
  /** Called with each event of the session; returns at once. */
  push(event: Envelope): void;
  /** Folds what waits. */
  catchUp(): void;
  /** @param states after the newest event. */
  snapshot(states: Readonly<Record<string, unknown>>): Snapshot;
  /** Lets go of what it knows: its session has ended, and nothing more is asked. */
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
  /** By the type of the event: most projections have nothing to do with most events. */
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

/** Of a snapshot what another session begins with: of the texts those that still stand in it. */
export function leftIn({ masked, personal, ...states }: Snapshot): Snapshot {
  const tokens = tokensIn(masked.states);
  const sentences = masked.sentences.join("\n");
  const isLeft = (one: string) => tokens.has(tokenOf("p", one)) || sentences.includes(one);
  return { ...states, masked, personal: personal.filter(isLeft) };
}

/**
 * @param personal the personal texts of the events before.
 * @returns the states with pseudonyms; null where they were kept without tokens, as it is not known what is in them.
 */
export function unmasked(
  { states, masked }: MaskedCheckpoint,
  personal: readonly string[],
  { personal: pseudonymOf, sentence }: Replacement,
): Readonly<Record<string, unknown>> | null {
  if (!masked) return null;
  const texts = new Map([
    // What follows a token, as in an address of mail, follows the pseudonym as well.
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

/** Also after other characters, as in an address that is percent-encoded. What looks like one and is none stays. */
const TOKEN = /[ps]-[0-9a-f]{12}/g;
const DIGITS = 12;

function tokenOf(kind: "p" | "s", text: string): string {
  return `${kind}-${bytesToHex(sha256(utf8ToBytes(text))).slice(0, DIGITS)}`;
}

/** Of the form of the pseudonym that takes its place. */
function personalToken(text: string, token: string): string {
  return text.includes("@") ? token + SOMEBODY : token;
}

interface Tokens {
  /** The token of a text, which is known from now on. */
  readonly of: (text: string) => string;
  readonly all: () => readonly string[];
  /** Of the known texts those whose token is among these. */
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

/** What looks like a token. None begins within another: they begin with what is no hex digit. */
function tokensIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(TOKEN));
}

function nameIn(pseudonym: string): string {
  return pseudonym.slice(0, "p-".length + DIGITS);
}
