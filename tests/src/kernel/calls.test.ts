/** Request groups: their status, their failures, and the app's reaction to global ones. */
import { beforeEach, describe, expect, it } from "vitest";
import { signOutWanted } from "#events/actions/session.ts";
import { getOrg, listOrgs } from "#events/calls/orgs.ts";
import { getCurrentUser, getPublicInfo, login, logout } from "#events/calls/session.ts";
import { ALL_CALLS } from "#events/catalogue.ts";
import { orgCall, orgsCall } from "#src/data/orgs/model.ts";
import { isMissing } from "#src/kernel/calls.ts";
import {
  $securityFlag,
  $session,
  $user,
  closeSecurityFlag,
  currentUserCall,
  fetchCurrentUser,
  loginCall,
  signOutRequest,
  signOut,
} from "#src/data/session/index.ts";
import { $location, navigateTo } from "#src/kernel/navigation.ts";
import { recordableEvents } from "#src/kernel/recorder.ts";
import { startApp } from "#src/app/model.ts";
import { makeOrg, makeUser, uuid } from "../support/fixtures.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { failureOf, notificationsOf } from "../support/told.ts";

const ORG = makeOrg(1);

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});

const fetchOrgOf = (oid: string, cause: string | null = null) =>
  app.act(orgCall.start, { params: { clientId: uuid(1), oid }, cause });

describe("a request group", () => {
  beforeEach(() => app.signIn(makeUser()));

  it("[CALL-1] goes from NotStarted over InProgress to Success", async () => {
    expect(app.get(orgCall.$status)).toBe("NotStarted");
    await fetchOrgOf(ORG.oid);
    expect(app.get(orgCall.$status)).toBe("InProgress");
    await app.reply(getOrg, ORG);
    expect(app.get(orgCall.$status)).toBe("Success");
    expect(app.get(orgsCall.$status)).toBe("NotStarted");
  });

  it("[CALL-1] [CALL-10] [CALL-11] goes to Fail and stores the error", async () => {
    await fetchOrgOf(ORG.oid);
    await app.fail(getOrg, { status: 404, code: "ENOTFOUND", message: "No such org" });
    expect(app.get(orgCall.$request)).toEqual({
      status: "Fail",
      failure: failureOf({ status: 404, code: "ENOTFOUND", message: "No such org" }),
    });
  });

  it("[CALL-10] clears the error with the next request", async () => {
    await fetchOrgOf(ORG.oid);
    await app.fail(getOrg);
    await fetchOrgOf(ORG.oid);
    expect(app.get(orgCall.$request)).toEqual({ status: "InProgress", failure: null });
  });

  it.each(["Success", "Fail"] as const)(
    "[CALL-2] returns from %s to NotStarted by a reset",
    async (end) => {
      await fetchOrgOf(ORG.oid);
      await (end === "Success" ? app.reply(getOrg, ORG) : app.fail(getOrg));
      expect(app.get(orgCall.$status)).toBe(end);
      await app.act(orgCall.reset, {});
      expect(app.get(orgCall.$request)).toEqual({ status: "NotStarted", failure: null });
    },
  );

  it("records request and outcome, one as the cause of the other", async () => {
    const cause = await app.open("dashboard", "/dashboard");
    await fetchOrgOf(ORG.oid, cause);
    await app.reply(getOrg, ORG);
    const [requested] = app.envelopes(getOrg.requested);
    const [succeeded] = app.envelopes(getOrg.succeeded);
    expect(requested?.payload).toEqual({ params: { clientId: uuid(1), oid: ORG.oid } });
    expect(succeeded?.cause).toBe(requested?.id);
    expect(succeeded?.payload).toEqual({ status: 200, body: ORG });
  });

  it("[CALL-3] exists for each call that the app makes, and each uses the same port", () => {
    const wired = ALL_CALLS.filter(({ requested }) => recordableEvents().has(requested.type));
    for (const { requested, succeeded, failed, reset } of wired) {
      const types = [requested, succeeded, failed, reset].map(({ type }) => type);
      expect(types.filter((type) => !recordableEvents().has(type))).toEqual([]);
    }
    expect(wired).toContain(listOrgs);
    expect(wired).toContain(login);
  });

  it("[SIGN-4] [SIGN-5] sign-in and sign-out have one each", async () => {
    expect([loginCall, signOutRequest].map(({ $request }) => app.get($request).status)).toEqual([
      "NotStarted",
      "NotStarted",
    ]);
    await app.act(loginCall.start, { body: { username: "a", password: "b" }, cause: null });
    expect(app.get(loginCall.$status)).toBe("InProgress");
    expect(app.get(signOutRequest.$request).status).toBe("NotStarted");
    await app.fail(login, { status: 401, code: "EBADCREDENTIALS", message: "Wrong" });
    expect(app.get(loginCall.$request).failure).toMatchObject({ code: "EBADCREDENTIALS" });
    expect(app.get(signOutRequest.$request).status).toBe("NotStarted");
  });
});

describe("an answer that arrives after the end of its session", () => {
  it("is dropped: it is not recorded, and the next user gets nothing of it", async () => {
    await app.signIn(makeUser());
    await fetchOrgOf(ORG.oid);
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(logout, { userTimedOut: false });
    const before = app.log.length;
    await app.reply(getOrg, ORG);
    expect(app.log).toHaveLength(before);
    expect(app.get(orgCall.$status)).toBe("NotStarted");
    await app.signIn(makeUser());
    await fetchOrgOf(ORG.oid);
    await app.reply(getOrg, ORG);
    expect(app.get(orgCall.$status)).toBe("Success");
  });
});

