/** The signed-in user and client, and the start and end of a session. */
import { combine, merge, sample, type Event } from "effector";
import { appStarted, navigated, securityFlagClosed } from "#events/actions/app.ts";
import {
  clientChosen,
  clientRecalled,
  currentUserWanted,
  endedElsewhere,
  sessionLost,
  signOutWanted,
} from "#events/actions/session.ts";
import {
  patchClient,
  saveAdminAccess,
  saveApprovalRules,
  saveSignInRules,
  saveLimits,
  saveUsernameFormat,
} from "#events/calls/clients.ts";
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import * as calls from "#events/calls/session.ts";
import { updateProfile } from "#events/calls/profile.ts";
import type { Client } from "#events/entities/client.ts";
import type { User } from "#events/entities/user.ts";
import { holdsGroup, seesPeople } from "#events/rules/permissions.ts";
import { anyCallFailed, createCall, onAnyCallFailed } from "../../kernel/calls.ts";
import { $location, $unsaved, navigateTo } from "../../kernel/navigation.ts";
import {
  $notifications,
  expireNotification,
  notificationOf,
  showNotification,
} from "../../kernel/notifications.ts";
import { createProjection } from "../../kernel/projection.ts";
import { leaveFx } from "../../kernel/ssoPorts.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { react } from "../../kernel/react.ts";
import { createTask } from "../../kernel/task.ts";
import { $appInfo } from "./appInfo.ts";
import { $endsAt } from "./expiry.ts";
import {
  ENDED_NOTICE_TIME,
  endedMessage,
  isEndedMessage,
  isOver,
  loginPath,
  sessionEndedMessage,
} from "./rules.ts";

export interface Session {
  /** False until the first fetch of the current user has completed. */
  readonly known: boolean;
  readonly user: User | null;
  /** The chosen client if it is one of the user's, otherwise the user's first. */
  readonly client: Client | null;
  /** The session ended while its screen was open, so the app opens `/` without a return path. */
  readonly ended?: true;
}

type SignedIn = Omit<Session, "client">;

const SIGNED_OUT: SignedIn = { known: true, user: null };
const ENDED: SignedIn = { ...SIGNED_OUT, ended: true };

function signedIn(user: User): SignedIn {
  return { known: true, user };
}

/** Updates the changed client in the user's list, too. */
function replaceClient(state: SignedIn, { body }: { readonly body: Client }): SignedIn {
  const { user } = state;
  if (user === null) return state;
  const clients = user.clients.map((client) => (client.id === body.id ? body : client));
  return { ...state, user: { ...user, clients, client: clients[0] ?? null } };
}

export const publicInfoCall = createCall(calls.getPublicInfo);
const adminInfoCall = createCall(calls.getAdminInfo);
export const currentUserCall = createCall(calls.getCurrentUser);
export const loginCall = createCall(calls.login);
export const authenticateCall = createCall(calls.authenticate);
const logoutCall = createCall(calls.logout);
const endSessionCall = createCall(calls.endSession);

export const verifyCodeCall = createCall(verifyCode);
export const verifyPasskeyCall = createCall(verifyPasskey);

/** A sign-in by any method. A password with a pending second factor signs nobody in. */
export const signInSucceeded = merge([
  loginCall.succeeded.filterMap(({ payload, ...happening }) =>
    payload.status === 200 ? { ...happening, payload } : undefined,
  ),
  authenticateCall.succeeded,
  verifyCodeCall.succeeded,
  verifyPasskeyCall.succeeded,
]);

/** The sign-out by either of the two calls; a page uses only one of them. */
export const signOutRequest = {
  $request: combine(logoutCall.$request, endSessionCall.$request, (logout, endSession) =>
    endSession.status === "NotStarted" ? logout : endSession,
  ),
  succeeded: merge([logoutCall.succeeded, endSessionCall.succeeded]),
  failed: merge([logoutCall.failed, endSessionCall.failed]),
};
const SIGN_OUTS: ReadonlySet<string> = new Set([calls.logout.name, calls.endSession.name]);

