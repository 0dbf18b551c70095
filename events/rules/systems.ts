/** Rules of connected systems that forms and server share: states, limits, and checks of a configuration. */
import type { Client } from "../entities/client.ts";
import type { ConnectorField, ConnectorKind, FieldValue } from "../entities/connector.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import type { ConnectedSystem, DetectionStatus, PublicationState } from "../entities/system.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { isUuid } from "./uuid.ts";
import { checkFile, checkLength, checkOneLine, checkRequired } from "./validation.ts";

/** Maximum characters of a description, of a line and of several lines. */
export const DESCRIPTION_MAX_LENGTH = 2000;
export const LINE_MAX_LENGTH = 4000;
export const SECRET_MAX_LENGTH = 100_000;

/** Live and Unpublished Updates need a published and confirmed system. */
export function publicationState({
  published,
  unpublishedChanges,
  confirmed,
}: Pick<ConnectedSystem, "published" | "unpublishedChanges" | "confirmed">): PublicationState {
  if (!published || !confirmed) return "Onboarding";
  return unpublishedChanges ? "Unpublished Updates" : "Live";
}

/**
 * Ready: the last test passed. Pending: the configuration changed since the last test. Not Detected: never tested, or
 * the test failed.
 */
export function detectionStatus({
  testedAt,
  test,
}: Pick<ConnectedSystem, "testedAt" | "test">): DetectionStatus {
  if (testedAt === null) return "Not Detected";
  if (test === null) return "Pending";
  return test.failure === null ? "Ready" : "Not Detected";
}

/** @returns why the integration of a system cannot be confirmed; null if it can. */
export function confirmationProblem({
  kind,
  locked,
  published,
  test,
}: Pick<ConnectedSystem, "kind" | "locked" | "published" | "test">) {
  if (locked) return "systems.isLocked";
  if (!published) return "systems.notPublished";
  if (kind === "manual") return null;
  if (test === null) return "systems.notTested";
  return test.failure === null ? null : "systems.testFailed";
}

type Limits = Pick<Client, "limitSelfCertified" | "limitSystemExport" | "limitApi">;

/** A client has one HR system at most. */
const HR_LIMIT = 1;

/** The client's limit of systems of a kind; null: none. */
export function limitOfKind(kind: ConnectorKind, limits: Limits): number | null {
  switch (kind) {
    case "manual":
      return limits.limitSelfCertified;
    case "export":
      return limits.limitSystemExport;
    case "api":
      return limits.limitApi;
    case "hr":
      return HR_LIMIT;
  }
}

/** @param used how many systems of the kind exist. */
export function isLimitReached(limit: number | null, used: number): boolean {
  return limit !== null && limit <= used;
}

export interface SystemSetup {
  readonly name: string;
  readonly description: string;
}

/** @returns the problems by field. */
export function checkSetup({
  name,
  description,
}: SystemSetup): Partial<Record<keyof SystemSetup, Message>> {
  const ofName = checkRequired(name, "labels.name") ?? checkLength(name) ?? checkOneLine(name);
  const ofDescription = checkText(description, DESCRIPTION_MAX_LENGTH, true);
  return {
    ...(ofName && { name: ofName }),
    ...(ofDescription && { description: ofDescription }),
  };
}

type Values = Readonly<Record<string, FieldValue>>;

/** The value of a field, or its initial one. Undefined if it has neither. */
function valueOf(field: ConnectorField, values: Values): FieldValue | undefined {
  return Object.hasOwn(values, field.id) ? values[field.id] : (field.initial ?? undefined);
}

/** Whether a field applies: the field that it depends on applies, too, and has one of the required values. */
export function appliesTo(
  field: ConnectorField,
  fields: readonly ConnectorField[],
  values: Values,
): boolean {
  const seen = new Set<string>();
  for (let current = field; current.when !== null;) {
    const { field: id, isOneOf } = current.when;
    const parent = fields.find((one) => one.id === id);
    if (!parent || seen.has(id)) return false;
    seen.add(id);
    const value = valueOf(parent, values);
    if (value === undefined || !isOneOf.includes(value)) return false;
    current = parent;
  }
  return true;
}

/** The values of the fields that apply, with initial values where none was chosen. */
export function completeConfiguration(
  fields: readonly ConnectorField[],
  values: Values,
): Record<string, FieldValue> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = appliesTo(field, fields, values) ? valueOf(field, values) : undefined;
      return value === undefined ? [] : [[field.id, value]];
    }),
  );
}

/**
 * Checks a configuration. Unknown fields, fields that do not apply, and empty texts of optional fields have no problem.
 *
 * @param setSecrets ids of the SECRET fields that have a value already.
 * @returns the problems by field id.
 */
export function validateConfiguration(
  fields: readonly ConnectorField[],
  values: Values,
  setSecrets: ReadonlySet<string> = new Set(),
): Record<string, Message> {
  const problems: [string, Message][] = [];
  for (const field of fields) {
    if (!appliesTo(field, fields, values)) continue;
    const value = valueOf(field, values);
    const isMissing = value === undefined || value === "";
    const problem = isMissing
      ? missingProblem(field, fields, { values, setSecrets })
      : checkValue(field, value);
    if (problem) problems.push([field.id, problem]);
  }
  return Object.fromEntries(problems);
}

