/** Reads an event log from a file, and believes nothing of it. */
import type { Static, TSchema } from "typebox";
import { Check } from "typebox/value";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope, EventInfo } from "#events/kernel/event.ts";
import { recordable, recordedSchema } from "#events/kernel/redaction.ts";
import { createBodyReader } from "./bodyReader.ts";
import { createChain } from "./chain.ts";
import { createLineReader } from "./eventLines.ts";
import {
  BodyLine,
  EndLine,
  EventLine,
  LOG_FORMAT,
  LOG_FORMAT_VERSION,
  LogHeader,
  MarkLine,
  PartLine,
  SessionLine,
} from "./format.ts";
import { digestOfText } from "./largePayloads.ts";
import { LogFileError } from "./logFileError.ts";
import { byDigest, type LoggedBodies } from "./loggedBody.ts";
import { shortenedSchema } from "../shortening.ts";
import { broughtUpToDate } from "./otherBuilds.ts";
import { NO_OUTCOMES, type OutcomeCheck, type VisibleDigest } from "./outcomes.ts";
import { textLines, type LineLimits } from "./textLines.ts";
import type { EventLog, LoggedSession } from "./writeLog.ts";

export interface OpenedLog extends EventLog {
  readonly header: LogHeader;
}

export const LOG_LIMITS: LineLimits = { bytes: 4 * 2 ** 30, line: 64 * 2 ** 20 };

/** The format since which outcomes count as those of this build do: by the content of states. Others are not compared. */
const FIRST_BY_CONTENT = 3;

const GET_AGAIN = "Get the file again from where it was exported.";
const NEWER = "Open it in that version of Provision, or a later one.";

export interface ReadOptions {
  readonly limits?: LineLimits;
  /** Awaited after each line and each piece of the file, so that who has other things to do can do them. */
  readonly pause?: () => Promise<unknown> | null;
}

/**
 * @returns the log, its events upcast to this build.
 * @throws LogFileError that names the line and says what to do.
 */
