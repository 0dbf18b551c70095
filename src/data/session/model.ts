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
  saveSignInRules,
  saveLimits,
  saveUsernameFormat,
} from "#events/calls/clients.ts";
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import * as calls from "#events/calls/session.ts";
import { updateProfile } from "#events/calls/profile.ts";
import type { Client } from "#events/entities/client.ts";
import type { User } from "#events/entities/user.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
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
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
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
    on(saveSignInRules.succeeded, replaceClient),
    on(saveAdminAccess.succeeded, replaceClient),
    on(calls.logout.succeeded, () => ENDED),
    on(calls.endSession.succeeded, () => ENDED),
    on(sessionLost, () => ENDED),
    on(endedElsewhere, () => ENDED),
    on(navigated, (state) => (state.ended ? SIGNED_OUT : state)),
  ],
  { keepOnClientChange: true, version: 2 },
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

const started = onLive(appStarted);
sample({
  clock: started,
  fn: ({ id }) => ({ cause: id }),
  target: [publicInfoCall.start, adminInfoCall.start],
});
// At the start the guards decide on their own where to go once the answer has arrived.
sample({
  clock: started,
  fn: ({ id }) => ({ cause: id, redirectOnFailure: false }),
  target: fetchCurrentUser,
});

sample({
  clock: onLive(currentUserWanted),
  fn: ({ id }) => ({ cause: id }),
  target: currentUserCall.start,
});
sample({
  clock: currentUserCall.failed,
  source: { location: $location, redirects: $redirectsOnFailure },
  filter: ({ redirects }) => redirects,
  fn: ({ location }, { id }) => ({ path: loginPath(location), replace: true, cause: id }),
  target: navigateTo,
});

const signOutStarted = sample({
  clock: onLive(signOutWanted),
  source: $appInfo,
  fn: ({ ssoEnabled }, { payload, id }) => ({
    ssoEnabled,
    body: { userTimedOut: payload.userTimedOut },
    cause: id,
  }),
});
sample({
  clock: signOutStarted,
  filter: ({ ssoEnabled }) => !ssoEnabled,
  fn: ({ body, cause }) => ({ body, cause }),
  target: logoutCall.start,
});
sample({
  clock: signOutStarted,
  filter: ({ ssoEnabled }) => ssoEnabled,
  fn: ({ body, cause }) => ({ body, cause }),
  target: endSessionCall.start,
});
sample({
  clock: endSessionCall.succeeded,
  filter: ({ payload }) => payload.body.providerUrl !== null,
  fn: ({ payload }) => ({ url: payload.body.providerUrl ?? "" }),
  target: leaveFx,
});
sample({
  clock: signOutRequest.succeeded,
  fn: ({ id }) => ({ path: "/", replace: true, cause: id }),
  target: navigateTo,
});

const sessionRefused = sample({
  clock: anyCallFailed,
  source: $user,
  filter: (user, { payload }) => user !== null && payload.code === "EBADSESSION",
  fn: (_user, failure) => failure,
});

// The server no longer has the session: sign out without the timeout flag. Without a user there is nothing to end.
sample({
  clock: sessionRefused,
  filter: ({ call }) => !SIGN_OUTS.has(call),
  fn: ({ id }) => ({ userTimedOut: false, cause: id }),
  target: signOut,
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

// Runs once, regardless of the number of refused calls, and not for users who are signing out.
sample({
  clock: sessionRefused,
  source: { refusedBy: $refusedBy, unsaved: $unsaved },
  filter: ({ refusedBy }, { call, id }) => refusedBy === id && !SIGN_OUTS.has(call),
  fn: ({ unsaved }, { id }) =>
    notificationOf("warning", sessionEndedMessage(unsaved), id, ENDED_NOTICE_TIME),
  target: showNotification,
});

/** The last requested sign-out was caused by the timeout and not by a user. */
const $timedOut = createProjection(
  "session/timedOut",
  false,
  (on) => [on(signOutWanted, (_state, { userTimedOut }) => userTimedOut)],
  { keepOnLogout: true },
);

sample({
  clock: [signOutRequest.succeeded, signOutRequest.failed],
  source: { timedOut: $timedOut, endsAt: $endsAt },
  filter: ({ timedOut }) => timedOut,
  fn: ({ endsAt }, { id, time }) =>
    notificationOf("warning", endedMessage(true, isOver(endsAt, time)), id, ENDED_NOTICE_TIME),
  target: showNotification,
});

const $endedNotice = $notifications.map(
  (shown) => shown.find(({ message }) => isEndedMessage(message)) ?? null,
);
sample({
  clock: [signInSucceeded, currentUserCall.succeeded],
  source: $endedNotice,
  filter: (notice) => notice !== null,
  fn: (notice, { id }) => ({ payload: { id: notice?.id ?? "" }, cause: id }),
  target: expireNotification,
});

const loseSession = createFollowUp(sessionLost);
// An expired session is over, even if the server cannot be notified.
sample({
  clock: signOutRequest.failed,
  source: { user: $user, refusedBy: $refusedBy, timedOut: $timedOut },
  filter: ({ user, refusedBy, timedOut }) => user !== null && (refusedBy !== null || timedOut),
  fn: (_state, { id }) => ({ payload: {}, cause: id }),
  target: loseSession,
});
const lost = onLive(sessionLost);
sample({
  clock: lost,
  fn: ({ id }) => ({ path: "/", replace: true, cause: id }),
  target: navigateTo,
});
// A browser that lost the cookie gets a new one, because signing in requires it.
sample({ clock: lost, fn: ({ id }) => ({ cause: id }), target: publicInfoCall.start });