const $signedIn = createProjection<SignedIn>(
  "session",
  { known: false, user: null },
  (on) => [
    on(calls.getCurrentUser.succeeded, (_state, { body }) => signedIn(body)),
    on(calls.getCurrentUser.failed, (state) => (state.user ? state : SIGNED_OUT)),
    on(calls.login.succeeded, (state, reply) =>
      reply.status === 200 ? signedIn(reply.body.user) : state,
    ),
    on(calls.authenticate.succeeded, (_state, { body }) => signedIn(body.user)),
    on(verifyCode.succeeded, (_state, { body }) => signedIn(body.user)),
    on(verifyPasskey.succeeded, (_state, { body }) => signedIn(body.user)),
    // A renewal answered after the session's end signs nobody in.
    on(calls.renewSession.succeeded, (state, { body }) =>
      state.user ? signedIn(body.user) : state,
    ),
    on(updateProfile.succeeded, (_state, { body }) => signedIn(body)),
    on(patchClient.succeeded, replaceClient),
    on(saveUsernameFormat.succeeded, replaceClient),
    on(saveLimits.succeeded, replaceClient),
    on(saveApprovalRules.succeeded, replaceClient),
    on(saveSignInRules.succeeded, replaceClient),
    on(saveAdminAccess.succeeded, replaceClient),
    on(calls.logout.succeeded, () => ENDED),
    on(calls.endSession.succeeded, () => ENDED),
    on(sessionLost, () => ENDED),
    on(endedElsewhere, () => ENDED),
    on(navigated, (state) => (state.ended ? SIGNED_OUT : state)),
  ],
  { keepOnClientChange: true, version: 3 },
);

/** The client id stored in this browser, which may not be one of the user's. */
const $chosenClient = createProjection<string | null>(
  "session/chosenClient",
  null,
  (on) => [
    on(clientChosen, (_chosen, { clientId }) => clientId),
    on(clientRecalled, (_chosen, { clientId }) => clientId),
  ],
  { keepOnLogout: true },
);

export const $session = combine($signedIn, $chosenClient, (session, chosen): Session => {
  const clients = session.user?.clients ?? [];
  return { ...session, client: clients.find(({ id }) => id === chosen) ?? clients[0] ?? null };
});
export const $user = $session.map(({ user }) => user);
/** Whether the user maps the roles of all resources, and so sees all policies and people. */
export const $mapsAllRoles = $user.map((user) => user !== null && holdsGroup(user, "RoleMapping"));
/** Whether the user sees all people of the directory. */
export const $seesPeople = $user.map((user) => user !== null && seesPeople(user));
export const $client = $session.map(({ client }) => client);
export const $clientId = $client.map((client) => client?.id ?? null);
/** Filters events to those while a client is chosen, and adds that client. */
export function withClient<Happened extends object>(
  clock: Event<Happened>,
): Event<Happened & { readonly clientId: string }> {
  return sample({
    clock,
    source: $clientId,
    fn: (clientId, happening) => (clientId === null ? undefined : { ...happening, clientId }),
  }).filterMap((happening) => happening);
}

/** The server has answered the app's start calls, with the CSRF token that changes need. */
export const $tokenCame = combine(
  $session,
  publicInfoCall.$status,
  ({ known }, publicInfo) => known && (publicInfo === "Success" || publicInfo === "Fail"),
);

/** The XSRF error flag: a call was refused for its token. The refusal contained a new one. */
export const $securityFlag = createProjection(
  "session/securityFlag",
  false,
  (on) => [
    onAnyCallFailed((flag, { code }) => flag || code === "EBADCSRFTOKEN"),
    on(securityFlagClosed, () => false),
  ],
  { keepOnClientChange: true },
);
export const closeSecurityFlag = createAction(securityFlagClosed);

const $redirectsOnFailure = createProjection("session/redirectsOnFailure", true, (on) => [
  on(currentUserWanted, (_state, { redirectOnFailure }) => redirectOnFailure),
]);

const wantCurrentUser = createFollowUp(currentUserWanted);
const wantSignOut = createFollowUp(signOutWanted);

/** Fetches the current user; a failure opens the login path unless `redirectOnFailure` is off. */
export const fetchCurrentUser = wantCurrentUser.prepend(
  ({ redirectOnFailure = true, cause }: { redirectOnFailure?: boolean; cause: string | null }) => ({
    payload: { redirectOnFailure },
    cause,
  }),
);

/** Ends the session; `userTimedOut` says that it timed out. */
export const signOut = wantSignOut.prepend(
  ({ userTimedOut, cause }: { userTimedOut: boolean; cause: string | null }) => ({
    payload: { userTimedOut },
    cause,
  }),
);