describe("a refused CSRF token", () => {
  it("[CALL-12] shows the XSRF error flag until the user closes it", async () => {
    await app.signIn(makeUser());
    expect(app.get($securityFlag)).toBe(false);
    await fetchOrgOf(ORG.oid);
    await app.fail(getOrg, { status: 403, code: "EBADCSRFTOKEN", message: "Wrong token" });
    expect(app.get($securityFlag)).toBe(true);
    expect(app.get($user)).not.toBeNull();
    await app.act(closeSecurityFlag, {});
    expect(app.get($securityFlag)).toBe(false);
  });

  it("[CALL-12] is not shown for other refusals", async () => {
    await app.signIn(makeUser());
    await fetchOrgOf(ORG.oid);
    await app.fail(getOrg, { status: 403, code: "EFORBIDDEN" });
    expect(app.get($securityFlag)).toBe(false);
  });
});

describe("a session unknown to the server", () => {
  beforeEach(async () => {
    await app.signIn(makeUser());
    await app.act(navigateTo, { path: "/rbac/role-mapping", cause: null });
    await fetchOrgOf(ORG.oid);
    await app.fail(getOrg, { status: 401, code: "EBADSESSION", message: "Signed out" });
  });

  it("[CALL-13] logs the user out without the timeout flag", async () => {
    expect(app.envelopes(signOutWanted).map(({ payload }) => payload)).toEqual([
      { userTimedOut: false },
    ]);
    expect(app.waiting(logout)[0]?.input.body).toEqual({ userTimedOut: false });
    await app.reply(logout, { userTimedOut: false });
    expect(app.get($user)).toBeNull();
  });

  it("is reported once for all calls, and not by the refused call's screen", () => {
    expect(app.get(orgCall.$request)).toEqual({ status: "Fail", failure: null });
    expect(notificationsOf(app)).toHaveLength(1);
  });

  it("[CALL-14] opens /", async () => {
    await app.reply(logout, { userTimedOut: false });
    expect(app.get($location)).toEqual({ pathname: "/", search: "" });
    expect(app.history.at(-1)).toEqual({ path: "/", how: "replace" });
  });

  it.each(["EBADSESSION", "EBADCSRFTOKEN", "ENETWORK"])(
    "[CALL-13] [CALL-14] ends even if the log-out fails with %s, without endless retries",
    async (code) => {
      await app.fail(logout, { status: null, code, message: "No" });
      expect(app.get($user)).toBeNull();
      expect(app.get($location).pathname).toBe("/");
      expect(app.get(orgCall.$status)).toBe("NotStarted");
      expect(app.waiting(logout)).toEqual([]);
      expect(app.waiting(getPublicInfo)).toHaveLength(1);
    },
  );
});

describe("a fetch of the current user", () => {
  it("[CALL-22] opens the login path if it fails", async () => {
    await app.act(navigateTo, { path: "/rbac/role-mapping?page=2", cause: null });
    await app.act(fetchCurrentUser, { cause: null });
    await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
    const { pathname, search } = app.get($location);
    expect(pathname).toBe("/");
    expect(new URLSearchParams(search).get("redirect")).toBe("/rbac/role-mapping?page=2");
  });

  it("[CALL-23] opens no other path if it fails without redirect-on-failure", async () => {
    await app.act(navigateTo, { path: "/errors/404", cause: null });
    await app.act(fetchCurrentUser, { cause: null, redirectOnFailure: false });
    await app.fail(getCurrentUser, { status: 500 });
    expect(app.get($location).pathname).toBe("/errors/404");
    expect(app.get(currentUserCall.$status)).toBe("Fail");
    expect(app.get($session)).toMatchObject({ known: true, user: null });
  });

  it("[APP-1] [APP-2] [APP-3] is fetched when the app starts, with public and admin info", async () => {
    await app.act(startApp, { version: "1", path: "/dashboard", debugStore: false });
    expect(app.sent.map(({ call }) => call.name).toSorted()).toEqual([
      "session/getAdminInfo",
      "session/getCurrentUser",
      "session/getPublicInfo",
    ]);
  });

  it("[SIGN-10] is replaced by a login", async () => {
    await app.signIn(makeUser({ username: "first" }));
    await app.act(loginCall.start, { body: { username: "b", password: "c" }, cause: null });
    await app.reply(login, { user: makeUser({ username: "second" }), redirectPath: null });
    expect(app.get($user)?.username).toBe("second");
  });
});

describe("a failed logout", () => {
  it("keeps the user signed in if the session remains", async () => {
    await app.signIn(makeUser());
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.fail(logout, { status: null, code: "ENETWORK", message: "Failed to fetch" });
    expect(app.get($user)).not.toBeNull();
  });
});

describe("a successful logout", () => {
  it("[SIGN-9] clears all stored state", async () => {
    await app.signIn(makeUser());
    await fetchOrgOf(ORG.oid);
    await app.reply(getOrg, ORG);
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(logout, { userTimedOut: false });
    expect(app.get(orgCall.$status)).toBe("NotStarted");
    expect(app.get($session)).toEqual({ known: true, user: null, client: null });
  });

  it.each([true, false])("[SIGN-12] [SIGN-16] reports userTimedOut %s", async (userTimedOut) => {
    await app.signIn(makeUser());
    await app.act(signOut, { userTimedOut, cause: null });
    expect(app.waiting(logout)[0]).toMatchObject({
      call: { method: "POST", endpoint: "/api/logout" },
      input: { body: { userTimedOut } },
    });
    await app.reply(logout, { userTimedOut });
    expect(app.envelopes(logout.succeeded)[0]?.payload.body).toEqual({ userTimedOut });
  });
});

it.each([
  [404, true],
  [400, true],
  [500, false],
  [null, false],
])("a failure with status %s is shown as not found: %s", (status, missing) => {
  expect(isMissing(failureOf({ status }))).toBe(missing);
  expect(isMissing(null)).toBe(false);
});
