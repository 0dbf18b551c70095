/** The sign-in form. The password never enters a store: the form passes it on once, on submit. */
import { screenOpened } from "#events/actions/app.ts";
import { loginRefused, loginSubmitted, usernameChanged } from "#events/actions/session.ts";
import type { Message } from "#events/kernel/message.ts";
import { authenticate, login } from "#events/calls/session.ts";
import { $location, navigateTo } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { react } from "../../kernel/react.ts";
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

react(
  loginSubmitted,
  ({ payload }) => {
    const problems = checkLogin(payload);
    return problems && { payload: problems };
  },
  createFollowUp(loginRefused),
);
react(
  loginSubmitted,
  $location,
  ({ search }, { payload }) =>
    checkLogin(payload) === null ? { body: { ...payload, ...redirectOf(search) } } : null,
  loginCall.start,
);
react(
  loginCall.succeeded,
  $location,
  ({ search }, { payload }) =>
    payload.status === 202 ? { path: secondFactorRoute.path + search, replace: false } : null,
  navigateTo,
);
react(
  signInSucceeded,
  ({ payload }) => ({
    path: landingPath(payload.body.redirectPath),
    replace: true,
  }),
  navigateTo,
);
