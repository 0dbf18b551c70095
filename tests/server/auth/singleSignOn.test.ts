/** Single sign-on with a real provider of OpenID Connect, and what attackers try at it. */
import type { LightMyRequestResponse } from "fastify";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { SIGN_ON_LIFETIME } from "#server/auth/signOns.ts";
import {
  ProviderVisitor,
  startProvider,
  type RunningProvider,
} from "../../support/oidcProvider.ts";
import { verificationToken } from "../support/accountTokens.ts";
import { createApi, type Browser, type TestApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";

const PEOPLE = {
  olga: { preferred_username: "Owner", email: "OWNER@example.com", email_verified: true },
  max: { preferred_username: "mapper", email: "mapper@example.com", email_verified: false },
  silent: { preferred_username: "mapper", email: "mapper@example.com" },
  ghost: { preferred_username: "nobody here", email: "nobody@example.com", email_verified: true },
  former: { preferred_username: "archived", email: "archived@example.com", email_verified: true },
  quiet: {},
};

let provider: RunningProvider;
beforeAll(async () => {
  provider = await startProvider({ people: PEOPLE });
  return () => provider.stop();
});

function settingsOf(environment: Readonly<Record<string, string>> = {}) {
  const { singleSignOn, passwordSignIn } = readConfig({ ...provider.settings, ...environment });
  return { singleSignOn, passwordSignIn };
}

interface Returned {
  readonly state: string;
  readonly auth_code: string;
}

/** Goes to the provider and comes back, as the page does. @param change alters the address on the way. */
async function comeBack(
  browser: Browser,
  name: string,
  { path, change = () => {} }: { path?: string; change?: (url: URL) => void } = {},
): Promise<Returned> {
  const begun = await browser.post("/api/begin-authentication", { ...(path && { path }) });
  expect(begun.statusCode).toBe(200);
  const url = new URL(begun.json().url);
  change(url);
  const back = await new ProviderVisitor(provider.issuer).signIn(url.href, name);
  return {
    state: back.searchParams.get("state") ?? "",
    auth_code: back.searchParams.get("code") ?? "",
  };
}

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  let browser: Browser;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current, { settings: settingsOf() });
    return () => api.app.close();
  });
  beforeEach(async () => {
    api.clock.now = new Date();
    browser = await visit();
  });

  const visit = async () => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    return visitor;
  };
  const isSignedIn = async (at: Browser) => (await at.get("/api/users/current")).statusCode === 200;
  const expectRefused = async (
    response: LightMyRequestResponse,
    status: number,
    code: string,
  ): Promise<void> => {
    expect(response.statusCode).toBe(status);
    expect(response.json().code).toBe(code);
    expect(await isSignedIn(browser)).toBe(false);
  };

  test("[SIGN-13] [CLI-4] whom the provider knows is signed in by state, auth_code and path", async () => {
    expect((await browser.get("/api/public/info")).json()).toMatchObject({
      ssoEnabled: true,
      passwordEnabled: true,
    });
    const visitorCookie = browser.cookie;
    const answer = await comeBack(browser, "olga");
    const path = encodeURIComponent("/rbac/role-mapping?contains=a b");
    const response = await browser.post("/api/authenticate", { ...answer, path });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      user: { id: directory.users.owner, username: "owner" },
      redirectPath: "/rbac/role-mapping?contains=a b",
    });
    expect(browser.cookie).not.toBe(visitorCookie);
    expect(await isSignedIn(browser)).toBe(true);
    const row = await database.current.db
      .selectFrom("audit")
      .selectAll()
      .orderBy("at", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ call: "session/authenticate", actor: "owner" });
  });

  test("the way that was wanted at the beginning is kept, within the app", async () => {
    const answer = await comeBack(browser, "olga", { path: "%2Fusers%3Fpage%3D2" });
    const response = await browser.post("/api/authenticate", answer);
    expect(response.json().redirectPath).toBe("/users?page=2");
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "no way leads out of the app: %s",
    async (path) => {
      const begun = await comeBack(browser, "olga", { path: encodeURIComponent(path) });
      expect((await browser.post("/api/authenticate", begun)).json().redirectPath).toBeNull();
      const again = await comeBack(browser, "olga");
      const response = await browser.post("/api/authenticate", { ...again, path });
      expect(response.json().redirectPath).toBeNull();
    },
  );

  test("the request bears state, nonce and a PKCE challenge, and no secret", async () => {
    const begun = await browser.post("/api/begin-authentication", {});
    const { searchParams } = new URL(begun.json().url);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: "provision",
      response_type: "code",
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
      scope: "openid profile email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const rows = await database.current.db.selectFrom("sign_ons").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(searchParams.get("state"));
  });

  describe("attacks", () => {
    test("a state that nobody was given is refused", async () => {
      const { auth_code } = await comeBack(browser, "olga");
      const response = await browser.post("/api/authenticate", { state: "guessed", auth_code });
      await expectRefused(response, 400, "EBADTOKEN");
    });

    test("a state is good once, and so is a code", async () => {
      const answer = await comeBack(browser, "olga");
      expect((await browser.post("/api/authenticate", answer)).statusCode).toBe(200);
      browser = await visit();
      await expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
      const { state } = await comeBack(browser, "olga");
      const replayed = await browser.post("/api/authenticate", {
        state,
        auth_code: answer.auth_code,
      });
      await expectRefused(replayed, 400, "EBADTOKEN");
    });

    test("of two that use a state at once one is signed in", async () => {
      const answer = await comeBack(browser, "olga");
      const { cookie, token } = browser;
      const copies = [0, 1].map(() => Object.assign(api.visitor(), { cookie, token }));
      const answers = await Promise.all(
        copies.map((copy) => copy.post("/api/authenticate", answer)),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 400,
      ]);
    });

    test("nobody can be signed in as an attacker: a state of another browser is refused, and stays good there", async () => {
      const attacker = await visit();
      const planted = await comeBack(attacker, "olga");
      await expectRefused(await browser.post("/api/authenticate", planted), 400, "EBADTOKEN");
      expect((await attacker.post("/api/authenticate", planted)).statusCode).toBe(200);
    });

    test("a page elsewhere can neither begin nor end a sign-on: both need the security token", async () => {
      const answer = await comeBack(browser, "olga");
      browser.token = null;
      for (const [path, body] of [
        ["/api/begin-authentication", {}],
        ["/api/authenticate", answer],
        ["/api/end-session", { userTimedOut: false }],
      ] as const) {
        const forged = Object.assign(api.visitor(), { cookie: browser.cookie });
        const response = await forged.post(path, body);
        expect(response.json().code).toBe("EBADCSRFTOKEN");
      }
    });

    test("a token of another sign-on is refused by its nonce", async () => {
      const answer = await comeBack(browser, "olga", {
        change: (url) => url.searchParams.set("nonce", "of another sign-on"),
      });
      await expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
    });

    test("a code that was caught is worth nothing without the PKCE verifier", async () => {
      const answer = await comeBack(browser, "olga", {
        change: (url) => url.searchParams.set("code_challenge", "A".repeat(43)),
      });
      await expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
    });

    test("a code of another sign-on is refused, though the state is right", async () => {
      const caught = await comeBack(await visit(), "olga");
      const { state } = await comeBack(browser, "max");
      const response = await browser.post("/api/authenticate", {
        state,
        auth_code: caught.auth_code,
      });
      await expectRefused(response, 400, "EBADTOKEN");
    });

    test("a sign-on that takes too long is over", async () => {
      const answer = await comeBack(browser, "olga");
      api.clock.now = new Date(api.clock.now.getTime() + SIGN_ON_LIFETIME);
      await expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
      await browser.post("/api/begin-authentication", {});
      const rows = await database.current.db.selectFrom("sign_ons").select("expires_at").execute();
      expect(rows.every((row) => row.expires_at > api.clock.now)).toBe(true);
    });

    test("whoever refuses at the provider comes back without a code, and words of its own are not needed", async () => {
      const begun = await browser.post("/api/begin-authentication", {});
      const back = await new ProviderVisitor(provider.issuer).signIn(begun.json().url, null);
      expect(back.searchParams.get("error")).toBe("access_denied");
      expect(back.searchParams.get("code")).toBeNull();
    });
  });

  test.each(["ghost", "former", "quiet"])(
    "the provider's %s, who is no active user here, is not signed in and nobody is added",
    async (name) => {
      const { db } = database.current;
      const count = () =>
        db.selectFrom("users").select(db.fn.countAll<number>().as("users")).executeTakeFirst();
      const before = await count();
      const answer = await comeBack(browser, name);
      const response = await browser.post("/api/authenticate", answer);
      await expectRefused(response, 401, "EBADCREDENTIALS");
      expect(await count()).toEqual(before);
    },
  );

  test("users may be known by their confirmed e-mail address, where one active user has it", async () => {
    const own = await createApi(database.current, {
      settings: settingsOf({ PROVISION_SSO_CLAIM: "email" }),
    });
    own.clock.now = new Date();
    const statusOf = async (name: string) => {
      const visitor = own.visitor();
      await visitor.get("/api/public/info");
      const answer = await comeBack(visitor, name);
      return (await visitor.post("/api/authenticate", answer)).statusCode;
    };
    expect(await statusOf("olga")).toBe(200);
    // His address is not confirmed at the provider.
    expect(await statusOf("max")).toBe(401);
    expect(await statusOf("silent")).toBe(401);
    const share = (email: string) =>
      database.current.db
        .updateTable("users")
        .set({ email })
        .where("username", "=", "guest")
        .execute();
    await share("owner@example.com");
    expect(await statusOf("olga")).toBe(401);
    await share("guest@example.com");
    await own.app.close();
  });

  test("where an e-mail address signs people on, nobody takes another's", async () => {
    const own = await createApi(database.current, {
      settings: settingsOf({ PROVISION_SSO_CLAIM: "email" }),
    });
    own.clock.now = new Date();
    const owner = await own.signIn("owner");
    const set = (field: string, value: string) =>
      owner.send("PATCH", "/api/users/current", {
        body: [{ op: "replace", path: `/${field}`, value }],
      });
    const response = await set("email", "guest@example.com");
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual([
      {
        path: "/body/email",
        message: "You sign in by this address; ask your administrator to change it",
      },
    ]);
    expect((await owner.get("/api/users/current")).json().email).toBe("owner@example.com");
    expect((await set("jobTitle", "Director")).statusCode).toBe(200);
    await own.app.close();
  });

  test("claims are also read from the token itself", async () => {
    const talkative = await startProvider({ people: PEOPLE, talkative: true });
    const own = await createApi(database.current, {
      settings: { singleSignOn: readConfig(talkative.settings).singleSignOn },
    });
    own.clock.now = new Date();
    const visitor = own.visitor();
    await visitor.get("/api/public/info");
    const begun = await visitor.post("/api/begin-authentication", {});
    const back = await new ProviderVisitor(talkative.issuer).signIn(begun.json().url, "olga");
    const { state = "", code = "" } = Object.fromEntries(back.searchParams);
    const response = await visitor.post("/api/authenticate", { state, auth_code: code });
    expect(response.statusCode).toBe(200);
    await own.app.close();
    await talkative.stop();
  });

  test.each([true, false])(
    "[SIGN-15] signing out ends the session and says so, and leads to the provider unless the time was up: %s",
    async (userTimedOut) => {
      const answer = await comeBack(browser, "olga");
      await browser.post("/api/authenticate", answer);
      const before = { cookie: browser.cookie, token: browser.token };
      const response = await browser.post("/api/end-session", { userTimedOut });
      expect(response.statusCode).toBe(200);
      const { providerUrl, ...rest } = response.json();
      expect(rest).toEqual({ userTimedOut });
      if (userTimedOut) {
        expect(providerUrl).toBeNull();
      } else {
        const url = new URL(providerUrl);
        expect(url.origin).toBe(provider.issuer);
        expect(url.searchParams.get("post_logout_redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1/);
        expect((await fetch(url)).status).toBe(200);
      }
      expect(await isSignedIn(Object.assign(api.visitor(), before))).toBe(false);
    },
  );

  test("[SIGN-15] a session by password ends here alone", async () => {
    await browser.post("/api/login", { username: "owner", password: PASSWORD });
    const response = await browser.post("/api/end-session", { userTimedOut: false });
    expect(response.json()).toEqual({ userTimedOut: false, providerUrl: null });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("while the provider is away, people are told so, sign in by password, and sign out", async () => {
    const away = await startProvider({ people: PEOPLE });
    const own = await createApi(database.current, {
      settings: { singleSignOn: readConfig(away.settings).singleSignOn },
    });
    own.clock.now = new Date();
    await away.stop();
    const visitor = own.visitor();
    await visitor.get("/api/public/info");
    const response = await visitor.post("/api/begin-authentication", {});
    expect(response.statusCode).toBe(503);
    expect(response.json()).toEqual({
      code: "EUNAVAILABLE",
      message:
        "The sign-in of your organisation cannot be reached; try again later, or sign in with your password",
    });
    expect((await visitor.signIn("owner", PASSWORD)).statusCode).toBe(200);
    await database.current.db.updateTable("sessions").set({ id_token: "x.y.z" }).execute();
    const out = await visitor.post("/api/end-session", { userTimedOut: false });
    expect(out.json()).toEqual({ userTimedOut: false, providerUrl: null });
    await own.app.close();
  });

  test("a provider that does not know us is told as one that cannot be reached", async () => {
    const own = await createApi(database.current, {
      settings: settingsOf({ PROVISION_SSO_CLIENT_SECRET: "another one" }),
    });
    own.clock.now = new Date();
    const visitor = own.visitor();
    await visitor.get("/api/public/info");
    const answer = await comeBack(visitor, "olga");
    const response = await visitor.post("/api/authenticate", answer);
    expect(response.statusCode).toBe(503);
    await own.app.close();
  });

  test("where passwords are not used, none is taken, reset, changed or chosen", async () => {
    const own = await createApi(database.current, {
      settings: settingsOf({ PROVISION_PASSWORD_SIGN_IN: "0" }),
    });
    own.clock.now = new Date();
    const visitor = own.visitor();
    expect((await visitor.get("/api/public/info")).json().passwordEnabled).toBe(false);
    for (const [method, path, body] of [
      ["POST", "/api/login", { username: "owner", password: PASSWORD }],
      ["PUT", "/api/forgot-password", { email: "owner@example.com" }],
      ["POST", "/api/reset-password", { token: "any", newPassword: "long enough" }],
    ] as const) {
      const response = await visitor.send(method, path, { body });
      expect(response.statusCode).toBe(403);
      expect(response.json().message).toContain("single sign-on");
    }
    const { keeper } = directory.users;
    const token = await verificationToken(own, keeper);
    const chosen = await visitor.send("PUT", `/api/users/activateUser?verificationToken=${token}`, {
      body: { givenName: "A", familyName: "B", password: "long enough" },
    });
    expect(chosen.statusCode).toBe(403);
    const confirmed = await visitor.send("PUT", "/api/verify", { body: { token } });
    expect(confirmed.json()).toEqual({ username: "keeper" });
    const row = await database.current.db
      .selectFrom("users")
      .select(["onboarded", "email_verified_at"])
      .where("id", "=", keeper)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ onboarded: true, email_verified_at: own.clock.now });
    await visitor.post("/api/authenticate", await comeBack(visitor, "olga"));
    for (const [method, path, body] of [
      ["POST", "/api/change-password", {}],
      [
        "PUT",
        "/api/users/update-password",
        { username: "owner", password: PASSWORD, newPassword: "long enough" },
      ],
    ] as const) {
      expect((await visitor.send(method, path, { body })).statusCode).toBe(403);
    }
    expect(await own.mails()).toEqual([]);
    await own.app.close();
  });

  test("without a provider there is nothing to begin or to end there", async () => {
    const own = await createApi(database.current);
    const visitor = own.visitor();
    expect((await visitor.get("/api/public/info")).json().ssoEnabled).toBe(false);
    expect((await visitor.post("/api/begin-authentication", {})).statusCode).toBe(404);
    const answer = { state: "a", auth_code: "b" };
    expect((await visitor.post("/api/authenticate", answer)).statusCode).toBe(404);
    await own.app.close();
  });
});
