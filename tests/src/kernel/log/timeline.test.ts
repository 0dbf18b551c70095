import { beforeAll, describe, expect, it } from "vitest";
import { allSettled, fork } from "effector";
import fc from "fast-check";
import { menuToggled, navigated, themeChosen } from "#events/actions/app.ts";
import { thresholdMoved } from "#events/actions/policyBuilder.ts";
import { logout } from "#events/calls/session.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import { versionsOf } from "#src/kernel/log/checkpoints.ts";
import { createTimeline } from "#src/kernel/log/timeline.ts";
import { allProjections, type Projection } from "#src/kernel/projection.ts";
import { recorded } from "#src/kernel/recorder.ts";
import { statesAfter } from "../../support/statesAfter.ts";

const DRAFTS: readonly Draft[] = [
  themeChosen({ theme: "dark" }),
  navigated({ path: "/dashboard", how: "push" }),
  thresholdMoved({ percent: 60 }),
  menuToggled({ open: true }),
  thresholdMoved({ percent: 61 }),
  themeChosen({ theme: "light" }),
  logout.succeeded({ status: 200, body: {} } as never),
];

function eventsOf(count: number): Envelope[] {
  return Array.from({ length: count }, (_, at) => ({
    ...(DRAFTS[(at * at) % DRAFTS.length] as Draft),
    seq: at + 1,
    id: `s-${at + 1}`,
    session: "s",
    time: 1_772_442_000_000 + at,
    cause: null,
  }));
}

let projections: readonly Projection[];
beforeAll(async () => {
  await import("#src/app/model.ts");
  await import("#src/features/policy-builder/model.ts");
  projections = [...allProjections().values()];
});

const sessionOf = (events: readonly Envelope[]) => ({ checkpoint: null, events });

describe("a timeline", () => {
  it("has the app's states at each event", async () => {
    const events = eventsOf(40);
    const timeline = createTimeline(sessionOf(events), projections);
    const scope = fork();
    for (const [index, event] of events.entries()) {
      await allSettled(recorded, { scope, params: event });
      for (const { name, $state } of projections) {
        expect(timeline.statesAt(index + 1).get(name)).toEqual(scope.getState($state));
      }
    }
  });

  it("has the states of a replay from the start at any position", () => {
    const events = eventsOf(3_000);
    const timeline = createTimeline(sessionOf(events), projections);
    const cut = fc.integer({ min: 0, max: events.length });
    fc.assert(
      fc.property(cut, cut, (one, other) => {
        timeline.statesAt(other);
        expect(timeline.statesAt(one)).toEqual(statesAfter(sessionOf(events), projections, one));
        // Also if the log starts later, in a stored state.
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        const states = Object.fromEntries(statesAfter(sessionOf(events), projections, from));
        const versions = versionsOf(states, projections);
        const begins = { seq: Math.max(from, 1), time: 0, states, versions };
        const kept = JSON.parse(JSON.stringify(begins));
        const rest = createTimeline({ checkpoint: kept, events: events.slice(from) }, projections);
        expect(rest.statesAt(to - from)).toEqual(timeline.statesAt(to));
      }),
      { numRuns: 40, seed: 44 },
    );
  });

  it("has the same states whichever way they are reached", () => {
    const events = eventsOf(2_300);
    const forward = createTimeline(sessionOf(events), projections);
    const jumping = createTimeline(sessionOf(events), projections);
    for (const count of [2_300, 0, 1_999, 500, 501, 2_299, 1]) {
      expect(jumping.statesAt(count)).toEqual(forward.statesAt(count));
    }
    expect(forward.statesAt(-5)).toEqual(forward.statesAt(0));
    expect(forward.statesAt(9_999)).toEqual(forward.statesAt(2_300));
  });

  it("shows what an event changed, and the previous values", () => {
    const events = eventsOf(7);
    const timeline = createTimeline(sessionOf(events), projections);
    const themeAt = events.findIndex(({ type }) => type === themeChosen.type);
    expect(timeline.changesOf(themeAt)).toEqual([
      { projection: "app/theme", before: "system", after: "dark" },
    ]);
  });

  it("starts with a checkpoint if earlier events are gone", () => {
    const events = eventsOf(1_200);
    const whole = createTimeline(sessionOf(events), projections);
    const states = JSON.parse(JSON.stringify(Object.fromEntries(whole.statesAt(700))));
    const checkpoint = { seq: 700, time: 0, states, versions: versionsOf(states, projections) };
    const rest = createTimeline({ checkpoint, events: events.slice(700) }, projections);
    expect(rest.statesAt(500)).toEqual(whole.statesAt(1_200));
  });
});
