/** How a replay says what it shows. Pure. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Divergence } from "../../kernel/log/checkReplay.ts";

/** Characters of a value in a list, and of a payload as a whole. */
const LONGEST_VALUE = 200;
const LONGEST_PAYLOAD = 20_000;

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** @param time epoch milliseconds. */
export function formatMoment(time: number): string {
  return MOMENT.format(time);
}

/** `1:02:03.4`: how long after the first event. */
export function formatOffset(milliseconds: number): string {
  const tenths = Math.max(0, Math.floor(milliseconds / 100));
  const hours = Math.floor(tenths / 36_000);
  const minutes = Math.floor(tenths / 600) % 60;
  const seconds = `${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`
    : `${minutes}:${seconds}`;
}

/** What a payload says, on one line. */
export function briefOf({ payload }: Pick<Envelope, "payload">): string {
  const text = JSON.stringify(payload) ?? "";
  return text === "{}" ? "" : cut(text.replace(/^\{|\}$/g, ""), LONGEST_VALUE);
}

export function payloadText({ payload }: Pick<Envelope, "payload">): string {
  return cut(JSON.stringify(payload, null, 2) ?? "nothing", LONGEST_PAYLOAD);
}

/** A value of a state, as JSON. */
export function valueText(value: unknown): string {
  return value === undefined ? "nothing" : cut(JSON.stringify(value) ?? "nothing", LONGEST_VALUE);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

export function describeDivergence({ kind, event }: Divergence): string {
  const name = `event ${event.seq}, ${event.type}`;
  if (kind === "missing") return `Events are missing before ${name}`;
  return kind === "outcome"
    ? `This build makes something else of ${name}, than was recorded`
    : `After ${name} the state is other than was recorded`;
}

/** Which parts of the state differ, as far as that can be told. */
export function describeSuspects({ kind, suspects, unknown }: Divergence): string {
  if (kind === "missing") return "The log does not hold what happened in between.";
  const which =
    suspects.length > 0
      ? `Other than when it was recorded: ${suspects.join(", ")}.`
      : "The log does not tell which part of the state was another.";
  return unknown.length > 0
    ? `${which} This build has no ${unknown.join(", ")}: replay it with the build that recorded it.`
    : which;
}
