import type { Upcast } from "../kernel/upcast.ts";

/** The answer told how long a session lasts, but not when it ends for good. */
const NO_END = { sessionEndsInMillis: null };

export const sessionUpcasts: readonly Upcast[] = [
  {
    type: "session/getSessionLengthSucceeded",
    from: 1,
    up: (payload) => {
      const { body, ...answer } = payload as { readonly body: { readonly data: object } };
      return { ...answer, body: { data: { ...body.data, ...NO_END } } };
    },
  },
  {
    type: "session/renewSessionSucceeded",
    from: 1,
    up: (payload) => {
      const { body, ...answer } = payload as { readonly body: object };
      return { ...answer, body: { ...body, ...NO_END } };
    },
  },
];
