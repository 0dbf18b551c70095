/** From address and session to the open screen: the whole app without a browser. */
import { beforeEach, describe, expect, it } from "vitest";
import { notificationShown, screenOpened, unsavedChanged } from "#events/actions/app.ts";
import { getOrg, induce } from "#events/calls/orgs.ts";
import { getCurrentUser, login, logout } from "#events/calls/session.ts";
import { updateProfile } from "#events/calls/profile.ts";
import type { User } from "#events/entities/user.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import {
  $failedRoute,
  $resolution,
  $screenModules,
  APP_TITLE,
  loadScreenFx,
  reloadFx,
  retryScreen,
  startApp,
} from "#src/app/model.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { induceCall, orgCall } from "#src/data/orgs/model.ts";
import "#src/features/policy-builder/View.tsx";
import { submitLogin } from "#src/features/login/model.ts";
import { signOut } from "#src/data/session/index.ts";
import { $location, $screen, navigateTo } from "#src/kernel/navigation.ts";
import { makeClient, makeUser, uuid } from "../support/fixtures.ts";
import { createTestApp, port, type TestApp } from "../support/scope.ts";
import { notificationsOf } from "../support/told.ts";
import { said } from "../../support/english.ts";

let app: TestApp;
/** Names of routes whose code cannot be loaded. */
let unloadable: Set<string>;
let loaded: string[];
let reloads: number;
let isAway: boolean;

beforeEach(() => {
  unloadable = new Set();
  loaded = [];
  reloads = 0;
  isAway = false;
  app = createTestApp({
    handlers: [
      port(loadScreenFx, async ({ route }) => {
        if (unloadable.has(route.name)) throw new Error("no such chunk");
        loaded.push(route.name);
        return { View: () => null };
      }),
      port(reloadFx, async () => {
        reloads += 1;
        if (isAway) throw new Error("The server is away");
      }),
    ],
  });
});

const start = (path: string) => app.act(startApp, { version: "1", path, debugStore: false });
/** Starts at an address, with or without a signed-in user. */
async function startAs(path: string, user: User | null): Promise<void> {
  await start(path);
  if (user) await app.reply(getCurrentUser, user);
  else await app.fail(getCurrentUser, { status: 401, code: "EBADSESSION" });
}
const here = () => {
  const { pathname, search } = app.get($location);
  return pathname + search;
};
const screen = () => app.get($screen)?.route;
const title = () => app.documents.findLast((shown) => shown.title !== undefined)?.title;

describe("the start", () => {
  it("opens nothing protected before the session is known", async () => {
    await start("/dashboard");
    expect(app.get($resolution)?.kind).toBe("wait");
    expect(screen()).toBeUndefined();
    await app.reply(getCurrentUser, makeUser());
    expect(screen()).toBe("dashboard");
    expect(app.envelopes(screenOpened)[0]?.payload).toEqual({
      route: "dashboard",
      path: "/dashboard",
      params: {},
    });
  });

  it("[ROUTE-1] loads only the code of the open screen", async () => {
    await startAs("/dashboard", makeUser());
    expect(loaded).toEqual(["dashboard"]);
  });

  it("opens a screen once, however often the session changes while its code loads", async () => {
    let arrive = (): void => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    app = createTestApp({
      handlers: [
        port(loadScreenFx, async ({ route }) => {
          loaded.push(route.name);
          await arrival;
          return { View: () => null };
        }),
      ],
    });
    await startAs("/dashboard", makeUser());
    await app.record(updateProfile.succeeded, { status: 200, body: makeUser() });
    arrive();
    await app.settle();
    expect(loaded).toEqual(["dashboard"]);
    expect(app.envelopes(screenOpened)).toHaveLength(1);
  });

  it("[ROUTE-93] [ROUTE-94] sends visitors to the login path with a return path", async () => {
    await startAs("/rbac/role-mapping?page=2", null);
    expect(screen()).toBe("login");
    expect(here()).toBe("/?redirect=%2Frbac%2Frole-mapping%3Fpage%3D2");
    expect(app.history.at(-1)?.how).toBe("replace");
  });

  it("[ROUTE-97] sends users without permission to /errors/403", async () => {
    await startAs("/rbac/role-mapping", makeUser({}, ["users_self_update"]));
    expect(here()).toBe("/errors/403");
    expect(screen()).toBe("forbidden");
  });

  it("[ROUTE-57] shows Not Found at an unknown address and keeps the address", async () => {
    await startAs("/nowhere", null);
    expect(here()).toBe("/nowhere");
    expect(screen()).toBe(ROUTE_TABLE.notFound.name);
  });

  it("[ROUTE-58] redirects a path with a trailing slash", async () => {
    await startAs("/rbac/role-mapping/?page=2", makeUser());
    expect(here()).toBe("/rbac/role-mapping?page=2");
    expect(screen()).toBe("roleMapping");
  });
});

