/**
 * A message for users: a code and the values of its text. Events, state and responses hold messages, never texts. The
 * text is rendered in the reader's language.
 */
import { Type, type TSchema } from "typebox";
import { Personal, Sentence } from "./redaction.ts";
import { MapOf } from "./shapes.ts";

export interface Message {
  readonly code: string;
  readonly params?: MessageParams;
  /** The sender's English text, for builds whose catalogue lacks the code. */
  readonly english?: string;
}
export type MessageParams = Readonly<Record<string, string | number | Message>>;

/** Maximum nesting of messages: a notification contains a reason, which contains the label of a field. */
const MAX_DEPTH = 4;

/** @param mark how texts that are put into messages are redacted */
function messageSchema(mark: <Schema extends TSchema>(schema: Schema) => Schema, depth: number) {
  const param: TSchema[] = [mark(Type.String()), Type.Number()];
  if (depth > 1) param.push(messageSchema(mark, depth - 1));
  return Type.Object({
    code: Type.String(),
    params: Type.Optional(MapOf(Type.Union(param))),
    english: Type.Optional(mark(Type.String())),
  });
}

/** An export replaces personal texts mentioned in the params. */
export const MessageSchema = Type.Unsafe<Message>(messageSchema(Sentence, MAX_DEPTH));

/** For messages that quote user input: an export replaces each text param. */
export const PersonalMessageSchema = Type.Unsafe<Message>(messageSchema(Personal, MAX_DEPTH));

/**
 * A text with places: `{name}` takes a text or a message. `{name:sentence}` takes the same and ends it with a full stop.
 * Numbers have a kind: `{name:number}`, `{name:bytes}`, `{name:seconds}` (a duration), `{name:time}` (epoch milliseconds).
 * `{name:position}` (a place in a file, ungrouped).
 * A text with plural forms chooses its form by the param `count`.
 */
export type MessageText = string | PluralText;
export interface PluralText {
  readonly one: string;
  readonly other: string;
}
export type MessageTexts = Readonly<Record<string, MessageText>>;

type PlaceIn<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlaceIn<Rest>
  : never;
type PlaceOf<Text extends MessageText> = Text extends string
  ? PlaceIn<Text>
  : Text extends PluralText
    ? PlaceIn<Text["other"]> | "count:number"
    : never;
type NameOf<Place extends string> = Place extends `${infer Name}:${string}` ? Name : Place;
type ParamOf<Place extends string> = Place extends `${string}:${infer Kind}`
  ? Kind extends "sentence"
    ? string | Message
    : number
  : string | Message;

/** The params of a text. */
export type ParamsOf<Text extends MessageText> = {
  readonly [Place in PlaceOf<Text> as NameOf<Place>]: ParamOf<Place>;
};

/** The arguments of a text's message: its params, or nothing for a text without any. */
export type MessageArguments<Text extends MessageText> = [PlaceOf<Text>] extends [never]
  ? []
  : [params: ParamsOf<Text>];

type SamePlaces<English extends MessageText, Other extends MessageText> = [
  PlaceOf<English>,
] extends [PlaceOf<Other>]
  ? [PlaceOf<Other>] extends [PlaceOf<English>]
    ? Other
    : never
  : never;

/** Declares the texts of another language: the same codes with the same places in any order. */
export function translationOf<English extends MessageTexts>() {
  return <const Other extends Readonly<Record<keyof English, MessageText>>>(
    texts: Other & {
      readonly [Code in keyof Other]: Code extends keyof English
        ? SamePlaces<English[Code], Other[Code]>
        : never;
    },
  ): Other => texts;
}

/** The texts of one language. */
export interface MessageCatalogue {
  /** A BCP 47 tag. */
  readonly language: string;
  readonly texts: MessageTexts;
}

const PLACE = /\{(\w+)(?::(\w+))?\}/g;

/**
 * The text of a message. If the catalogue lacks the code, because another build wrote it, this is its English text or
 * else its code.
 */
export function renderMessage(catalogue: MessageCatalogue, message: Message): string {
  const { code, params = {} } = message;
  const { language, texts } = catalogue;
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (text === undefined) return message.english ?? code;
  return formOf(language, text, params).replaceAll(PLACE, (_place, name: string, kind?: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return "";
    if (typeof value === "number") return formatNumber(language, value, kind);
    const inner = typeof value === "string" ? value : renderMessage(catalogue, value);
    return kind === "sentence" ? asSentence(inner) : inner;
  });
}

/** Adds a full stop to a text without a sentence end. */
export function asSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === "" || /[.!?…]["”“»)]?$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function formOf(language: string, text: MessageText, { count }: MessageParams): string {
  if (typeof text === "string") return text;
  const rule = typeof count === "number" ? new Intl.PluralRules(language).select(count) : "other";
  return rule === "one" ? text.one : text.other;
}

function formatNumber(language: string, value: number, kind: string | undefined): string {
  switch (kind) {
    case "bytes":
      return formatBytes(language, value);
    case "seconds":
      return formatSeconds(language, value);
    case "time":
      return new Intl.DateTimeFormat(language, { timeStyle: "short" }).format(value);
    // A position in a file, in the format of editors.
    case "position":
      return String(value);
    default:
      return new Intl.NumberFormat(language).format(value);
  }
}

/** Decimal units, with one decimal below ten: "312 MB", "1.2 GB". */
function formatBytes(language: string, bytes: number): string {
  const units = ["kilobyte", "megabyte", "gigabyte"] as const;
  const place = bytes < 999_500 ? 0 : bytes < 999_500_000 ? 1 : 2;
  const amount = bytes / 1000 ** (place + 1);
  const digits = place > 0 && amount < 9.95 ? 1 : 0;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[place],
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(place === 0 ? Math.ceil(amount) : amount);
}

function formatSeconds(language: string, seconds: number): string {
  const isShort = Math.ceil(seconds) < 60;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: isShort ? "second" : "minute",
    unitDisplay: "long",
    maximumFractionDigits: 0,
  }).format(Math.ceil(isShort ? seconds : seconds / 60));
}
