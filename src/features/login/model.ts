/** The sign-in form. The password never enters a store: the form passes it on once, on submit. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { loginRefused, loginSubmitted, usernameChanged } from "#events/actions/session.ts";
import type { Message } from "#events/kernel/message.ts";
import { authenticate, login } from "#events/calls/session.ts";
import { $location, navigateTo } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { loginCall, signInSucceeded } from "../../data/session/index.ts";
import { secondFactorRoute } from "./route.ts";
import { checkLogin, landingPath, redirectOf } from "./rules.ts";

export interface LoginForm {
  readonly username: string;
  readonly usernameError: Message | null;
  readonly passwordError: Message | null;
}

const EMPTY: LoginForm = { username: "", usernameError: null, passwordError: null };

export const $form = createProjection<LoginForm>(
  "login/form",
  EMPTY,
  (on) => [
    on(screenOpened, ({ username }) => ({ ...EMPTY, username })),
    on(usernameChanged, (form, { username }) => ({ ...form, username, usernameError: null })),
    on(loginSubmitted, (form) => ({ ...form, usernameError: null, passwordError: null })),
    on(loginRefused, (form, { username, password }) => ({
      ...form,
      usernameError: username,
      passwordError: password,
    })),
    on(login.succeeded, () => EMPTY),
    on(authenticate.succeeded, () => EMPTY),
  ],
  { version: 2 },
);

export const changeUsername = createAction(usernameChanged);
export const submitLogin = createAction(loginSubmitted);
const refuse = createFollowUp(loginRefused);

const submitted = onLive(loginSubmitted);
sample({
  clock: submitted,
  filter: ({ payload }) => checkLogin(payload) !== null,
  fn: ({ payload, id }) => ({
    payload: checkLogin(payload) ?? { username: null, password: null },
    cause: id,
  }),
  target: refuse,
});
sample({
  clock: submitted,
  source: $location,
  filter: (_location, { payload }) => checkLogin(payload) === null,
  fn: ({ search }, { payload, id }) => ({
    body: { ...payload, ...redirectOf(search) },
    cause: id,
  }),
  target: loginCall.start,
});
sample({
  clock: loginCall.succeeded,
  source: $location,
  filter: (_location, { payload }) => payload.status === 202,
  fn: ({ search }, { id }) => ({
    path: secondFactorRoute.path + search,
    replace: false,
    cause: id,
  }),
  target: navigateTo,
});
sample({
  clock: signInSucceeded,
  fn: ({ payload, id }) => ({
    path: landingPath(payload.body.redirectPath),
    replace: true,
    cause: id,
  }),
  target: navigateTo,
});