export async function readLog(
  file: ReadableStream<Uint8Array>,
  { limits = LOG_LIMITS, pause = () => null }: ReadOptions = {},
): Promise<OpenedLog> {
  const reader = new LogReader();
  for await (const line of textLines(file, limits, pause)) {
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
  /** Whether an event had another shape then: what the states were is not what they become of it now. */
  isUpcast: boolean;
}

/** An event whose payload comes among the bodies. */
interface AwaitedPayload {
  readonly line: number;
  readonly session: OpenSession;
  /** Its place among the events of it. */
  readonly at: number;
  readonly event: Envelope;
  readonly digest: string;
}

class LogReader {
  private readonly chain = createChain();
  private line = 0;
  /** The line after the last mark. */
  private unmarkedFrom = 1;
  private header: LogHeader | null = null;
  private readonly sessions: OpenSession[] = [];
  private readonly bodies = createBodyReader();
  private readonly awaited: AwaitedPayload[] = [];
  private ended = false;

  take(text: string): void {
    this.line += 1;
    if (this.ended) throw this.bad(`Line ${this.line} follows the end of the log.`);
    const content = this.parse(text);
    if (this.header === null) this.header = this.readHeader(content);
    else if (is(MarkLine, content)) this.checkMark(content.mark);
    else if (is(EndLine, content)) {
      this.checkMark(content.end);
      this.ended = true;
    } else this.takeContent(content);
    this.chain.add(text);
  }

  finish(): OpenedLog {
    const { header, sessions, bodies } = this;
    if (header === null) throw new LogFileError("EEMPTYLOG", `The file is empty. ${GET_AGAIN}`);
    if (!this.ended) {
      throw new LogFileError(
        "ETRUNCATEDLOG",
        `The file breaks off after line ${this.line}. ${GET_AGAIN}`,
        this.line,
      );
    }
    if (!bodies.isWhole()) throw this.bad("The last body is not whole.");
    const whole = bodies.all();
    const payloads = this.takePayloads(byDigest(whole));
    return {
      header,
      sessions: sessions.map(({ id, checkpoint, events, isUpcast, digests, checks, visible }) => {
        const isComparable = header.version >= FIRST_BY_CONTENT && !isUpcast;
        const outcomes = isComparable ? { digests, checks, visible } : NO_OUTCOMES;
        return { id, checkpoint, events, outcomes };
      }),
      bodies: whole.filter(({ digest }) => !payloads.has(digest)),
    };
  }

  /** Puts payloads that stand among the bodies into their events. @returns their digests. */
  private takePayloads(bodies: LoggedBodies): ReadonlySet<string> {
    const texts = new Map<string, string>();
    for (const { line, session, at, event, digest } of this.awaited) {
      this.line = line;
      const body = bodies.get(digest);
      if (!body || body.isPacked)
        throw this.bad(`Line ${line} cites a body that is not in the file.`);
      const text = texts.get(digest) ?? new TextDecoder().decode(body.bytes);
      if (!texts.has(digest) && digestOfText(text) !== digest) {
        throw this.bad(`Line ${line} cites a body that is another in the file.`);
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
      if (this.header === null) throw notALog();
      throw this.bad(`Line ${this.line} is not JSON: it was changed or cut off.`);
    }
  }

  private readHeader(content: unknown): LogHeader {
    if (content === null || typeof content !== "object" || !("format" in content)) throw notALog();
    if (content.format !== LOG_FORMAT) throw notALog();
    if ("version" in content && Number(content.version) > LOG_FORMAT_VERSION) {
      const build = "build" in content ? ` (${String(content.build).slice(0, 40)})` : "";
      throw new LogFileError(
        "ENEWERLOG",
        `The log was written by a newer Provision${build}, in a format that this one does not know. ${NEWER}`,
        1,
      );
    }
    if (is(LogHeader, content)) return content;
    throw this.bad("Line 1, the header, is not as Provision writes it.");
  }

  private checkMark(mark: string): void {
    if (mark !== this.chain.mark()) {
      throw new LogFileError(
        "EEDITEDLOG",
        `The log was changed after it was written, in one of the lines ${this.unmarkedFrom} to ${this.line}. ${GET_AGAIN}`,
        this.unmarkedFrom,
      );
    }
    this.unmarkedFrom = this.line + 1;
  }

  private takeContent(content: unknown): void {
    if (is(EventLine, content)) this.takeEvent(content);
    else if (is(SessionLine, content)) this.takeSession(content);
    else if (is(PartLine, content)) this.takePart(content.part);
    else if (is(BodyLine, content)) this.takeBody(content);
    else throw this.bad(`Line ${this.line} is nothing that Provision writes.`);
  }

  private takeSession({ session: { id, ids, checkpoint } }: SessionLine): void {
    if (this.sessions.some((one) => one.id === id)) {
      throw this.bad(`Line ${this.line} begins the session ${id} a second time.`);
    }
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
    if (!session) throw this.bad(`Line ${this.line} holds an event before any session.`);
    const event = session.read(line);
    if (event.seq <= session.lastSeq) {
      throw this.bad(
        `Line ${this.line} holds an event with the number ${event.seq} of the session, after number ${session.lastSeq}.`,
      );
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

  /** The event as this build knows it. */
  private current(event: Envelope, session: OpenSession): Envelope {
    const known = ALL_EVENTS.get(event.type);
    const name = `${event.type} (version ${event.version})`;
    if (!known) {
      throw new LogFileError(
        "ENEWERLOG",
        `Line ${this.line} holds an event that this Provision does not know: ${name}. ${NEWER}`,
        this.line,
      );
    }
    if (event.version > known.version) {
      throw new LogFileError(
        "ENEWERLOG",
        `Line ${this.line} holds an event of a newer Provision: ${name}. ${NEWER}`,
        this.line,
      );
    }
    const newest = broughtUpToDate(event);
    session.isUpcast ||= newest !== event;
    const schema = loggedSchema(known);
    if (newest.version !== known.version || !is(schema, newest.payload)) {
      throw this.bad(`Line ${this.line} holds ${name} with content that it cannot have.`);
    }
    return { ...newest, payload: recordable(schema, newest.payload) };
  }

  private takeBody({ body }: BodyLine): void {
    if (!this.bodies.isWhole()) {
      throw this.bad(`Line ${this.line} begins a body before the one before it is whole.`);
    }
    this.bodies.begin(body);
  }

  private takePart(part: string): void {
    if (!this.bodies.take(part)) throw this.bad(`Line ${this.line} is no part of a body.`);
  }

  private bad(what: string): LogFileError {
    return new LogFileError("EBADLOG", `${what} ${GET_AGAIN}`, this.line);
  }
}

const loggedSchemas = new Map<string, TSchema>();

/** What the payload of an event looks like in a log; made once for each type. */
function loggedSchema({ type, schema }: EventInfo): TSchema {
  const made = loggedSchemas.get(type) ?? shortenedSchema(recordedSchema(schema));
  loggedSchemas.set(type, made);
  return made;
}

function is<Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> {
  return Check(schema, value);
}

function notALog(): LogFileError {
  return new LogFileError(
    "ENOTALOG",
    "This is not an event log of Provision. Choose a file that Provision Support exported; its name ends in .ndjson.gz.",
  );
}