/** The problem of a field without a value. */
function missingProblem(
  field: ConnectorField,
  fields: readonly ConnectorField[],
  { values, setSecrets }: { readonly values: Values; readonly setSecrets: ReadonlySet<string> },
): Message | null {
  if (field.type === "SECRET" && setSecrets.has(field.id)) return null;
  if (field.required) return field.type === "FILE" ? checkFile(null) : message("fields.required");
  const user = fields.find(({ id }) => id === field.requiredWith);
  const hasUser = user !== undefined && (valueOf(user, values) ?? "") !== "";
  return hasUser ? message("systems.passwordMissing") : null;
}

/** Fields that decide who receives the secrets of a configuration, for which client, and whether anybody else can read them. */
const TARGET_FIELDS: ReadonlySet<string> = new Set([
  "host",
  "port",
  "url",
  "tokenUrl",
  "authorizeUrl",
  "clientId",
  "security",
  "tls",
  "ca",
  "caCertificate",
]);

/**
 * Whether secrets would be sent elsewhere, or less protected. The secrets must be entered again then: otherwise somebody
 * who may not know them could send them to a server of their own.
 */
export function leadsElsewhere(
  fields: readonly ConnectorField[],
  before: Values,
  after: Values,
): boolean {
  return targetOfSecrets(fields, before) !== targetOfSecrets(fields, after);
}

/**
 * Who receives the secrets of a configuration, as a text. Stored secrets are bound to it, so fields that a configuration does
 * not have are left out: a new one in `TARGET_FIELDS` changes no other text.
 */
export function targetOfSecrets(fields: readonly ConnectorField[], values: Values): string {
  const complete = completeConfiguration(fields, values);
  const set = [...TARGET_FIELDS].toSorted().filter((id) => (complete[id] ?? null) !== null);
  return JSON.stringify(set.map((id) => [id, complete[id]]));
}

/** Checks the value of one field, which is not empty. */
export function checkValue(field: ConnectorField, value: FieldValue): Message | null {
  switch (field.type) {
    case "BOOL":
      return typeof value === "boolean" ? null : message("systems.notBoolean");
    case "INT":
      return checkInteger(field, value);
    case "LONG":
      return typeof value === "string" && isLong(value) ? null : message("systems.notLong");
    case "SELECT":
      return typeof value === "string" && field.options.includes(value)
        ? null
        : message("systems.notAnOption");
    case "FILE":
      return typeof value === "string" && isUuid(value) ? null : checkFile(null);
    case "TEXT":
    case "SECRET": {
      if (typeof value !== "string") return message("systems.notText");
      const blank = field.required && field.type === "TEXT" ? checkRequired(value) : null;
      const max = field.multiline ? SECRET_MAX_LENGTH : LINE_MAX_LENGTH;
      const problem = blank ?? checkText(value, max, field.multiline);
      return problem ?? (field.id === "host" ? checkHost(value) : null);
    }
  }
}

/** ASCII control characters that a text of several lines may not contain: all but tab and line breaks. */
const CONTROL = /[^\P{Cc}\t\n\r\u0080-\u009F]/u;

export function checkText(value: string, max: number, multiline: boolean): Message | null {
  if (value.length > max) return message("fields.tooLong", { max });
  if (!multiline) return checkOneLine(value);
  return CONTROL.test(value) ? message("systems.controlCharacter") : null;
}

/** A name or an address, without the other parts of a URL. An address of IPv6 has several colons. */
function checkHost(value: string): Message | null {
  const host = value.trim();
  return /[\s/@?#]/.test(host) || /^[^:]*:\d*$/.test(host) ? message("systems.notHost") : null;
}

function checkInteger(
  { minimum, maximum }: Pick<ConnectorField, "minimum" | "maximum">,
  value: FieldValue,
): Message | null {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) {
    return message("systems.notInteger");
  }
  if (minimum !== null && value < minimum) return message("systems.tooSmall", { min: minimum });
  if (maximum !== null && value > maximum) return message("systems.tooLarge", { max: maximum });
  return null;
}

const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;

/** A whole number of 64 bits in decimal digits, without leading zeros. */
function isLong(text: string): boolean {
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return false;
  const value = BigInt(text);
  return value >= LONG_MIN && value <= LONG_MAX;
}

/** The lines of a text that are not blank, without outer white space. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** Checks the names of excluded entitlements and of attributes. */
export function checkSettingText(value: string): Message | null {
  return value.length > TEXT_MAX_LENGTH
    ? message("fields.tooLong", { max: TEXT_MAX_LENGTH })
    : (checkRequired(value) ?? checkOneLine(value));
}

/** The first problem of the names. */
export function checkSettingTexts(values: readonly string[]): Message | null {
  return values.map(checkSettingText).find((problem) => problem !== null) ?? null;
}
