/** Single sign-on: the way to the provider, and back with what it gave the browser. */
import { createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import {
  loginSubmitted,
  pageRestored,
  signOnRefused,
  signOnWanted,
} from "#events/actions/session.ts";
import { authenticate, beginSignOn } from "#events/calls/session.ts";
import { createCall } from "../../kernel/calls.ts";
import { $location } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import {
  leaveFx,
  readSsoCallback,
  ssoCallbackFx,
  type SsoCallback,
} from "../../kernel/ssoPorts.ts";
import { $tokenCame, authenticateCall, loginCall } from "../../data/session/index.ts";
import { loginRoute } from "./route.ts";
import { pathOf, redirectOf } from "./rules.ts";

export const beginCall = createCall(beginSignOn);
export const wantSignOn = createAction(signOnWanted);
const refuse = createFollowUp(signOnRefused);

/** Why the provider sent the browser back without a code; null where it did not. */
export const $refusal = createProjection<"denied" | "failed" | null>(
  "login/signOnRefusal",
  null,
  (on) => [
    on(screenOpened, () => null),
    on(signOnRefused, (_refusal, { reason }) => reason),
    on(signOnWanted, () => null),
    on(loginSubmitted, () => null),
    on(beginSignOn.requested, () => null),
    on(authenticate.requested, () => null),
  ],
);

/** What the browser came back with, until it is sent; a secret, and no part of the log. */
const $answer = createStore<SsoCallback | null>(null, { serialize: "ignore" });
export const $isReturning = $answer.map((answer) => answer?.kind === "code");

sample({
  clock: onLive(signOnWanted),
  source: { location: $location, status: beginCall.$status },
  filter: ({ status }) => status !== "InProgress",
  fn: ({ location }, { id }) => ({ body: pathOf(redirectOf(location.search)), cause: id }),
  target: beginCall.start,
});
sample({
  clock: beginCall.succeeded,
  fn: ({ payload }) => ({ url: payload.body.url }),
  target: leaveFx,
});
// What came of one way is not told of the other.
sample({
  clock: onLive(signOnWanted),
  fn: () => ({}),
  target: [loginCall.reset, authenticateCall.reset],
});
sample({
  clock: onLive(loginSubmitted),
  fn: () => ({}),
  target: [beginCall.reset, authenticateCall.reset],
});
// Whoever comes back by the browser's own button may begin again.
sample({ clock: onLive(pageRestored), fn: () => ({}), target: beginCall.reset });

const opened = sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === loginRoute.name,
});
// What came of the last visit is not told of this one.
for (const call of [loginCall, beginCall, authenticateCall]) {
  sample({
    clock: opened,
    source: call.$status,
    filter: (status) => status === "Fail",
    fn: () => ({}),
    target: call.reset,
  });
}
sample({ clock: opened, fn: () => undefined, target: ssoCallbackFx });
const came = sample({
  clock: ssoCallbackFx.doneData,
  source: $location,
  // A guard leads to the sign-in with what a protected screen was opened with.
  fn: ({ search }, kept) => kept ?? readSsoCallback(new URLSearchParams(search)),
});
$answer.on(came, (_answer, answer) => answer).reset(authenticateCall.requested);
sample({
  clock: came,
  filter: (answer) => answer?.kind === "error",
  fn: (answer) => ({
    payload: {
      reason: answer?.kind === "error" && answer.denied ? ("denied" as const) : ("failed" as const),
    },
    cause: null,
  }),
  target: refuse,
});
sample({
  clock: [came, $tokenCame.updates],
  source: {
    answer: $answer,
    mayAsk: $tokenCame,
    status: authenticateCall.$status,
    location: $location,
  },
  filter: ({ answer, mayAsk, status }) =>
    answer?.kind === "code" && mayAsk && status !== "InProgress",
  fn: ({ answer, location }) => {
    const { state, code } = answer?.kind === "code" ? answer : { state: "", code: "" };
    return {
      body: { state, auth_code: code, ...pathOf(redirectOf(location.search)) },
      cause: null,
    };
  },
  target: authenticateCall.start,
});
