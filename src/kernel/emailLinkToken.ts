/** The token of the e-mailed link by which the page was opened. It is a secret: kept here, and never recorded. */
import { createEffect, createStore } from "effector";
import type { RequestState } from "./calls.ts";
import { missingPort } from "./ports.ts";

/** Port: the token, null where the address had none. */
export const linkTokenFx = createEffect<void, string | null>({
  sid: "port/linkToken",
  handler: missingPort("linkToken"),
});

export const $linkToken = createStore<string | null>(null, { serialize: "ignore" }).on(
  linkTokenFx.doneData,
  (_state, token) => token,
);

export type LinkState = "checking" | "good" | "bad" | "unchecked";

/** By these the server says that a token is good no more, or never was; by all else it does not say. */
const BAD_LINK: ReadonlySet<string> = new Set(["EBADTOKEN", "EINVALID"]);

/**
 * How a link stands by what its check has brought so far: a good link is not bad because nobody could check it.
 * @param incomplete the address had no token.
 */
export function linkState(incomplete: boolean, { status, failure }: RequestState): LinkState {
  if (incomplete) return "bad";
  if (status === "Success") return "good";
  if (failure === null) return "checking";
  return BAD_LINK.has(failure.code) ? "bad" : "unchecked";
}