describe("after the login", () => {
  const signIn = async (redirectPath: string | null) => {
    await app.act(submitLogin, { username: "ada", password: "secret" });
    await app.reply(login, { user: makeUser(), redirectPath });
  };

  it("[ROUTE-98] the user goes to the decoded redirect path of the response", async () => {
    await startAs("/rbac/role-mapping?contains=a%20b", null);
    await app.act(submitLogin, { username: "ada", password: "secret" });
    const { body } = app.waiting(login)[0]?.input ?? {};
    const { redirectPath } = body as { redirectPath: string };
    expect(decodeURIComponent(redirectPath)).toBe("/rbac/role-mapping?contains=a%20b");
    await app.reply(login, { user: makeUser(), redirectPath });
    expect(here()).toBe("/rbac/role-mapping?contains=a%20b");
    expect(screen()).toBe("roleMapping");
  });

  it("[ROUTE-98] a path with encoded percent signs returns unchanged", async () => {
    const path = "/rbac/role-mapping?contains=100%25%2541";
    await startAs(path, null);
    await app.act(submitLogin, { username: "ada", password: "secret" });
    const { body } = app.waiting(login)[0]?.input ?? {};
    const redirectPath = decodeRedirectPath((body as { redirectPath: string }).redirectPath);
    await app.reply(login, { user: makeUser(), redirectPath });
    expect(here()).toBe(path);
  });

  it("[ROUTE-99] without a redirect path in the response the user goes to /dashboard", async () => {
    await startAs("/", null);
    await signIn(null);
    expect(here()).toBe("/dashboard");
    expect(screen()).toBe("dashboard");
  });

  it.each(["//elsewhere.example", "https%3A%2F%2Felsewhere.example", "%"])(
    "[ROUTE-99] a path that leaves the app is replaced by /dashboard: %s",
    async (redirectPath) => {
      await startAs("/", null);
      await signIn(redirectPath);
      expect(here()).toBe("/dashboard");
    },
  );

  it("[SIGN-14] sends username, password and redirectPath", async () => {
    await startAs("/?redirect=%2Fdashboard", null);
    await app.act(submitLogin, { username: "ada", password: "secret" });
    expect(app.waiting(login)[0]?.input.body).toEqual({
      username: "ada",
      password: "secret",
      redirectPath: "%2Fdashboard",
    });
  });
});

describe("the page title", () => {
  it("[ROUTE-101] is Provision by default", () => {
    expect(APP_TITLE).toBe("Provision");
  });

  it("[ROUTE-100] is set by each screen", async () => {
    await startAs("/", makeUser());
    const oid = uuid(9);
    const paths: Record<string, string> = {
      "/dashboard": "Dashboard",
      "/rbac/role-mapping": "Role Mapping",
      [`/rbac/role-mapping/${oid}/access-policy-builder`]: "Access Policy Builder",
      "/errors/403": "Forbidden",
      "/errors/401": "Unauthorized",
      "/errors/500": "Internal Error",
      "/nowhere": "Not Found",
    };
    for (const [path, name] of Object.entries(paths)) {
      await app.act(navigateTo, { path, cause: null });
      expect(title()).toBe(`${name} | Provision`);
    }
  });

  it("[ROUTE-100] is set by the sign-in page", async () => {
    await startAs("/", null);
    expect(title()).toBe("Login | Provision");
  });
});

