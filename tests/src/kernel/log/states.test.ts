import { allSettled, fork } from "effector";
import { beforeAll, describe, expect, it } from "vitest";
import { menuToggled, navigated, themeChosen } from "#events/actions/app.ts";
import { thresholdMoved } from "#events/actions/policyBuilder.ts";
import { logout } from "#events/calls/session.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import { versionsOf } from "#src/kernel/log/checkpoints.ts";
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

const EVENTS = Array.from({ length: 40 }, (_, at): Envelope => ({
  ...(DRAFTS[(at * at) % DRAFTS.length] as Draft),
  seq: at + 1,
  id: `s-${at + 1}`,
  session: "s",
  time: 1_772_442_000_000 + at,
  cause: null,
}));
const SESSION = { id: "s", checkpoint: null, events: EVENTS };

let projections: readonly Projection[];
beforeAll(async () => {
  await import("#src/app/model.ts");
  await import("#src/features/policy-builder/model.ts");
  projections = [...allProjections().values()];
});

describe("the states after an event", () => {
  it("are those of the app", async () => {
    const scope = fork();
    for (const [index, event] of EVENTS.entries()) {
      await allSettled(recorded, { scope, params: event });
      const states = statesAfter(SESSION, projections, index + 1);
      for (const { name, $state } of projections) {
        expect(states.get(name)).toEqual(scope.getState($state));
      }
    }
  });

  it("are the initial ones at the start, and the last ones after the end", () => {
    for (const { name, initial } of projections) {
      expect(statesAfter(SESSION, projections, 0).get(name)).toBe(initial);
    }
    expect(statesAfter(SESSION, projections, 999)).toEqual(statesAfter(SESSION, projections, 40));
  });

  it("start with a checkpoint if earlier events are gone", () => {
    const kept = statesAfter(SESSION, projections, 25);
    const states = JSON.parse(JSON.stringify(Object.fromEntries(kept)));
    const checkpoint = { seq: 25, time: 0, states, versions: versionsOf(states, projections) };
    const rest = { id: "s", checkpoint, events: EVENTS.slice(25) };
    expect(statesAfter(rest, projections, 15)).toEqual(statesAfter(SESSION, projections, 40));
  });

  it("start empty if a state has another or an unrecorded version", () => {
    const states = { "app/theme": "dark" };
    const begun = (versions?: Record<string, number>) =>
      statesAfter(
        { checkpoint: { seq: 25, time: 0, states, versions }, events: [] },
        projections,
        0,
      );
    expect(begun({ "app/theme": 1 }).get("app/theme")).toBe("dark");
    expect(begun({ "app/theme": 2 }).get("app/theme")).toBe("system");
    expect(begun().get("app/theme")).toBe("system");
  });
});
