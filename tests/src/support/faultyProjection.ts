import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "#src/kernel/projection.ts";

/** The projections of a build in which one fails for a single event, without an earlier sign. */
export function withFault(
  projections: readonly Projection[],
  { name, seq }: { readonly name: string; readonly seq: number },
  alter: (next: unknown) => unknown,
): readonly Projection[] {
  return projections.map((one) =>
    one.name === name
      ? {
          ...one,
          evolve: (state: unknown, event: Envelope) => {
            const next = one.evolve(state, event);
            return event.seq === seq ? alter(next) : next;
          },
        }
      : one,
  );
}
