/** Faults planted in a recorded log or in the replaying build: each is located at its event. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  menuToggled,
  navigated,
  screenOpened,
  shortcutsToggled,
  themeChosen,
} from "#events/actions/app.ts";
import * as builder from "#events/actions/policyBuilder.ts";
import { getAdminInfo, getCurrentUser, logout } from "#events/calls/session.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import "#src/app/models.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import { isChecked, NO_OUTCOMES, type OutcomeCheck } from "#src/kernel/log/outcomes.ts";
import { foldSession } from "#src/kernel/log/foldSession.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { allProjections, type Projection } from "#src/kernel/projection.ts";
import { withFault } from "../../support/faultyProjection.ts";
import { noteStates, sessionFrom } from "../../support/sessionFrom.ts";
import { makeUser } from "../../support/fixtures.ts";

const FAULTS_OF_A_KIND = 100;
/** How many of them are replayed from the log's first event; the others from the event before the fault. */
const FROM_START = Number(process.env["PROVISION_FAULTS_FROM_START"] ?? 5);
const EVENTS = 1200;

const projections = [...allProjections().values()];

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A new event of its kind: it changes its projection, whatever the previous state. */
function draftAt(at: number, random: () => number): Draft {
  const fresh = at + random();
  const drafts: readonly (() => Draft)[] = [
    () => builder.thresholdMoved({ percent: 30 + (fresh % 70) }),
    () => builder.filterTextChanged({ text: `text ${fresh}` }),
    () => builder.entitlementTicked({ row: at, ticked: random() < 0.5 }),
    () => builder.resourceTicked({ resource: at, ticked: random() < 0.5 }),
    () => builder.tableScrolled({ start: at, end: at + 60 }),
    () => navigated({ path: `/rbac/role-mapping?contains=${fresh}`, how: "push" }),
    () => screenOpened({ route: "support", path: `/support?${fresh}`, params: {} }),
    () =>
      getAdminInfo.succeeded({
        status: 200,
        body: {
          midpointURI: `https://m.example/${fresh}`,
          supportRequestsUrl: null,
          requestFormUrl: null,
          accessRoleArchTypeOID: null,
        },
      }),
    () => getCurrentUser.succeeded({ status: 200, body: { ...makeUser(), username: `u${fresh}` } }),
    // Without a previous difference these change nothing.
    () => themeChosen({ theme: random() < 0.5 ? "dark" : "light" }),
    () => menuToggled({ open: random() < 0.5 }),
    () => shortcutsToggled({ open: random() < 0.5 }),
    () => logout.succeeded({ status: 200, body: {} } as never),
  ];
  return (drafts[Math.floor(random() * drafts.length)] as () => Draft)();
}

function record(random: () => number): LoggedSession {
  const drafts = Array.from({ length: EVENTS }, (_, at) => draftAt(at + 1, random));
  const events = drafts.map((draft, at): Envelope => ({
    ...draft,
    seq: at + 1,
    id: `s-${at + 1}`,
    session: "s",
    time: 1_772_442_000_000 + at,
    cause: null,
  }));
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const walk = foldSession({ checkpoint: null, events, outcomes: NO_OUTCOMES }, projections);
  for (const walked of walk.steps) {
    const { seq, type } = walked.event;
    noteStates(statesBefore, seq, walk.states);
    digests.set(seq, walked.digest);
    if (isChecked(seq, type)) checks.push({ seq, ...walked.check() });
  }
  return { id: "s", checkpoint: null, events, outcomes: { digests, checks, visible: [] } };
}

const random = randomFrom(2026);
let session: LoggedSession;
const statesBefore = new Map<number, ReadonlyMap<string, unknown>>();
/** Events that changed something. */
let effective: readonly Envelope[];
beforeAll(() => {
  statesBefore.set(1, new Map(projections.map(({ name, initial }) => [name, initial])));
  session = record(random);
  effective = session.events.filter(
    ({ seq }) => seq > 1 && session.outcomes.digests.get(seq) !== "000000",
  );
});

/** @returns FAULTS_OF_A_KIND random matching events */
function pick(suits: (event: Envelope) => boolean = () => true): readonly Envelope[] {
  const suiting = effective.filter(suits);
  return Array.from(
    { length: FAULTS_OF_A_KIND },
    () => suiting[Math.floor(random() * suiting.length)] as Envelope,
  );
}

/** Planted and located faults, over all kinds. */
let found = 0;
afterAll(() => expect(found).toBe(3 * FAULTS_OF_A_KIND));

function located(events: readonly Envelope[], of: readonly Projection[] = projections) {
  return locatedIn({ ...session, events }, of);
}

