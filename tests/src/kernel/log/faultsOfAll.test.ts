/**
 * The same with every event of the catalogue, with values generated from its schema: one leaf of a payload is changed,
 * or one of the state that a projection computes. If no state contains it, no fault is reported.
 */
import fc from "fast-check";
import { Check } from "typebox/value";
import { beforeAll, describe, expect, it } from "vitest";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope, EventInfo } from "#events/kernel/event.ts";
import { recordedSchema } from "#events/kernel/redaction.ts";
import "#src/app/models.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { stateDigest } from "#src/kernel/log/digest.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { foldSession } from "#src/kernel/log/foldSession.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { allProjections, type Projection } from "#src/kernel/projection.ts";
import { createAppend } from "#src/kernel/recorder.ts";
import { validValue, type Vocabulary } from "../../../support/values.ts";
import { withFault } from "../../support/faultyProjection.ts";
import { noteStates, sessionFrom } from "../../support/sessionFrom.ts";

const SEED = 2026;
/**
 * `npm run long -- faults` replays the whole log for each fault. Otherwise replays begin at the event before the fault, and
 * end some events after it.
 */
const IS_WHOLE = process.env["PROVISION_WHOLE_REPLAYS"] === "1";
const FOLLOWING = 20;
/** Leaves of a payload to try: the aim is one that a state contains, and one that none does. */
const TRIES = 12;
const WORDS: Vocabulary = {
  ids: ["0b8f4c0e-6a40-4a0e-9d0c-6f7a5d1c2b3a", "7c1d2e3f-1a2b-4c3d-8e4f-5a6b7c8d9e0f"],
  byName: {},
};

const projections = [...allProjections().values()];
const random = fc.sample(fc.nat(), { seed: SEED, numRuns: 100_000 });
let drawn = 0;
const below = (count: number) => (random[(drawn += 1)] ?? 0) % count;

interface AlteredEvent {
  readonly event: Envelope;
  /** Whether it changes a state. */
  readonly isSeen: boolean;
}

let session: LoggedSession;
const alteredEvents: AlteredEvent[] = [];
const statesBefore = new Map<number, ReadonlyMap<string, unknown>>();
/** By projection: an event that changed it. */
const moved = new Map<string, Envelope>();

/** One event of each kind; each reply follows its own request and names it as its cause. */
function record(): Envelope[] {
  let ids = 0;
  const append = createAppend({
    now: () => 1_772_442_000_000 + ids,
    newId: () => `s-${(ids += 1)}`,
    sessionOf: () => "s",
  });
  const events: Envelope[] = [];
  const draw = (definition: EventInfo, cause: string | null): string => {
    const seed = SEED + events.length;
    const [payload] = fc.sample(validValue(definition.schema, WORDS), { seed, numRuns: 1 });
    const { envelope } = append({ definition, payload, cause });
    events.push(envelope);
    return envelope.id;
  };
  for (const definition of ALL_EVENTS.values()) {
    const call = definition.type.replace(/(?:Requested|Succeeded|Failed)$/, "");
    const request = ALL_EVENTS.get(`${call}Requested`);
    if (request === definition) continue;
    draw(definition, request ? draw(request, null) : null);
  }
  return events;
}

/** The value with one leaf changed. */
function altered(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return `${value}!`;
  if (typeof value === "boolean") return !value;
  if (value === null || typeof value !== "object") return "!";
  if (Array.isArray(value)) {
    const at = below(value.length);
    return value.length === 0 ? ["!"] : value.with(at, altered(value[at]));
  }
  const keys = Object.keys(value);
  const key = keys[below(keys.length)] ?? "!";
  return { ...value, [key]: altered((value as Record<string, unknown>)[key]) };
}

/** Alters only a reply's body, because a different status would produce a different event. */
function alteredPayload(payload: unknown): unknown {
  return payload !== null && typeof payload === "object" && "status" in payload && "body" in payload
    ? { ...payload, body: altered(payload.body) }
    : altered(payload);
}