react(appStarted, () => ({}), publicInfoCall.start);
react(appStarted, () => ({}), adminInfoCall.start);
// At the start the guards decide on their own where to go once the answer has arrived.
react(appStarted, () => ({ redirectOnFailure: false }), fetchCurrentUser);

react(currentUserWanted, () => ({}), currentUserCall.start);
react(
  currentUserCall.failed,
  combine({ location: $location, redirects: $redirectsOnFailure }),
  ({ location, redirects }) => (redirects ? { path: loginPath(location), replace: true } : null),
  navigateTo,
);

react(
  signOutWanted,
  $appInfo,
  ({ ssoEnabled }, { payload: { userTimedOut } }) =>
    ssoEnabled ? null : { body: { userTimedOut } },
  logoutCall.start,
);
react(
  signOutWanted,
  $appInfo,
  ({ ssoEnabled }, { payload: { userTimedOut } }) =>
    ssoEnabled ? { body: { userTimedOut } } : null,
  endSessionCall.start,
);
const leave = createTask(leaveFx);
react(
  endSessionCall.succeeded,
  ({ payload: { body } }) =>
    body.providerUrl === null ? null : { input: { url: body.providerUrl } },
  leave.start,
);
react(signOutRequest.succeeded, () => ({ path: "/", replace: true }), navigateTo);

const sessionRefused = sample({
  clock: anyCallFailed,
  source: $user,
  filter: (user, { payload }) => user !== null && payload.code === "EBADSESSION",
  fn: (_user, failure) => failure,
});

/** The id of the event by which a call of this session was first refused for it. */
const $refusedBy = createProjection<string | null>(
  "session/refusedBy",
  null,
  (on) => [
    onAnyCallFailed(
      (refusedBy, { code }, { id }) => refusedBy ?? (code === "EBADSESSION" ? id : null),
    ),
    on(calls.login.succeeded, () => null),
    on(calls.authenticate.succeeded, () => null),
    on(verifyCode.succeeded, () => null),
    on(verifyPasskey.succeeded, () => null),
    on(calls.getCurrentUser.succeeded, () => null),
  ],
  { keepOnClientChange: true },
);

// The server no longer has the session: sign out without the timeout flag. Without a user there is nothing to end. Only the first
// refused call signs out, because that replaces the cookie whose token a second sign-out would send.
react(
  sessionRefused,
  $refusedBy,
  (refusedBy, { call, id }) =>
    refusedBy === id && !SIGN_OUTS.has(call) ? { userTimedOut: false } : null,
  signOut,
);

// Runs once, regardless of the number of refused calls, and not for users who are signing out.
react(
  sessionRefused,
  combine({ refusedBy: $refusedBy, unsaved: $unsaved }),
  ({ refusedBy, unsaved }, { call, id }) =>
    refusedBy === id && !SIGN_OUTS.has(call)
      ? notificationOf("warning", sessionEndedMessage(unsaved), id, ENDED_NOTICE_TIME)
      : null,
  showNotification,
);

/** The last requested sign-out was caused by the timeout and not by a user. */
const $timedOut = createProjection(
  "session/timedOut",
  false,
  (on) => [on(signOutWanted, (_state, { userTimedOut }) => userTimedOut)],
  { keepOnLogout: true },
);

react(
  [signOutRequest.succeeded, signOutRequest.failed],
  combine({ timedOut: $timedOut, endsAt: $endsAt }),
  ({ timedOut, endsAt }, { id, time }) =>
    timedOut
      ? notificationOf("warning", endedMessage(true, isOver(endsAt, time)), id, ENDED_NOTICE_TIME)
      : null,
  showNotification,
);

const $endedNotice = $notifications.map(
  (shown) => shown.find(({ message }) => isEndedMessage(message)) ?? null,
);
react(
  [signInSucceeded, currentUserCall.succeeded],
  $endedNotice,
  (notice) => notice && { payload: { id: notice.id } },
  expireNotification,
);

const loseSession = createFollowUp(sessionLost);
// An expired session is over, even if the server cannot be notified.
react(
  signOutRequest.failed,
  combine({ user: $user, refusedBy: $refusedBy, timedOut: $timedOut }),
  ({ user, refusedBy, timedOut }) =>
    user !== null && (refusedBy !== null || timedOut) ? { payload: {} } : null,
  loseSession,
);
react(sessionLost, () => ({ path: "/", replace: true }), navigateTo);
// A browser that lost the cookie gets a new one, because signing in requires it.
react(sessionLost, () => ({}), publicInfoCall.start);
