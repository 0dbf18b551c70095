import type { Upcast } from "../kernel/upcast.ts";
import { messageOfText } from "./oldText.ts";

/** The answer had the session's length, but not its absolute end. */
const NO_END = { sessionEndsInMillis: null };

export const sessionUpcasts: readonly Upcast[] = [
  {
    // The field errors were in English.
    type: "login/refused",
    from: 1,
    up: (payload) => {
      const { username, password } = payload as Readonly<Record<string, unknown>>;
      const reasonOf = (text: unknown) => (text === null ? null : messageOfText(text));
      return { username: reasonOf(username), password: reasonOf(password) };
    },
  },
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