/** @param seq of the fault, the `at`th of its kind */
function locatedNear(
  seq: number,
  at: number,
  events: readonly Envelope[],
  of: readonly Projection[] = projections,
) {
  const whole = { ...session, events };
  return locatedIn(at < FROM_START ? whole : sessionFrom(whole, statesBefore, seq - 1), of);
}

function locatedIn(log: LoggedSession, of: readonly Projection[]) {
  const { divergence } = checkReplay(log, of);
  return divergence && { seq: divergence.event.seq, kind: divergence.kind };
}

/** Another value of the same kind. */
function altered(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "string") return `${value}!`;
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return value.length === 0 ? ["!"] : value.map(altered);
  if (value === null || typeof value !== "object") return "!";
  const fields = Object.entries(value);
  return Object.fromEntries(
    fields.length === 0 ? [["!", "!"]] : fields.map(([key, field]) => [key, altered(field)]),
  );
}

describe("a fault is located at its event", () => {
  it("an unchanged log has none", () => {
    expect(effective.length).toBeGreaterThan(800);
    expect(located(session.events)).toBeNull();
  });

  it(`${FAULTS_OF_A_KIND} times: a payload or a reply was altered`, () => {
    // A sign-out's payload does not matter.
    const others = pick((event) => event.type !== logout.succeeded.type);
    for (const [at, { seq, type, payload }] of others.entries()) {
      // A changed status or kind would make another event; other fields are values.
      const events = session.events.with(seq - 1, {
        ...(session.events[seq - 1] as Envelope),
        payload: alteredWithin(payload),
      });
      expect([type, locatedNear(seq, at, events)]).toEqual([type, { seq, kind: "outcome" }]);
      found += 1;
    }
  });

  it(`${FAULTS_OF_A_KIND} times: an event was dropped`, () => {
    const last = session.events.length;
    for (const [at, { seq }] of pick((event) => event.seq < last).entries()) {
      const events = session.events.filter((event) => event.seq !== seq);
      expect(locatedNear(seq, at, events)).toEqual({ seq: seq + 1, kind: "missing" });
      found += 1;
    }
  });

  it(`${FAULTS_OF_A_KIND} times: a reducer was changed`, () => {
    for (const [at, { seq, type }] of pick().entries()) {
      const concerned = projections.filter(({ concerns }) => concerns(type));
      const faulty = concerned[Math.floor(random() * concerned.length)] as Projection;
      const of = withFault(projections, { name: faulty.name, seq }, altered);
      expect(locatedNear(seq, at, session.events, of)).toEqual({ seq, kind: "outcome" });
      found += 1;
    }
  });

  it("shows the expected state recorded with the next check", () => {
    const resets: readonly string[] = [screenOpened.type, logout.succeeded.type];
    const moved = session.events.find(({ type, seq }) => {
      const check = session.outcomes.checks.find((one) => one.seq >= seq);
      const between = session.events.slice(seq, check?.seq ?? 0);
      const isSeen = check && !between.some((event) => resets.includes(event.type));
      return type === builder.thresholdMoved.type && isSeen;
    });
    const seq = moved?.seq ?? 0;
    const of = withFault(projections, { name: "policyBuilder", seq }, (next) => {
      const state = next as { readonly hints: boolean };
      return { ...state, hints: !state.hints };
    });
    const { divergence } = checkReplay(session, of);
    expect(divergence).toMatchObject({ kind: "outcome", event: { seq } });
    expect(divergence?.expected).toEqual([
      { path: "policyBuilder.hints", expected: false, got: true },
    ]);
  });

  it("names the projection that should not have changed, and at a check every one that differs", () => {
    const open = session.events.find(({ type }) => type === builder.thresholdMoved.type);
    const of = projections.map((one) =>
      one.name === "app/theme"
        ? {
            ...one,
            concerns: () => true,
            evolve: (state: unknown, event: Envelope) =>
              event.seq >= (open?.seq ?? 0) ? "changed" : one.evolve(state, event),
          }
        : one,
    );
    expect(checkReplay(session, of).divergence).toMatchObject({
      event: { seq: open?.seq },
      suspects: ["app/theme"],
    });
    const unseen = { ...session, outcomes: { ...session.outcomes, digests: new Map() } };
    expect(checkReplay(unseen, of).divergence).toMatchObject({
      kind: "state",
      suspects: ["app/theme"],
    });
  });
});

/** The content of a reply or request; its status stays. */
function alteredWithin(payload: unknown): unknown {
  return payload !== null && typeof payload === "object" && "status" in payload
    ? { ...(altered(payload) as object), status: payload.status }
    : altered(payload);
}
