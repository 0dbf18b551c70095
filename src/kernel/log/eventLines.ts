/** Encodes events as short lines and decodes them: fields that follow from the previous event are omitted. */
import type { Envelope } from "#events/kernel/event.ts";
import type { EventLine } from "./format.ts";

/** The initial context of a session. */
export interface LineContext {
  readonly session: string;
  /** The common prefix of ids whose rest is the seq. */
  readonly ids: string;
}

/** The id prefix that most events have. */
export function idsPrefix(events: readonly Envelope[]): string {
  const first = events.find(({ id, seq }) => id.endsWith(String(seq)));
  return first ? first.id.slice(0, -String(first.seq).length) : "";
}

/** Encodes the events of one session, in order. */
export function createLineWriter({ ids }: LineContext): (event: Envelope) => EventLine {
  let lastSeq = 0;
  let lastTime = 0;
  return ({ seq, id, time, cause, type, version, payload }) => {
    const line: EventLine = {
      e: type,
      ...(version === 1 ? {} : { v: version }),
      ...(seq === lastSeq + 1 ? {} : { q: seq }),
      ...(time === lastTime ? {} : { t: time - lastTime }),
      ...(id === `${ids}${seq}` ? {} : { i: id }),
      ...(cause === null ? {} : { c: shortCause(cause, ids, seq) }),
      ...(isEmpty(payload) ? {} : { p: payload }),
    };
    lastSeq = seq;
    lastTime = time;
    return line;
  };
}

/** Decodes the lines of `createLineWriter`. */
export function createLineReader({ session, ids }: LineContext): (line: EventLine) => Envelope {
  let lastSeq = 0;
  let lastTime = 0;
  return ({ e, v = 1, q, t = 0, i, c, p = {} }) => {
    const seq = q ?? lastSeq + 1;
    const time = lastTime + t;
    lastSeq = seq;
    lastTime = time;
    return {
      seq,
      id: i ?? `${ids}${seq}`,
      session,
      time,
      cause: typeof c === "number" ? `${ids}${seq - c}` : (c ?? null),
      type: e,
      version: v,
      payload: p,
    };
  };
}

function shortCause(cause: string, ids: string, seq: number): number | string {
  if (!cause.startsWith(ids)) return cause;
  const causeSeq = Number(cause.slice(ids.length));
  const isSeq = Number.isInteger(causeSeq) && causeSeq >= 1 && causeSeq < seq;
  return isSeq && cause === `${ids}${causeSeq}` ? seq - causeSeq : cause;
}

function isEmpty(payload: unknown): boolean {
  return (
    payload !== null &&
    typeof payload === "object" &&
    !Array.isArray(payload) &&
    Object.keys(payload).length === 0
  );
}
