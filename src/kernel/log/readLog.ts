/** Reads an event log from an untrusted file. */
import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import type { Envelope } from "#events/kernel/event.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { createBodyReader } from "./bodyReader.ts";
import { createChain } from "./hashChain.ts";
import { createLineReader } from "./eventLines.ts";
import {
  BodyLine,
  EndLine,
  EventLine,
  LATEST_TIME,
  LOG_FORMAT,
  LOG_FORMAT_VERSION,
  LogHeader,
  MarkLine,
  PartLine,
  SessionLine,
} from "./format.ts";
import { digestOfText } from "./largePayloads.ts";
import {
  badLog,
  editedLog,
  emptyLog,
  largeLog,
  LogFileError,
  newerLog,
  notALog,
  otherCounts,
} from "./logFileError.ts";
import { currentEvent } from "./currentEvent.ts";
import { byDigest, type LoggedBodies } from "./loggedBody.ts";
import { NO_OUTCOMES, type OutcomeCheck, type VisibleDigest } from "./outcomes.ts";
import { LOG_LIMITS, type ReadLimits } from "./readLimits.ts";
import { ndjsonLines } from "./ndjson.ts";
import { countsOf, type EventLog, type LoggedSession } from "./writeLog.ts";

export interface OpenedLog extends EventLog {
  readonly header: LogHeader;
}

/**
 * The first format whose outcomes are computed like this build's: by the content of states. Older ones are not
 * compared.
 */
const FIRST_BY_CONTENT = 3;

/** A byte order mark, which editors add and Provision does not. */
const BYTE_ORDER_MARK = "\uFEFF";
const BAD_HEADER = message("logs.badHeader");

const COUNTED = ["sessions", "events", "bodies"] as const;

/** Problems of the current line. */
type LineCode =
  | "logs.afterEnd"
  | "logs.badTime"
  | "logs.bodyTooEarly"
  | "logs.missingBody"
  | "logs.noPart"
  | "logs.noSession"
  | "logs.notJson"
  | "logs.otherBody"
  | "logs.otherLine";

export interface ReadOptions {
  readonly limits?: Partial<ReadLimits>;
  /** Awaited after each line and each chunk, so that the caller can do other work. */
  readonly pause?: () => Promise<unknown> | null;
}

/**
 * @returns the log, its events upcast to this build.
 * @throws LogFileError that names the line and says what to do.
 */
export async function readLog(
  file: ReadableStream<Uint8Array>,
  { limits, pause = () => null }: ReadOptions = {},
): Promise<OpenedLog> {
  const all = { ...LOG_LIMITS, ...limits };
  const reader = new LogReader(all);
  for await (const line of ndjsonLines(file, all, pause)) {
    reader.take(line);
    const paused = pause();
    if (paused) await paused;
  }
  return reader.finish();
}

interface OpenSession {
  readonly id: string;
  readonly checkpoint: LoggedSession["checkpoint"];
  readonly events: Envelope[];
  readonly digests: Map<number, string>;
  readonly checks: OutcomeCheck[];
  readonly visible: VisibleDigest[];
  readonly read: (line: EventLine) => Envelope;
  lastSeq: number;
  /** Whether an event was upcast: the recorded states then differ from the current ones. */
  isUpcast: boolean;
}

/** An event whose payload is among the blobs. */
interface AwaitedPayload {
  readonly line: number;
  readonly session: OpenSession;
  /** Its index among the events. */
  readonly at: number;
  readonly event: Envelope;
  readonly digest: string;
}

class LogReader {
  private readonly limits: ReadLimits;
  private readonly chain = createChain();
  private line = 0;
  /** The line after the last mark. */
  private unmarkedFrom = 1;
  private header: LogHeader | null = null;
  private readonly sessions: OpenSession[] = [];
  private readonly bodies = createBodyReader();
  private readonly awaited: AwaitedPayload[] = [];
  private ended = false;
  private events = 0;
  /** Characters of the lines so far, except parts of blobs. */
  private content = 0;

  constructor(limits: ReadLimits) {
    this.limits = limits;
  }

  take(text: string): void {
    this.line += 1;
    if (this.ended) throw this.badLine("logs.afterEnd");
    const content = this.parse(text);
    if (this.header === null) this.header = this.readHeader(content);
    else if (is(MarkLine, content)) this.checkMark(content.mark);
    else if (is(EndLine, content)) {
      this.checkMark(content.end);
      this.ended = true;
    } else this.takeContent(content, text.length);
    this.chain.add(text);
  }

  finish(): OpenedLog {
    const { header, sessions, bodies } = this;
    if (header === null) throw emptyLog();
    if (!this.ended) {
      const { line } = this;
      throw new LogFileError("ETRUNCATEDLOG", message("logs.truncated", { line }), line);
    }
    if (!bodies.isWhole()) throw this.bad(message("logs.unfinishedBody"));
    const whole = bodies.all();
    const payloads = this.takePayloads(byDigest(whole));
    const log: EventLog = {
      sessions: sessions.map(({ id, checkpoint, events, isUpcast, digests, checks, visible }) => {
        const isComparable = header.version >= FIRST_BY_CONTENT && !isUpcast;
        const outcomes = isComparable ? { digests, checks, visible } : NO_OUTCOMES;
        return { id, checkpoint, events, outcomes };
      }),
      bodies: whole.filter(({ digest }) => !payloads.has(digest)),
    };
    const held = countsOf(log);
    const { counts } = header;
    if (COUNTED.some((what) => counts[what] !== held[what])) throw otherCounts();
    return { header, ...log };
  }

