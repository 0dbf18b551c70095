/** Single sign-on: the redirect to the provider, and the return with its answer. */
import { createStore, sample, combine } from "effector";
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
import { react, withoutCause } from "../../kernel/react.ts";
import { createTask } from "../../kernel/task.ts";
import { $tokenCame, authenticateCall, loginCall } from "../../data/session/index.ts";
import { loginRoute } from "./route.ts";
import { pathOf, redirectOf } from "./rules.ts";

export const beginCall = createCall(beginSignOn);
export const wantSignOn = createAction(signOnWanted);

/** Why the provider redirected back without a code; null if it did not. */
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

/** The provider's answer until it is sent; a secret, and not part of the log. */
const $answer = createStore<SsoCallback | null>(null, { serialize: "ignore" });
export const $isReturning = $answer.map((answer) => answer?.kind === "code");

react(
  signOnWanted,
  combine({ location: $location, status: beginCall.$status }),
  ({ location, status }) =>
    status === "InProgress" ? null : { body: pathOf(redirectOf(location.search)) },
  beginCall.start,
);
const leave = createTask(leaveFx);
react(beginCall.succeeded, ({ payload }) => ({ input: { url: payload.body.url } }), leave.start);
// The errors of one method are not shown for the other.
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
// A user who returns by the back button may start again.
sample({ clock: onLive(pageRestored), fn: () => ({}), target: beginCall.reset });

const opened = sample({
  clock: onLive(screenOpened),
  filter: ({ payload }) => payload.route === loginRoute.name,
});
// The previous visit's result is not shown.
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
const came = withoutCause(
  sample({
    clock: ssoCallbackFx.doneData,
    source: $location,
    // A guard passes the parameters of a protected screen on to the sign-in.
    fn: ({ search }, kept) => kept ?? readSsoCallback(new URLSearchParams(search)),
  }),
);
$answer.on(came, (_answer, { payload }) => payload).reset(authenticateCall.requested);
react(
  came,
  ({ payload: answer }) =>
    answer?.kind === "error"
      ? { payload: { reason: answer.denied ? ("denied" as const) : ("failed" as const) } }
      : null,
  createFollowUp(signOnRefused),
);
react(
  [came, withoutCause($tokenCame.updates)],
  combine({
    answer: $answer,
    mayAsk: $tokenCame,
    status: authenticateCall.$status,
    location: $location,
  }),
  ({ answer, mayAsk, status, location }) => {
    if (answer?.kind !== "code" || !mayAsk || status === "InProgress") return null;
    const { state, code } = answer;
    return { body: { state, auth_code: code, ...pathOf(redirectOf(location.search)) } };
  },
  authenticateCall.start,
);
