import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "#src/kernel/projection.ts";

/** The projections of a build in which one goes wrong with one event alone: nothing before gives it away. */
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