/** Whether a log with this event is read, and not refused for its content. */
function isReadable({ type, payload }: Envelope): boolean {
  const schema = ALL_EVENTS.get(type)?.schema;
  return schema !== undefined && Check(recordedSchema(schema), payload);
}

function isSeenIn(states: ReadonlyMap<string, unknown>, before: Envelope, after: Envelope) {
  return projections
    .filter(({ concerns }) => concerns(before.type))
    .some(({ name, evolve }) => {
      const state = states.get(name);
      return stateDigest(evolve(state, before)) !== stateDigest(evolve(state, after));
    });
}

beforeAll(() => {
  const events = record();
  const digests = new Map<number, string>();
  const walk = foldSession({ checkpoint: null, events, outcomes: NO_OUTCOMES }, projections);
  const states = new Map<string, unknown>(projections.map((one) => [one.name, one.initial]));
  statesBefore.set(1, states);
  for (const { event, changes, digest } of walk.steps) {
    noteStates(statesBefore, event.seq, walk.states);
    digests.set(event.seq, digest);
    for (const { projection } of changes) moved.set(projection, event);
  }
  session = { id: "s", checkpoint: null, events, outcomes: { digests, checks: [], visible: [] } };
  for (const event of events) {
    const states = statesBefore.get(event.seq) ?? new Map();
    const others = Array.from({ length: TRIES }, () => ({
      ...event,
      payload: alteredPayload(event.payload),
    }))
      .filter(isReadable)
      .map((other): AlteredEvent => ({ event: other, isSeen: isSeenIn(states, event, other) }));
    const [seen, unseen] = [true, false].map((isSeen) =>
      others.find((one) => one.isSeen === isSeen),
    );
    alteredEvents.push(...(seen ? [seen] : []), ...(unseen ? [unseen] : []));
  }
});

/** @param fault the seq of its event; null for a whole log */
function located(
  events: readonly Envelope[],
  fault: number | null,
  of: readonly Projection[] = projections,
) {
  const whole = { ...session, events };
  const near = () => {
    const seq = Math.max(1, (fault ?? 0) - 1);
    const { events: later, ...from } = sessionFrom(whole, statesBefore, seq);
    return { ...from, events: later.slice(0, FOLLOWING) };
  };
  const { divergence } = checkReplay(fault === null || IS_WHOLE ? whole : near(), of);
  return divergence && { seq: divergence.event.seq, kind: divergence.kind };
}

describe(`in a log of all ${ALL_EVENTS.size} kinds of events`, () => {
  it("an unchanged log has no fault, and its events change nearly every projection", () => {
    expect(new Set(session.events.map(({ type }) => type))).toEqual(new Set(ALL_EVENTS.keys()));
    expect(located(session.events, null)).toBeNull();
    expect(moved.size).toBeGreaterThan(0.9 * projections.length);
  });

  it("one changed leaf is located at its event wherever a state contains it, and nowhere else", () => {
    const wrong = alteredEvents.filter(({ event, isSeen }) => {
      const found = located(session.events.with(event.seq - 1, event), event.seq);
      const isFound = found?.seq === event.seq && found.kind === "outcome";
      return isSeen ? !isFound : found !== null;
    });
    expect(wrong.map(({ event }) => event.type)).toEqual([]);
    const replies = alteredEvents.filter(
      ({ event, isSeen }) => isSeen && event.type.endsWith("Succeeded"),
    );
    const seen = alteredEvents.filter(({ isSeen }) => isSeen);
    expect(seen.length).toBeGreaterThan(190);
    expect(alteredEvents.length - seen.length).toBeGreaterThanOrEqual(90);
    expect(replies.length).toBeGreaterThan(15);
  });

  it("a reducer that changes one leaf is located, whichever it is", () => {
    const wrong = [...moved].filter(([name, { seq }]) => {
      const found = located(session.events, seq, withFault(projections, { name, seq }, altered));
      return found?.seq !== seq || found.kind !== "outcome";
    });
    expect(wrong.map(([name]) => name)).toEqual([]);
  });
});
