import type { Upcast } from "../kernel/upcast.ts";

export const appUpcasts: readonly Upcast[] = [
  {
    // All projections count from the start. Outcomes of a session that holds it are not compared, as after any upcast.
    type: "app/codeLoaded",
    from: 1,
    up: () => ({}),
  },
];
