/** Fields and values of audited changes in words. */
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import { fieldName } from "#events/rules/mappings/fields.ts";
import { UUIDS_IN_TEXT } from "#events/rules/uuid.ts";
import type { Formats } from "../../ui/language/formats.ts";
import type { FieldMessages } from "./fieldMessages.ts";

/** Fields whose values are codes. Those of other fields may be anything that somebody typed. */
const CODED = new Set([
  "action",
  "change",
  "decision",
  "direction",
  "every",
  "kind",
  "mappingType",
  "method",
  "mode",
  "onLeave",
  "operation",
  "passed",
  "state",
  "status",
  "step",
  "strength",
  "target",
  "topic",
  "transform",
  "type",
  "usernameFormatId",
]);

/** Values of a list that are shown. */
const MAX_SHOWN = 50;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

export interface FieldWords {
  readonly t: FieldMessages;
  readonly formats: Pick<Formats, "count" | "exact">;
  readonly names: AuditEntry["names"];
  /** The kind of the change, such as `clients`. */
  readonly kind?: string | undefined;
  /** Names of the settings of a connector. */
  readonly settings?: SettingTexts | undefined;
}

/** By the id of a setting: its label, and the labels of its choices. */
export type SettingTexts = Readonly<
  Record<string, { readonly label: string; readonly options?: Readonly<Record<string, string>> }>
>;

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A field that this version does not know, such as an attribute of a system, is its own name. */
export function fieldText(
  field: string,
  { t, kind, settings = {} }: Pick<FieldWords, "t" | "kind" | "settings">,
): string {
  if (field === "") return t.unnamed;
  const setting = own(settings, field);
  if (setting) return setting.label;
  const fields: Readonly<Record<string, string>> = t.fields;
  return own(fields, `${kind}.${field}`) ?? own(fields, field) ?? fieldName(field);
}

/** The fields with their names, and the values before and after, in words. */
export function changesInWords(fields: AuditEntry["fields"], words: FieldWords) {
  return fields.map(({ field, before, after }) => ({
    field,
    label: fieldText(field, words),
    before: valueText(field, before, words),
    after: valueText(field, after, words),
  }));
}

/** @param value as the audit trail has it: a text, or anything else as JSON. */
export function valueText(field: string, value: string | null, words: FieldWords): string {
  return value === null ? "–" : jsonText(field, parse(value), words);
}

/** Anything but a text is JSON; a text may be JSON, too, such as the changes of a task. */
function parse(value: string): Json {
  if (!/^(?:[[{]|true$|false$|null$)/.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

function jsonText(field: string, value: Json, words: FieldWords): string {
  const { t, formats } = words;
  if (field === "published" && typeof value === "string") return pathText(value, words);
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return textText(field, value, words);
  if (isList(value)) {
    if (value.length === 0) return "–";
    const shown = value.slice(0, MAX_SHOWN).map((one) => jsonText(field, one, words));
    const more = value.length - shown.length;
    if (more > 0) shown.push(t.moreValues(formats.count(more)));
    return shown.join(value.some(isObject) ? "; " : ", ");
  }
  return Object.entries(value)
    .map(([name, one]) => `${fieldText(name, words)}: ${jsonText(name, one, words)}`)
    .join(", ");
}

const CONFIGURATION = "configuration/";
const MAPPING = /^mappings\/(inbound|outbound)\/(.+)$/s;

/** @param path of a setting of a system, such as `configuration/host` or `identity/givenName`. */
function pathText(path: string, words: FieldWords): string {
  if (path.startsWith(CONFIGURATION)) return fieldText(path.slice(CONFIGURATION.length), words);
  const [, direction, target] = MAPPING.exec(path) ?? [];
  if (direction === undefined || target === undefined) {
    return path
      .split("/")
      .map((name) => fieldText(name, words))
      .join(" / ");
  }
  const { fields, words: codes } = words.t;
  return [fields.mappings, own(codes, direction) ?? direction, fieldName(target)].join(" / ");
}

function textText(
  field: string,
  text: string,
  { t, formats, names, kind, settings = {} }: FieldWords,
): string {
  const choice = own(own(settings, field)?.options ?? {}, text);
  if (choice !== undefined) return choice;
  // Secrets are listed by the ids of their settings.
  const secret = field === "secrets" ? own(settings, text) : undefined;
  if (secret) return secret.label;
  const isCode = CODED.has(field) && !(`${kind}.${field}` in t.fields);
  const word = isCode ? own(t.words, text) : undefined;
  if (word !== undefined) return word;
  if (INSTANT.test(text)) return formats.exact(Date.parse(text));
  return text.replaceAll(
    UUIDS_IN_TEXT,
    (id) => names?.find((one) => one.id === id.toLowerCase())?.name ?? id,
  );
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json) => typeof value === "object" && value !== null;

function own<Text>(texts: Readonly<Record<string, Text>>, key: string): Text | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
