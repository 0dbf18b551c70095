/** Writes an event log file. */
import type { Envelope } from "#events/kernel/event.ts";
import { createChain } from "./hashChain.ts";
import { createLineWriter, idsPrefix } from "./eventLines.ts";
import {
  LOG_FORMAT,
  LOG_FORMAT_VERSION,
  MARK_EVERY,
  PART_BYTES,
  type Checkpoint,
  type LogHeader,
} from "./format.ts";
import { digestOfText, isLarge } from "./largePayloads.ts";
import type { LoggedBody } from "./loggedBody.ts";
import type { OutcomeCheck, Outcomes } from "./outcomes.ts";

/** The stored events of one session, ascending by seq. */
export interface LoggedSession {
  readonly id: string;
  /** The state before the first event; null if no events are missing. */
  readonly checkpoint: Checkpoint | null;
  readonly events: readonly Envelope[];
  readonly outcomes: Outcomes;
}

export interface EventLog {
  readonly sessions: readonly LoggedSession[];
  readonly bodies: readonly LoggedBody[];
}

/** Header data that does not follow from the events. */
export interface LogOrigin {
  readonly build: string;
  readonly appVersions: readonly string[];
  /** Epoch milliseconds. */
  readonly exportedAt: number;
  readonly redaction: LogHeader["redaction"];
}

/** The file's text line by line, each with its newline; `gzipped` compresses it. */
export function* logLines({ sessions, bodies }: EventLog, origin: LogOrigin): Generator<string> {
  const chain = createChain();
  let unmarked = 0;
  function* put(content: object): Generator<string> {
    const line = JSON.stringify(content);
    chain.add(line);
    yield `${line}\n`;
    unmarked += 1;
    if (unmarked < MARK_EVERY) return;
    unmarked = 0;
    const mark = JSON.stringify({ mark: chain.mark() });
    chain.add(mark);
    yield `${mark}\n`;
  }
  yield* put(headerOf({ sessions, bodies }, origin));
  /** Payloads that are too large for a line, each once. */
  const payloads = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { id, checkpoint, events, outcomes } of sessions) {
    const ids = idsPrefix(events);
    yield* put({ session: { id, ids, checkpoint } });
    const write = createLineWriter({ session: id, ids });
    const checks = new Map(outcomes.checks.map((check) => [check.seq, check]));
    const visible = new Map(outcomes.visible.map((one) => [one.seq, one]));
    const newDigests = createNewDigests();
    for (const event of events) {
      const { p, ...line } = write(event);
      const o = outcomes.digests.get(event.seq);
      const { states, values: x } = checks.get(event.seq) ?? {};
      const s = states && newDigests(states);
      const seen = visible.get(event.seq);
      const w = seen && { a: seen.start, z: seen.end, d: seen.digest, c: seen.counts };
      const outcome = { ...(o && { o }), ...(s && { s }), ...(x && { x }), ...(w && { w }) };
      const text = p === undefined ? "" : JSON.stringify(p);
      if (isLarge(text)) {
        const b = digestOfText(text);
        payloads.set(b, new TextEncoder().encode(text));
        yield* put({ ...line, b, ...outcome });
      } else yield* put({ ...line, ...(p === undefined ? {} : { p }), ...outcome });
    }
  }
  const large = [...payloads].map(([digest, bytes]): LoggedBody => {
    return { digest, size: bytes.length, bytes, isPacked: false };
  });
  for (const { digest, size, bytes, isPacked } of [...bodies, ...large]) {
    yield* put({ body: { digest, size, ...(isPacked && { packed: bytes.length }) } });
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      yield* put({ part: toBase64(bytes.subarray(at, at + PART_BYTES)) });
    }
  }
  yield `${JSON.stringify({ end: chain.mark() })}\n`;
}

/** @returns a function that selects the digests that differ from those that it was given before. */
function createNewDigests() {
  const known = new Map<string, string>();
  return (states: OutcomeCheck["states"]): OutcomeCheck["states"] => {
    const changed = Object.entries(states).filter(([name, digest]) => known.get(name) !== digest);
    for (const [name, digest] of changed) known.set(name, digest);
    return Object.fromEntries(changed);
  };
}

/** Characters of lines created and gzipped per batch. */
const BATCH = 64 * 1024;

/**
 * The bytes of the file.
 *
 * @param pause awaited after each batch, so that the caller can do other work
 */
export function gzipped(
  lines: Iterable<string>,
  pause: () => Promise<unknown> | null = () => null,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = lines[Symbol.iterator]();
  const text = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await pause();
      const batch: string[] = [];
      let isOver = false;
      for (let length = 0; length < BATCH && !isOver;) {
        const { done = false, value = "" } = iterator.next();
        isOver = done;
        length += value.length;
        batch.push(value);
      }
      const joined = batch.join("");
      if (joined !== "") controller.enqueue(encoder.encode(joined));
      if (isOver) controller.close();
    },
  });
  return text.pipeThrough(new CompressionStream("gzip"));
}

function headerOf({ sessions, bodies }: EventLog, origin: LogOrigin): LogHeader {
  const times = sessions
    .flatMap(({ events }) => [events.at(0), events.at(-1)])
    .flatMap((event) => (event ? [event.time] : []));
  return {
    format: LOG_FORMAT,
    version: LOG_FORMAT_VERSION,
    build: origin.build,
    appVersions: [...origin.appVersions],
    exportedAt: origin.exportedAt,
    span: times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) },
    counts: countsOf({ sessions, bodies }),
    redaction: origin.redaction,
    chain: { algorithm: "SHA-256", every: MARK_EVERY },
  };
}

/** The size of a log; payloads stored among the blobs do not count. */
export function countsOf({ sessions, bodies }: EventLog): LogHeader["counts"] {
  return {
    sessions: sessions.length,
    events: sessions.reduce((sum, { events }) => sum + events.length, 0),
    bodies: bodies.length,
  };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}
