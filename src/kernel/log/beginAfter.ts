/** The start state of a session that follows another, from the events before it. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import type { SessionBegin } from "./logWriter.ts";
import { createMasker, leftIn } from "./masking.ts";
import { movedAsInApp } from "./states.ts";

/** @param events all earlier events, from the start of the app. */
export function beginAfter(
  events: readonly Envelope[],
  projections: ReadonlyMap<string, Projection>,
): SessionBegin {
  const masker = createMasker({ begins: null, projections: () => projections });
  for (const event of events) masker.push(event);
  const states = [...projections.values()].map((projection) => {
    const concerning = events.filter(({ type }) => projection.concerns(type));
    const state = concerning.reduce<unknown>(
      (before, event) => movedAsInApp(projection, before, event),
      projection.initial,
    );
    return [projection.name, state] as const;
  });
  const { personal, ...left } = leftIn(masker.snapshot(Object.fromEntries(states)));
  const { seq = 0, time = 0 } = events.at(-1) ?? {};
  return { checkpoint: { seq, time, ...left }, personal };
}
