/**
 * An event log as a file: gzipped NDJSON. Line 1 is the header; then each session with its events, the bodies that they
 * cite, and the end. After every so many lines a mark bears the hash of all lines so far, so that an edit is found,
 * and where it is. Fields of event lines are short and left out where they follow from the line before, as a log of a
 * working day is to travel by mail.
 */
import { Type, type Static } from "typebox";

export const LOG_FORMAT = "provision-event-log";
/**
 * Grows when older builds could no longer read what is written: 2 has outcomes (`o` and `s` of events). 3 has what the
 * analytics core showed (`w`), states in short (`x`), payloads that stand among the bodies (`b`) and bodies that are
 * gzipped (`packed`); its outcomes leave out states that became others of the same content.
 */
export const LOG_FORMAT_VERSION = 3;
/** Lines between two marks: an edit is located to as many. */
export const MARK_EVERY = 64;
/** Lines between two marks that a file may have at most. */
const MARK_AT_LEAST_EVERY = 1024;
/** Bytes of a body in one line, before base64. */
export const PART_BYTES = 48 * 1024;

const Count = Type.Integer({ minimum: 0 });
/** Epoch milliseconds: the latest that there is. */
export const LATEST_TIME = 8.64e15;
/** Epoch milliseconds. */
const Time = Type.Integer({ minimum: 0, maximum: LATEST_TIME });
const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$" });

/** Of a state or of what an event led to. */
const Digest = Type.String({ pattern: "^[0-9a-f]{6}$" });

export const LogHeader = Type.Object({
  format: Type.Literal(LOG_FORMAT),
  version: Type.Integer({ minimum: 1 }),
  /** The build that wrote it: what the app says of itself. */
  build: Type.String(),
  /** The builds that recorded the events. */
  appVersions: Type.Array(Type.String()),
  exportedAt: Time,
  /** Of the first and the last event; null without events. */
  span: Type.Union([Type.Object({ from: Time, to: Time }), Type.Null()]),
  counts: Type.Object({ sessions: Count, events: Count, bodies: Count }),
  /** `pseudonyms`: values that identify people were replaced. `names`: they stand in it as they were. */
  redaction: Type.Union([Type.Literal("pseudonyms"), Type.Literal("names")]),
  chain: Type.Object({
    algorithm: Type.Literal("SHA-256"),
    every: Type.Integer({ minimum: 1, maximum: MARK_AT_LEAST_EVERY }),
  }),
});
export type LogHeader = Static<typeof LogHeader>;

/** The state of the app after the event `seq`, in place of the events up to it. */
export const Checkpoint = Type.Object({
  seq: Type.Integer({ minimum: 1 }),
  /** Epoch milliseconds. */
  time: Time,
  /** Each projection by its name. */
  states: Type.Record(Type.String(), Type.Unknown()),
  /** The versions of the states, by the same names; earlier builds wrote none. */
  versions: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1 }))),
  /** Projections whose state is not known any more. */
  lost: Type.Optional(Type.Array(Type.String())),
});
export type Checkpoint = Static<typeof Checkpoint>;

export const SessionLine = Type.Object({
  session: Type.Object({
    id: Type.String({ minLength: 1 }),
    /** What the ids of its events begin with; the rest of an id is the event's seq. */
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
  /** The seq; one more than of the event before if absent. */
  q: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Milliseconds since the event before, since 1970 for the first of a session; 0 if absent. */
  t: Type.Optional(Type.Integer()),
  /** The id, where it is not `ids` and the seq. */
  i: Type.Optional(Type.String({ minLength: 1 })),
  /** The cause: how many events ago, or its id; none if absent. */
  c: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.String({ minLength: 1 })])),
  /** The payload; an empty object if absent. */
  p: Type.Optional(Type.Unknown()),
  /** The digest of the body that is the payload, as JSON. */
  b: Type.Optional(Sha256),
  /** The digest of its outcome; not taken if absent. */
  o: Type.Optional(Digest),
  /** After some events the digest of every projection, by its name. */
  s: Type.Optional(Type.Record(Type.String(), Digest)),
  /** Beside those, in short: the states that changed since the line that had them last. */
  x: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** After some events what the analytics core showed: rows from `a` to `z`, the digest of all, and counts. */
  w: Type.Optional(
    Type.Object({ a: Count, z: Count, d: Digest, c: Type.Record(Type.String(), Type.Number()) }),
  ),
});
export type EventLine = Static<typeof EventLine>;

/** A body begins: its bytes follow in part lines until there are all of them. */
export const BodyLine = Type.Object({
  body: Type.Object({
    /** What events cite it by. */
    digest: Sha256,
    /** Bytes of the body. */
    size: Count,
    /** Bytes that it takes here, gzipped; absent where it stands as it is. */
    packed: Type.Optional(Count),
  }),
});
export type BodyLine = Static<typeof BodyLine>;

/** Bytes of the body that began last, in base64. */
export const PartLine = Type.Object({
  part: Type.String({ pattern: "^[A-Za-z0-9+/]*={0,2}$" }),
});

export const MarkLine = Type.Object({ mark: Sha256 });
export const EndLine = Type.Object({ end: Sha256 });