  /** Inserts payloads from the blobs into their events. @returns their digests. */
  private takePayloads(bodies: LoggedBodies): ReadonlySet<string> {
    const texts = new Map<string, string>();
    for (const { line, session, at, event, digest } of this.awaited) {
      this.line = line;
      const body = bodies.get(digest);
      if (!body || body.isPacked) throw this.badLine("logs.missingBody");
      const text = texts.get(digest) ?? new TextDecoder().decode(body.bytes);
      this.addContent(text.length);
      if (!texts.has(digest) && digestOfText(text) !== digest) {
        throw this.badLine("logs.otherBody");
      }
      texts.set(digest, text);
      session.events[at] = this.current({ ...event, payload: this.parse(text) }, session);
    }
    return new Set(texts.keys());
  }

  private parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      if (this.header === null) {
        throw text.startsWith(BYTE_ORDER_MARK) ? this.bad(BAD_HEADER) : notALog();
      }
      throw this.badLine("logs.notJson");
    }
  }

  private readHeader(content: unknown): LogHeader {
    if (content === null || typeof content !== "object" || !("format" in content)) throw notALog();
    if (content.format !== LOG_FORMAT) throw notALog();
    if ("version" in content && Number(content.version) > LOG_FORMAT_VERSION) {
      const isNamed = "build" in content && typeof content.build === "string";
      const problem = isNamed
        ? message("logs.newerFormatOf", { build: String(content.build).slice(0, 40) })
        : message("logs.newerFormat");
      throw newerLog(problem, 1);
    }
    if (!is(LogHeader, content)) {
      throw this.bad(BAD_HEADER);
    }
    const { sessions, events } = content.counts;
    if (sessions > this.limits.sessions || events > this.limits.events) throw this.tooLarge();
    return content;
  }

  private checkMark(mark: string): void {
    if (mark !== this.chain.mark()) throw this.edited();
    this.unmarkedFrom = this.line + 1;
  }

  private takeContent(content: unknown, length: number): void {
    const every = this.header?.chain.every ?? 0;
    if (this.line - this.unmarkedFrom >= every) throw this.edited();
    // Lines may have further fields, which are counted, because all lines except parts of blobs stay in memory.
    const isEvent = is(EventLine, content);
    const isSession = !isEvent && is(SessionLine, content);
    if (!isEvent && !isSession && is(PartLine, content)) return this.takePart(content.part);
    this.addContent(length);
    if (isEvent) this.takeEvent(content);
    else if (isSession) this.takeSession(content);
    else if (is(BodyLine, content)) this.takeBody(content);
    else throw this.badLine("logs.otherLine");
  }

  private takeSession({ session: { id, ids, checkpoint } }: SessionLine): void {
    if (this.sessions.some((one) => one.id === id)) {
      throw this.bad(message("logs.repeatedSession", { line: this.line, session: id }));
    }
    if (this.sessions.length === this.header?.counts.sessions) throw otherCounts();
    this.sessions.push({
      id,
      checkpoint,
      events: [],
      digests: new Map(),
      checks: [],
      visible: [],
      read: createLineReader({ session: id, ids }),
      lastSeq: checkpoint?.seq ?? 0,
      isUpcast: false,
    });
  }

  private takeEvent(line: EventLine): void {
    const session = this.sessions.at(-1);
    if (!session) throw this.badLine("logs.noSession");
    this.events += 1;
    if (this.events > (this.header?.counts.events ?? 0)) throw otherCounts();
    const event = session.read(line);
    if (Math.abs(event.time) > LATEST_TIME) throw this.badLine("logs.badTime");
    if (event.seq <= session.lastSeq) {
      const order = { seq: event.seq, before: session.lastSeq };
      throw this.bad(message("logs.badOrder", { line: this.line, ...order }));
    }
    session.lastSeq = event.seq;
    if (line.b === undefined) session.events.push(this.current(event, session));
    else {
      const at = session.events.push(event) - 1;
      this.awaited.push({ line: this.line, session, at, event, digest: line.b });
    }
    const { w } = line;
    if (w) session.visible.push({ seq: event.seq, start: w.a, end: w.z, digest: w.d, counts: w.c });
    if (line.o !== undefined) session.digests.set(event.seq, line.o);
    if (line.s !== undefined) {
      const values = line.x && { values: line.x };
      session.checks.push({ seq: event.seq, states: line.s, ...values });
    }
  }

  private current(event: Envelope, session: OpenSession): Envelope {
    const { event: newest, isUpcast } = currentEvent(event, this.line);
    session.isUpcast ||= isUpcast;
    return newest;
  }

  private takeBody({ body }: BodyLine): void {
    if (!this.bodies.isWhole()) throw this.badLine("logs.bodyTooEarly");
    // The digests of event payloads among the blobs, each at most once.
    const most = (this.header?.counts.bodies ?? 0) + this.awaited.length;
    if (this.bodies.count() === most) throw otherCounts();
    this.bodies.begin(body);
  }

  private takePart(part: string): void {
    if (!this.bodies.take(part)) throw this.badLine("logs.noPart");
    if (this.bodies.bytes() > this.limits.bodies) throw this.tooLarge();
  }

  private addContent(length: number): void {
    this.content += length;
    if (this.content > this.limits.content) throw this.tooLarge();
  }

  private bad(problem: Message): LogFileError {
    return badLog(problem, this.line);
  }

  private badLine(code: LineCode): LogFileError {
    return this.bad(message(code, { line: this.line }));
  }

  private edited(): LogFileError {
    return editedLog(this.unmarkedFrom, this.line);
  }

  private tooLarge(): LogFileError {
    return largeLog(this.line);
  }
}

function is<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return Check(schema, value);
}
