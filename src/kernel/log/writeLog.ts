/** Writes an event log as a file. */
import type { Envelope } from "#events/kernel/event.ts";
import { createChain } from "./chain.ts";
import { createLineWriter, idsPrefix } from "./eventLines.ts";
import {
  LOG_FORMAT,
  LOG_FORMAT_VERSION,
  MARK_EVERY,
  PART_BYTES,
  type Checkpoint,
  type LogHeader,
} from "./format.ts";
import type { Outcomes } from "./outcomes.ts";

/** The events of one session of the app, rising by seq, as far as they were kept. */
export interface LoggedSession {
  readonly id: string;
  /** The state in place of the events before the first; null where none are missing. */
  readonly checkpoint: Checkpoint | null;
  readonly events: readonly Envelope[];
  readonly outcomes: Outcomes;
}

/** A large body that events cite by its digest. */
export interface LoggedBody {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

export interface EventLog {
  readonly sessions: readonly LoggedSession[];
  readonly bodies: readonly LoggedBody[];
}

/** What the header says that does not follow from the events. */
export interface LogOrigin {
  readonly build: string;
  readonly appVersions: readonly string[];
  /** Epoch milliseconds. */
  readonly exportedAt: number;
  readonly redaction: LogHeader["redaction"];
}

/** The file's text line by line, each with its newline; `gzipped` makes the file of it. */
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
  for (const { id, checkpoint, events, outcomes } of sessions) {
    const ids = idsPrefix(events);
    yield* put({ session: { id, ids, checkpoint } });
    const write = createLineWriter({ session: id, ids });
    const checks = new Map(outcomes.checks.map((check) => [check.seq, check]));
    for (const event of events) {
      const o = outcomes.digests.get(event.seq);
      const s = checks.get(event.seq)?.states;
      yield* put({ ...write(event), ...(o && { o }), ...(s && { s }) });
    }
  }
  for (const { digest, bytes } of bodies) {
    yield* put({ body: { digest, size: bytes.length } });
    for (let at = 0; at < bytes.length; at += PART_BYTES) {
      yield* put({ part: toBase64(bytes.subarray(at, at + PART_BYTES)) });
    }
  }
  yield `${JSON.stringify({ end: chain.mark() })}\n`;
}

/** The bytes of the file. */
export function gzipped(lines: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = lines[Symbol.iterator]();
  const text = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const batch: string[] = [];
      for (let count = 0; count < 512; count += 1) {
        const { done, value } = iterator.next();
        if (done) {
          if (batch.length > 0) controller.enqueue(encoder.encode(batch.join("")));
          controller.close();
          return;
        }
        batch.push(value);
      }
      controller.enqueue(encoder.encode(batch.join("")));
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
    counts: {
      sessions: sessions.length,
      events: sessions.reduce((sum, { events }) => sum + events.length, 0),
      bodies: bodies.length,
    },
    redaction: origin.redaction,
    chain: { algorithm: "SHA-256", every: MARK_EVERY },
  };
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 8192) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(binary);
}
