/** Texts of a replay. Pure. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Divergence } from "../../kernel/log/checkReplay.ts";
import type { ReplayMessages } from "./messages.ts";

/** Maximum characters of a value in a list, and of a whole payload. */
const MAX_VALUE = 200;
const MAX_PAYLOAD = 20_000;
/** Maximum names in a sentence. */
const LISTED = 5;

/** `1:02:03.4`: the time since the first event. */
export function formatOffset(milliseconds: number): string {
  const tenths = Math.max(0, Math.floor(milliseconds / 100));
  const hours = Math.floor(tenths / 36_000);
  const minutes = Math.floor(tenths / 600) % 60;
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
}

/** A one-line summary of a payload. */
export function summaryOf({ payload }: Pick<Envelope, "payload">): string {
  const text = JSON.stringify(payload) ?? "";
  return text === "{}" ? "" : cut(text.replace(/^\{|\}$/g, ""), MAX_VALUE);
}

export function payloadText({ payload }: Pick<Envelope, "payload">): string {
  return cut(JSON.stringify(payload, null, 2) ?? "nothing", MAX_PAYLOAD);
}

/** A state's value as JSON. */
export function valueText(value: unknown): string {
  return value === undefined ? "nothing" : cut(JSON.stringify(value) ?? "nothing", MAX_VALUE);
}

/** Names for a sentence: the first few of many. */
export function listedNames(names: readonly string[]): string {
  return [...names.slice(0, LISTED), ...(names.length > LISTED ? ["…"] : [])].join(", ");
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

export function describeDivergence({ kind, event }: Divergence, t: ReplayMessages): string {
  const name = t.eventName(event.seq, event.type);
  if (kind === "missing") return t.missingBefore(name);
  if (kind === "visible") return t.otherTable(name);
  return kind === "outcome" ? t.otherOutcome(name) : t.otherState(name);
}

/** The differing parts of the state, as far as they are known. */
export function describeSuspects(
  { kind, suspects, unknown, expected }: Divergence,
  t: ReplayMessages,
): string {
  if (kind === "missing") return t.notInLog;
  if (kind === "visible") return t.otherCore;
  const which =
    suspects.length > 0 ? t.others(suspects) : expected.length > 0 ? "" : t.othersUnknown;
  return unknown.length > 0 ? t.lacking(which, unknown) : which;
}
