/** The token of the e-mailed link by which the page was opened. It is a secret: kept here, and never recorded. */
import { createEffect, createStore } from "effector";
import { unplugged } from "./ports.ts";

/** Port: the token, null where the address had none. */
export const linkTokenFx = createEffect<void, string | null>({
  sid: "port/linkToken",
  handler: unplugged("linkToken"),
});

export const $linkToken = createStore<string | null>(null, { serialize: "ignore" }).on(
  linkTokenFx.doneData,
  (_state, token) => token,
);
