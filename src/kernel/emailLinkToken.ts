/** The token of the e-mailed link that opened the page. It is a secret: kept here, and never recorded. */
import { createEffect, createStore, sample, type Event, type EventCallable } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import type { RequestState } from "./calls.ts";
import { $screen } from "./navigation.ts";
import { missingPort } from "./ports.ts";
import { onLive, type FollowUp } from "./recorder.ts";

/** Port: the token, null if the address had none. */
export const linkTokenFx = createEffect<void, string | null>({
  sid: "port/linkToken",
  handler: missingPort("linkToken"),
});

export const $linkToken = createStore<string | null>(null, { serialize: "ignore" }).on(
  linkTokenFx.doneData,
  (_state, token) => token,
);

/**
 * Reads the token when the screen opens.
 *
 * @param miss records that the address had none
 * @returns the token, unless the user has left the screen
 */
export function readLinkToken(route: string, miss: EventCallable<FollowUp<object>>): Event<string> {
  sample({
    clock: onLive(screenOpened),
    filter: ({ payload }) => payload.route === route,
    fn: () => undefined,
    target: linkTokenFx,
  });
  const read = sample({
    clock: linkTokenFx.doneData,
    source: $screen,
    filter: (screen) => screen?.route === route,
    fn: (_screen, token) => token,
  });
  sample({
    clock: read,
    filter: (token) => token === null,
    fn: () => ({ payload: {}, cause: null }),
    target: miss,
  });
  return read.filterMap((token) => token ?? undefined);
}

export type LinkState = "checking" | "good" | "bad" | "unchecked";

/** Codes by which the server reports an invalid token. Other failures leave its validity unknown. */
const BAD_LINK: ReadonlySet<string> = new Set(["EBADTOKEN", "EINVALID"]);

/**
 * The state of a link after its check: a link is not invalid because the check failed.
 * @param incomplete the address had no token.
 */
export function linkState(incomplete: boolean, { status, failure }: RequestState): LinkState {
  if (incomplete) return "bad";
  if (status === "Success") return "good";
  if (failure === null) return "checking";
  return BAD_LINK.has(failure.code) ? "bad" : "unchecked";
}
