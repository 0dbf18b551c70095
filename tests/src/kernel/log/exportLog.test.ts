import { beforeAll, describe, expect, it } from "vitest";
import { themeChosen } from "#events/actions/app.ts";
import { loginSubmitted } from "#events/actions/session.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import { exportedSessions, exportLogFileName, sessionSince } from "#src/kernel/log/exportLog.ts";
import type { SessionContent } from "#src/kernel/log/storedSession.ts";
import { runSteps } from "#src/kernel/log/steps.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { allProjections, type Projection } from "#src/kernel/projection.ts";
import { statesAfter } from "../../support/statesAfter.ts";

let projections: readonly Projection[];
beforeAll(async () => {
  await import("#src/app/model.ts");
  projections = [...allProjections().values()];
});

const since = (...[content, time, all]: [SessionContent, number, readonly Projection[]]) =>
  runSteps(sessionSince(content, time, all));
const exported = (key: Uint8Array | null, from: number | null = null) =>
  runSteps(exportedSessions([{ session: session(), since: from }], key, projections));

const SIGNED_IN = { type: loginSubmitted.type, version: 1, payload: { username: "ann.lee" } };

function session(): SessionContent {
  const drafts = [
    SIGNED_IN,
    themeChosen({ theme: "dark" }),
    SIGNED_IN,
    themeChosen({ theme: "light" }),
  ];
  const events = drafts.map((draft, at): Envelope => ({
    ...draft,
    seq: at + 1,
    id: `s-${at + 1}`,
    session: "s",
    time: 1_000 * at,
    cause: null,
  }));
  return { id: "s", build: "0.1.0", checkpoint: null, personal: [], events, outcomes: NO_OUTCOMES };
}

describe("an export", () => {
  it("of the last minutes starts with the state before them and ends in the same state", () => {
    const whole = session();
    const tail = since(whole, 2_000, projections);
    expect(tail.events.map(({ seq }) => seq)).toEqual([3, 4]);
    expect(tail.checkpoint).toMatchObject({ seq: 2, states: { "app/theme": "dark" } });
    expect(statesAfter(tail, projections, 2)).toEqual(statesAfter(whole, projections, 4));
  });

  it("of a session with a start state that this build cannot upgrade contains its events", () => {
    const digests = new Map([[1, "00000a"]]);
    const kept = { ...session(), outcomes: { ...NO_OUTCOMES, digests } };
    const broken = projections.map((one) => ({
      ...one,
      evolve: (state: unknown, event: Envelope) => {
        if (event.seq === 2) throw new TypeError("Another shape");
        return one.evolve(state, event);
      },
    }));
    const chosen = [{ session: kept, since: null }];
    const [redacted] = runSteps(exportedSessions(chosen, new Uint8Array(32), broken));
    expect(redacted?.events).toHaveLength(4);
    expect(redacted?.outcomes).toEqual(NO_OUTCOMES);
    expect(() => statesAfter(kept, broken, 4)).toThrow(
      expect.objectContaining({
        reason: message("logs.cannotReplay", { seq: 2, event: "app/themeChosen" }),
      }),
    );
  });

  it.each([null, new Uint8Array(32).fill(7)])(
    "of the last minutes starts after a failing reducer with the app's state",
    (key) => {
      const broken = projections.map((one) => ({
        ...one,
        evolve: (state: unknown, event: Envelope) => {
          if (event.seq === 2) throw new TypeError("Another shape");
          return one.evolve(state, event);
        },
      }));
      const chosen = [{ session: session(), since: 2_000 }];
      const [tail] = runSteps(exportedSessions(chosen, key, broken));
      expect(tail?.events.map(({ seq }) => seq)).toEqual([3, 4]);
      expect(tail?.checkpoint).toMatchObject({ seq: 2, states: { "app/theme": "system" } });
    },
  );

  it.each([null, new Uint8Array(32).fill(7)])(
    "of the last minutes names the start states of another version",
    (key) => {
      const states = { "app/theme": "dark", "navigation/unsaved": true };
      const versions = { "app/theme": 2, "navigation/unsaved": 1 };
      const masked = { states: { "app/theme": "p-000000000000" }, sentences: [] };
      const checkpoint = { seq: 4, time: 0, states, versions, masked };
      const events = session().events.map((event) => ({ ...event, seq: event.seq + 4 }));
      const outcomes = { ...NO_OUTCOMES, digests: new Map([[7, "00000a"]]) };
      const chosen = { session: { ...session(), checkpoint, events, outcomes }, since: 2_000 };
      const [tail] = runSteps(exportedSessions([chosen], key, projections));
      expect(tail?.checkpoint).toMatchObject({ seq: 6, lost: ["app/theme"] });
      expect(tail?.checkpoint?.states).toMatchObject({ "navigation/unsaved": true });
      expect(tail?.checkpoint?.states).not.toHaveProperty("app/theme");
      expect(tail?.outcomes).toEqual(NO_OUTCOMES);
    },
  );

  it("of more minutes than exist contains everything, and of zero minutes only the state", () => {
    expect(since(session(), 0, projections)).toEqual(session());
    expect(since(session(), 9_999, projections)).toMatchObject({
      events: [],
      checkpoint: { seq: 4, states: { "app/theme": "light" } },
    });
  });

  it("of the last minutes is complete after the clock was set back", () => {
    const whole = session();
    const times = [8_000, 9_000, 1_000, 2_000];
    const events = whole.events.map((event, at) => ({ ...event, time: times[at] ?? 0 }));
    const tail = since({ ...whole, events }, 1_500, projections);
    expect(tail.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it("contains no name with a key, and every name without one", () => {
    const key = new Uint8Array(32).fill(7);
    expect(JSON.stringify(exported(key, 2_000))).not.toContain("ann.lee");
    expect(JSON.stringify(exported(null, 2_000))).toContain("ann.lee");
  });

  it("continues one event at a time where the replay differs from the recording", () => {
    const departed = {
      ...session(),
      outcomes: { ...NO_OUTCOMES, digests: new Map([[1, "none"]]) },
    };
    const stepsOf = (content: SessionContent) =>
      [
        ...exportedSessions(
          [{ session: content, since: null }],
          new Uint8Array(32).fill(7),
          projections,
        ),
      ].length;
    // The check alone ends with the first event, before it yields.
    expect(stepsOf(session()) - stepsOf(departed)).toBe(departed.events.length);
  });

  it("has a name that sorts by time", () => {
    expect(exportLogFileName(Date.UTC(2026, 2, 2, 9, 5))).toBe(
      "provision-log-2026-03-02-0905.ndjson.gz",
    );
  });
});