describe("a screen whose code cannot be loaded", () => {
  it("reports the failure, and opens on a retry", async () => {
    unloadable.add("dashboard");
    await startAs("/dashboard", makeUser());
    expect(app.get($failedRoute)).toBe("dashboard");
    expect(screen()).toBeUndefined();
    unloadable.clear();
    await app.act(retryScreen, {});
    expect(app.get($failedRoute)).toBeNull();
    expect(screen()).toBe("dashboard");
    expect(app.get($screenModules).has("dashboard")).toBe(true);
  });

  it("and fails again gets a new page, or reports the failure without a server", async () => {
    unloadable.add("dashboard");
    await startAs("/dashboard", makeUser());
    expect(reloads).toBe(0);
    await app.act(retryScreen, {});
    expect(reloads).toBe(1);
    expect(app.get($failedRoute)).toBeNull();
    isAway = true;
    await app.act(retryScreen, {});
    expect(reloads).toBe(2);
    expect(app.get($failedRoute)).toBe("dashboard");
  });
});

describe("signing out", () => {
  it("[SIGN-2] opens the login screen", async () => {
    await startAs("/dashboard", makeUser());
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.reply(logout, { userTimedOut: false });
    expect(here()).toBe("/");
    expect(screen()).toBe("login");
    await app.act(navigateTo, { path: "/dashboard", cause: null });
    expect(here()).toBe("/?redirect=%2Fdashboard");
  });

  it("[CALL-14] opens the login screen even if the server has no such session", async () => {
    await startAs("/rbac/role-mapping", makeUser());
    await app.act(orgCall.start, { params: { clientId: uuid(1), oid: uuid(9) }, cause: null });
    await app.fail(getOrg, { status: 401, code: "EBADSESSION" });
    await app.reply(logout, { userTimedOut: false });
    expect(here()).toBe("/");
    expect(screen()).toBe("login");
  });
});

describe("the end of a session", () => {
  const told = () => notificationsOf(app).map(({ message }) => message);

  it("is reported once and signs out once, however many calls it refuses, and those calls report nothing", async () => {
    const oid = uuid(9);
    await startAs(`/rbac/role-mapping/${oid}/access-policy-builder`, makeUser());
    await app.record(unsavedChanged, { unsaved: true });
    await app.act(induceCall.start, {
      params: { clientId: makeClient().id, oid },
      query: {},
      body: [],
      cause: null,
    });
    const refusal = { status: 401, code: "EBADSESSION" };
    await app.fail(induce, refusal);
    await app.fail(getOrg, refusal);
    expect(told()).toEqual([
      "Your session has ended. Sign in again. Changes that you had not applied are lost.",
    ]);
    // A second one would be refused, because the first one replaces the cookie and its token.
    expect(app.waiting(logout)).toHaveLength(1);
    await app.reply(logout, { userTimedOut: false });
    expect(screen()).toBe("login");
    expect(told()).toHaveLength(1);
  });

  it("is reported again after another sign-in, and mentions lost work only if there is some", async () => {
    for (let time = 0; time < 2; time += 1) {
      await startAs("/rbac/role-mapping", makeUser());
      expect(told()).toEqual([]);
      await app.act(orgCall.start, { params: { clientId: uuid(1), oid: uuid(9) }, cause: null });
      await app.fail(getOrg, { status: 401, code: "EBADSESSION" });
      await app.reply(logout, { userTimedOut: false });
      expect(told()).toEqual(["Your session has ended. Sign in again."]);
    }
  });

  it("is no longer reported after the next sign-in, unlike other messages that stay", async () => {
    await startAs("/dashboard", makeUser());
    await app.act(orgCall.start, { params: { clientId: uuid(1), oid: uuid(9) }, cause: null });
    await app.fail(getOrg, { status: 401, code: "EBADSESSION" });
    const [{ milliseconds } = { milliseconds: 0 }] = notificationsOf(app);
    await app.reply(logout, { userTimedOut: false });
    await app.record(notificationShown, {
      message: said("Of the day"),
      type: "info",
      milliseconds,
    });
    expect(told()).toEqual(["Your session has ended. Sign in again.", "Of the day"]);
    await startAs("/dashboard", makeUser());
    expect(told()).toEqual(["Of the day"]);
    await startAs("/dashboard", makeUser());
    expect(told()).toEqual(["Of the day"]);
  });

  it("is not reported after a sign-out", async () => {
    await startAs("/dashboard", makeUser());
    await app.act(signOut, { userTimedOut: false, cause: null });
    await app.fail(logout, { status: 401, code: "EBADSESSION" });
    expect(screen()).toBe("login");
    expect(told()).toEqual([]);
  });
});
