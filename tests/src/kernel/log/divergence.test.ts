import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { menuToggled, navigated, shortcutsToggled, themeChosen } from "#events/actions/app.ts";
import { thresholdMoved } from "#events/actions/policyBuilder.ts";
import type { Draft, Envelope } from "#events/kernel/event.ts";
import { canonicalText, outcomeDigest, stateDigest } from "#src/kernel/log/digest.ts";
import { findDivergence } from "#src/kernel/log/divergence.ts";
import { createTimeline } from "#src/kernel/log/timeline.ts";
import { allProjections, type Projection } from "#src/kernel/projection.ts";

let projections: readonly Projection[];
beforeAll(async () => {
  await import("#src/app/model.ts");
  await import("#src/features/policy-builder/model.ts");
  projections = [...allProjections().values()];
});

const everything = () => true;

function eventsOf(drafts: readonly Draft[]): Envelope[] {
  return drafts.map((draft, at) => ({
    ...draft,
    seq: at + 1,
    id: `s-${at + 1}`,
    session: "s",
    time: 1_772_442_000_000 + at,
    cause: null,
  }));
}

function timelineOf(events: readonly Envelope[], of = projections) {
  return createTimeline({ id: "s", checkpoint: null, events }, of);
}

/** What a recorder writes down. */
function outcomesOf(events: readonly Envelope[]): readonly string[] {
  return [...timelineOf(events).walk()].map((changes) =>
    outcomeDigest(changes.map(({ projection, after }) => [projection, after])),
  );
}

/** Each event of it changes something, as the one before it is never the same. */
const journeys = fc
  .array(
    fc.oneof(
      fc.integer({ min: 30, max: 100 }).map((percent) => thresholdMoved({ percent })),
      fc.boolean().map((open) => menuToggled({ open })),
      fc.boolean().map((open) => shortcutsToggled({ open })),
      fc.constantFrom("light" as const, "dark" as const).map((theme) => themeChosen({ theme })),
      fc.stringMatching(/^\/[a-z]{1,8}$/).map((path) => navigated({ path, how: "push" })),
    ),
    { minLength: 5, maxLength: 60 },
  )
  .map((drafts): readonly Draft[] => drafts);

describe("a digest", () => {
  it("does not depend on the order of fields, and on everything else", () => {
    expect(stateDigest({ a: 1, b: { c: [1, 2], d: null } })).toBe(
      stateDigest({ b: { d: null, c: [1, 2] }, a: 1 }),
    );
    expect(stateDigest({ a: [1, 2] })).not.toBe(stateDigest({ a: [2, 1] }));
    expect(stateDigest("1")).not.toBe(stateDigest(1));
    expect(stateDigest(null)).toMatch(/^[0-9a-f]{16}$/);
    expect(
      outcomeDigest([
        ["b", 1],
        ["a", 2],
      ]),
    ).toBe(
      outcomeDigest([
        ["a", 2],
        ["b", 1],
      ]),
    );
    expect(outcomeDigest([])).toMatch(/^[0-9a-f]{6}$/);
  });

  it("is that of the state as JSON gives it back", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(stateDigest(JSON.parse(JSON.stringify(value)))).toBe(stateDigest(value));
        expect(JSON.parse(canonicalText(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200, seed: 44 },
    );
  });
});

describe("a divergence", () => {
  it("is none where the log is replayed by the build that wrote it", () => {
    fc.assert(
      fc.property(journeys, (drafts) => {
        const events = eventsOf(drafts);
        expect(findDivergence(timelineOf(events), outcomesOf(events), everything)).toBeNull();
      }),
      { numRuns: 50, seed: 45 },
    );
  });

  it("is located at the event whose content was altered, also far before the end", () => {
    fc.assert(
      fc.property(journeys, fc.nat(), (drafts, where) => {
        const events = eventsOf(drafts);
        const outcomes = outcomesOf(events);
        const at = where % events.length;
        const altered = events.with(at, {
          ...(events[at] as Envelope),
          ...thresholdMoved({ percent: 12.5 }),
        });
        expect(findDivergence(timelineOf(altered), outcomes, everything)).toMatchObject({
          index: at,
          event: { seq: at + 1 },
        });
      }),
      { numRuns: 100, seed: 46 },
    );
  });

  it("is located at the first event that a changed projection makes something else of", () => {
    fc.assert(
      fc.property(journeys, (drafts) => {
        const events = eventsOf(drafts);
        const first = events.findIndex(
          ({ type, payload }) =>
            type === thresholdMoved.type && (payload as { percent: number }).percent > 70,
        );
        const faulty = projections.map((one) =>
          one.name === "policyBuilder"
            ? {
                ...one,
                evolve: (state: unknown, event: Envelope) => {
                  const next = one.evolve(state, event) as { readonly threshold: number };
                  return event.type === thresholdMoved.type && next.threshold > 70
                    ? { ...next, threshold: 70 }
                    : next;
                },
              }
            : one,
        );
        const found = findDivergence(timelineOf(events, faulty), outcomesOf(events), everything);
        expect(found?.index ?? -1).toBe(first);
        if (found) expect(found.changed).toContain("policyBuilder");
      }),
      { numRuns: 100, seed: 47 },
    );
  });

  it("does not count projections whose code was not there yet", () => {
    const events = eventsOf([thresholdMoved({ percent: 60 }), menuToggled({ open: true })]);
    const outcomes = [outcomeDigest([]), outcomesOf(events)[1] ?? ""];
    expect(findDivergence(timelineOf(events), outcomes, everything)?.index).toBe(0);
    const isCounted = (name: string, index: number) => name !== "policyBuilder" || index > 0;
    expect(findDivergence(timelineOf(events), outcomes, isCounted)).toBeNull();
  });
});
