/**
 * An event log file: gzipped NDJSON. Line 1 is the header; then each session with its events, the blobs that they
 * reference, and the end. Marks at intervals contain the hash of all previous lines, which detects and locates an edit.
 * Event lines have short field names and omit what follows from the previous line, so that a working day's log fits
 * into a mail.
 */
import { Type, type Static } from "typebox";
import { MapOf } from "#events/kernel/shapes.ts";

export const LOG_FORMAT = "provision-event-log";
/**
 * Incremented when older builds can no longer read the format: 2 has outcomes (`o` and `s` of events). 3 has the core's
 * tables (`w`), state summaries (`x`), payloads among the blobs (`b`) and gzipped blobs (`packed`); its outcomes ignore
 * states that were replaced by equal content. In 4, `s` omits digests that are equal to those before.
 */
export const LOG_FORMAT_VERSION = 4;
/** Lines between two marks: the resolution at which an edit is located. */
export const MARK_EVERY = 64;
/** Maximum lines between two marks in a file. */
const MARK_AT_LEAST_EVERY = 1024;
/** Bytes of a blob per line, before base64. */
export const PART_BYTES = 48 * 1024;

const Count = Type.Integer({ minimum: 0 });
/** The maximum time in epoch milliseconds. */
export const LATEST_TIME = 8.64e15;
/** Epoch milliseconds. */
const Time = Type.Integer({ minimum: 0, maximum: LATEST_TIME });
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** The digest of a state or of an event's outcome. */
const Digest = Type.String({ pattern: "^[0-9a-f]{6}$" });

export const LogHeader = Type.Object({
  format: Type.Literal(LOG_FORMAT),
  version: Type.Integer({ minimum: 1 }),
  /** The writing build, by the app's version text. */
  build: Type.String(),
  /** The recording builds. */
  appVersions: Type.Array(Type.String()),
  exportedAt: Time,
  /** Times of the first and the last event; null without events. */
  span: Type.Union([Type.Object({ from: Time, to: Time }), Type.Null()]),
  counts: Type.Object({ sessions: Count, events: Count, bodies: Count }),
  /** `pseudonyms`: personal values were replaced. `names`: they were kept. */
  redaction: Type.Union([Type.Literal("pseudonyms"), Type.Literal("names")]),
  chain: Type.Object({
    algorithm: Type.Literal("SHA-256"),
    every: Type.Integer({ minimum: 1, maximum: MARK_AT_LEAST_EVERY }),
  }),
});
export type LogHeader = Static<typeof LogHeader>;

/** The app's state after the event `seq`, replacing the events up to it. */
export const Checkpoint = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  /** Epoch milliseconds. */
  time: Time,
  /** Each projection by its name. */
  states: MapOf(Type.Unknown()),
  /** The versions of the states, by the same names; missing from earlier builds. */
  versions: Type.Optional(MapOf(Type.Integer({ minimum: 1 }))),
  /** Projections whose state is lost. */
  lost: Type.Optional(Type.Array(Type.String())),
});
export type Checkpoint = Static<typeof Checkpoint>;

export const SessionLine = Type.Object({
  session: Type.Object({
    id: Type.String({ minLength: 1 }),
    /** The prefix of its event ids; the rest of an id is the event's seq. */
    ids: Type.String(),
    checkpoint: Type.Union([Checkpoint, Type.Null()]),
  }),
});
export type SessionLine = Static<typeof SessionLine>;

export const EventLine = Type.Object({
  /** The type. */
  e: Type.String({ minLength: 1 }),
  /** The version; 1 if absent. */
  v: Type.Optional(Type.Integer({ minimum: 2 })),
  /** The seq; one more than the previous event's if absent. */
  q: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Milliseconds since the previous event, since 1970 for the first of a session; 0 if absent. */
  t: Type.Optional(Type.Integer()),
  /** The id, if it is not `ids` and the seq. */
  i: Type.Optional(Type.String({ minLength: 1 })),
  /** The cause: how many events ago, or its id; none if absent. */
  c: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1 })])),
  /** The payload; an empty object if absent. */
  p: Type.Optional(Type.Unknown()),
  /** The digest of the blob with the payload, as JSON. */
  b: Type.Optional(Sha256),
  /** The digest of its outcome; not recorded if absent. */
  o: Type.Optional(Digest),
  /** After some events the digest of every projection, by its name; absent if it is that of the last line with digests. */
  s: Type.Optional(MapOf(Digest)),
  /** Summaries of the states that changed since the previous line with summaries. */
  x: Type.Optional(MapOf(Type.Unknown())),
  /** After some events the core's table: rows from `a` to `z`, the digest of the whole, and counts. */
  w: Type.Optional(Type.Object({ a: Count, z: Count, d: Digest, c: MapOf(Type.Number()) })),
});
export type EventLine = Static<typeof EventLine>;

/** A blob starts: its bytes follow in part lines. */
export const BodyLine = Type.Object({
  body: Type.Object({
    /** The digest by which events reference it. */
    digest: Sha256,
    /** Bytes of the blob. */
    size: Count,
    /** Its gzipped bytes in this file; absent if it is not gzipped. */
    packed: Type.Optional(Count),
  }),
});
export type BodyLine = Static<typeof BodyLine>;

/** Bytes of the blob that started last, in base64. */
export const PartLine = Type.Object({
  part: Type.String({ pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
});

export const MarkLine = Type.Object({ mark: Sha256 });
export const EndLine = Type.Object({ end: Sha256 });
