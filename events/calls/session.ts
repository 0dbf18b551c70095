/** Start of the app, sign-in and sign-out, session and current user. */
import { Type } from "typebox";
import { Nullable, Text } from "../entities/common.ts";
import { RedirectPath, SecondStep, SignedIn } from "../entities/signIn.ts";
import { CurrentUser, SessionUser, User } from "../entities/user.ts";
import { defineCall } from "../kernel/call.ts";
import { Address, Personal, Secret } from "../kernel/redaction.ts";
import { EventLogLimits } from "../rules/eventLog.ts";

export const getPublicInfo = defineCall({
  name: "session/getPublicInfo",
  summary: "Get public settings and a CSRF token",
  method: "GET",
  endpoint: "/api/public/info",
  permission: "public",
  schema: {
    responses: {
      200: Type.Object({
        sessionKeepAliveTimeoutThreshold: Type.Integer(),
        gtmContainerId: Nullable(Type.String()),
        ssoEnabled: Type.Boolean(),
        /** False if users sign in by single sign-on only. */
        passwordEnabled: Type.Boolean(),
        /** False where no mail leaves the server, which keeps each as a file. Logs of earlier builds lack it. */
        emailEnabled: Type.Optional(Type.Boolean()),
        /** Logs of earlier builds lack it. */
        eventLog: Type.Optional(EventLogLimits),
      }),
    },
  },
});

export const getAdminInfo = defineCall({
  name: "session/getAdminInfo",
  summary: "Get the settings for administrators",
  method: "GET",
  endpoint: "/api/admin/info",
  permission: "public",
  schema: {
    responses: {
      200: Type.Object({
        supportRequestsUrl: Nullable(Type.String()),
        requestFormUrl: Nullable(Type.String()),
        midpointURI: Nullable(Type.String()),
        accessRoleArchTypeOID: Nullable(Type.String()),
      }),
    },
  },
});

const SessionTimes = {
  sessionLengthInMillis: Type.Integer(),
  /**
   * Time until the session ends regardless of activity; null if there is no such limit and in logs of earlier builds.
   */
  sessionEndsInMillis: Nullable(Type.Integer()),
};

export const getSessionLength = defineCall({
  name: "session/getSessionLength",
  summary: "Get the length of sessions",
  method: "GET",
  endpoint: "/api/config/sessionLength",
  permission: "public",
  succeededVersion: 2,
  schema: { responses: { 200: Type.Object({ data: Type.Object(SessionTimes) }) } },
});

export const getSession = defineCall({
  name: "session/getSession",
  summary: "Check that the session is active",
  method: "GET",
  endpoint: "/api/session",
  permission: "signedIn",
  schema: { responses: { 200: Type.Object({ message: Type.String() }) } },
});

/** Resets the session's timeout. */
export const renewSession = defineCall({
  name: "session/renewSession",
  summary: "Extend the session",
  method: "POST",
  endpoint: "/api/session",
  permission: "signedIn",
  succeededVersion: 2,
  schema: {
    body: Type.Object({ redirectUrl: Type.Optional(Address(Type.String({ maxLength: 2048 }))) }),
    responses: {
      200: Type.Object({
        user: User,
        sessionUser: SessionUser,
        ...SessionTimes,
      }),
    },
  },
});

export const login = defineCall({
  name: "session/login",
  summary: "Sign in with a password",
  method: "POST",
  endpoint: "/api/login",
  permission: "public",
  schema: {
    body: Type.Object({
      username: Personal(Text),
      password: Secret(Type.String({ maxLength: 1024 })),
      redirectPath: RedirectPath,
    }),
    responses: {
      200: SignedIn,
      /** The password was correct. The session starts only after the second factor. */
      202: Type.Object({ secondFactor: SecondStep }),
    },
  },
});

/** Confirms the password in an open session, as sensitive changes require. */
export const confirmPassword = defineCall({
  name: "session/confirmPassword",
  summary: "Confirm your password",
  method: "POST",
  endpoint: "/api/session/confirm",
  permission: "signedIn",
  schema: {
    body: Type.Object({ password: Secret(Type.String({ maxLength: 1024 })) }),
    responses: { 200: Type.Object({}) },
  },
});

/** Starts a single sign-on: the browser goes to the address and returns with state and code. */
export const beginSignOn = defineCall({
  name: "session/beginSignOn",
  summary: "Start a single sign-on",
  method: "POST",
  endpoint: "/api/begin-authentication",
  permission: "public",
  schema: {
    body: Type.Object({ path: RedirectPath }),
    responses: { 200: Type.Object({ url: Secret(Type.String()) }) },
  },
});

/** Completes a single sign-on: exchanges the provider's answer for a session. */
export const authenticate = defineCall({
  name: "session/authenticate",
  summary: "Finish a single sign-on",
  method: "POST",
  endpoint: "/api/authenticate",
  permission: "public",
  schema: {
    body: Type.Object({
      state: Secret(Type.String({ maxLength: 1024 })),
      auth_code: Secret(Type.String({ maxLength: 8192 })),
      /** The destination afterwards; defaults to the page where the sign-on began. */
      path: RedirectPath,
    }),
    responses: { 200: SignedIn },
  },
});

export const logout = defineCall({
  name: "session/logout",
  summary: "Sign out",
  method: "POST",
  endpoint: "/api/logout",
  permission: "public",
  schema: {
    body: Type.Object({ userTimedOut: Type.Boolean() }),
    responses: { 200: Type.Object({ userTimedOut: Type.Boolean() }) },
  },
});

/** Signs out with single sign-on: ends the session here, and the provider's by `providerUrl`. */
export const endSession = defineCall({
  name: "session/endSession",
  summary: "Sign out here and at the identity provider",
  method: "POST",
  endpoint: "/api/end-session",
  permission: "public",
  schema: {
    body: Type.Object({ userTimedOut: Type.Boolean() }),
    responses: {
      200: Type.Object({
        userTimedOut: Type.Boolean(),
        /** The browser's next address; null if there is nothing to end at the provider. */
        providerUrl: Secret(Nullable(Type.String())),
      }),
    },
  },
});

/** Every page calls it at its start, the sign-in page included. */
export const getCurrentUser = defineCall({
  name: "session/getCurrentUser",
  summary: "Get the signed-in user",
  method: "GET",
  endpoint: "/api/users/current",
  permission: "signedIn",
  visitorsGetNoContent: true,
  schema: { responses: { 200: CurrentUser } },
});
