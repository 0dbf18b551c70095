import type { Upcast } from "../kernel/upcast.ts";
import { messageOfText } from "./oldText.ts";

export const appUpcasts: readonly Upcast[] = [
  {
    // All projections count from the start. Outcomes of a session with this event are not compared, as after any
    // upcast.
    type: "app/codeLoaded",
    from: 1,
    up: () => ({}),
  },
  {
    type: "notifications/shown",
    from: 1,
    up: (payload) => {
      const { message: text, ...others } = payload as { readonly message: unknown };
      return { ...others, message: messageOfText(text) };
    },
  },
];
