/** Single sign-on with a real OpenID Connect provider. */
import { expect, test } from "vitest";
import { readConfig } from "#server/config.ts";
import { ProviderVisitor, startProvider, TWO_FACTORS } from "../../support/oidcProvider.ts";
import { verificationToken } from "../support/accountTokens.ts";
import { createApi } from "../support/api.ts";
import { PASSWORD } from "../support/directory.ts";
import { eachSignOn, isSignedIn, PEOPLE, settingsOf } from "./signOnSupport.ts";
import { textsOf } from "../support/errors.ts";

eachSignOn((signOn, database) => {
  test("[SIGN-13] [CLI-4] state, auth_code and path sign in a user whom the provider knows", async () => {
    const on = signOn();
    const { browser, directory } = on;
    expect((await browser.get("/api/public/info")).json()).toMatchObject({
      ssoEnabled: true,
      passwordEnabled: true,
    });
    const visitorCookie = browser.cookie;
    const { version } = await database.current.db
      .updateTable("users")
      .set({ onboarded: false })
      .where("id", "=", directory.users.owner)
      .returning("version")
      .executeTakeFirstOrThrow();
    const answer = await on.comeBack(browser, "olga");
    const path = encodeURIComponent("/rbac/role-mapping?contains=a b");
    const response = await browser.post("/api/authenticate", { ...answer, path });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({
      user: { id: directory.users.owner, username: "owner", onboarded: true },
      redirectPath: "/rbac/role-mapping?contains=a b",
    });
    expect(browser.cookie).not.toBe(visitorCookie);
    expect(await isSignedIn(browser)).toBe(true);
    const current = (await browser.get("/api/users/current")).json();
    expect(current).toMatchObject({ onboarded: true, logKey: response.json().logKey });
    const row = await database.current.db
      .selectFrom("audit")
      .selectAll()
      .orderBy("at", "desc")
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      call: "session/authenticate",
      actor: "owner",
      after: { onboarded: true },
    });
    const now = await database.current.db
      .selectFrom("users")
      .select("version")
      .where("id", "=", directory.users.owner)
      .executeTakeFirst();
    expect(now).toEqual({ version: version + 1 });
  });

  test("the path requested at the start is kept, within the app", async () => {
    const on = signOn();
    const { browser } = on;
    const answer = await on.comeBack(browser, "olga", { path: "%2Fusers%3Fpage%3D2" });
    const response = await browser.post("/api/authenticate", answer);
    expect(response.json().redirectPath).toBe("/users?page=2");
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"])(
    "the path %s does not leave the app",
    async (path) => {
      const on = signOn();
      const { browser } = on;
      const begun = await on.comeBack(browser, "olga", { path: encodeURIComponent(path) });
      expect((await browser.post("/api/authenticate", begun)).json().redirectPath).toBeNull();
      const again = await on.comeBack(browser, "olga");
      const response = await browser.post("/api/authenticate", { ...again, path });
      expect(response.json().redirectPath).toBeNull();
    },
  );

  test("the request has state, nonce and a PKCE challenge, and no secret", async () => {
    const { browser } = signOn();
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

  test.each(["ghost", "former", "quiet"])(
    "the provider's %s, who is no active user here, is refused and not created",
    async (name) => {
      const on = signOn();
      const { browser } = on;
      const { db } = database.current;
      const count = () =>
        db.selectFrom("users").select(db.fn.countAll<number>().as("users")).executeTakeFirst();
      const before = await count();
      const answer = await on.comeBack(browser, name);
      const response = await browser.post("/api/authenticate", answer);
      await on.expectRefused(response, 401, "EBADCREDENTIALS");
      expect(await count()).toEqual(before);
      const row = await db
        .selectFrom("audit")
        .selectAll()
        .orderBy("at", "desc")
        .executeTakeFirstOrThrow();
      expect(row).toMatchObject({
        call: "session/authenticateFailed",
        actor_id: null,
        after: { address: "127.0.0.1" },
      });
    },
  );

  test("users may be identified by their confirmed e-mail address if exactly one active user has it", async () => {
    const on = signOn();
    const { provider } = on;
    const own = await createApi(database.current, {
      settings: settingsOf(provider, { PROVISION_SSO_CLAIM: "email" }),
    });
    own.clock.now = new Date();
    const statusOf = async (name: string) => {
      const visitor = own.visitor();
      await visitor.get("/api/public/info");
      const answer = await on.comeBack(visitor, name);
      return (await visitor.post("/api/authenticate", answer)).statusCode;
    };
    expect(await statusOf("olga")).toBe(200);
    // His address is unconfirmed at the provider.
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

  test("users who need two factors are asked for them and refused without them", async () => {
    const on = signOn();
    const own = await createApi(database.current, {
      settings: settingsOf(on.provider, { PROVISION_SSO_ACR: `urn:example:key ${TWO_FACTORS}` }),
    });
    own.clock.now = new Date();
    const begin = async () => {
      const visitor = own.visitor();
      await visitor.get("/api/public/info");
      return visitor;
    };
    const browser = await begin();
    let asked: string | null = null;
    const careless = await on.comeBack(browser, "max", {
      change: ({ searchParams }) => (asked = searchParams.get("acr_values")),
    });
    expect(asked).toBe(`urn:example:key ${TWO_FACTORS}`);
    const refused = await browser.post("/api/authenticate", careless);
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({
      code: "EBADCREDENTIALS",
      message:
        "The sign-in of your organisation was not strong enough; sign in there again with a stronger method, such as a second factor",
    });
    expect(await isSignedIn(browser)).toBe(false);
    const audit = await database.current.db
      .selectFrom("audit")
      .select("call")
      .orderBy("at", "desc")
      .executeTakeFirstOrThrow();
    expect(audit.call).toBe("session/authenticateFailed");
    const careful = await begin();
    const answer = await on.comeBack(careful, "olga");
    expect((await careful.post("/api/authenticate", answer)).statusCode).toBe(200);
    // A server without requirements accepts both.
    const other = await on.comeBack(on.browser, "max");
    expect((await on.browser.post("/api/authenticate", other)).statusCode).toBe(200);
    await own.app.close();
  });

  test("no user can take an e-mail address that signs another user on", async () => {
    const { provider } = signOn();
    const own = await createApi(database.current, {
      settings: settingsOf(provider, { PROVISION_SSO_CLAIM: "email" }),
    });
    own.clock.now = new Date();
    const owner = await own.signIn("owner");
    const set = (field: string, value: string) =>
      owner.send("PATCH", "/api/users/current", {
        body: [{ op: "replace", path: `/${field}`, value }],
      });
    const response = await set("email", "guest@example.com");
    expect(response.statusCode).toBe(400);
    expect(textsOf(response).fields).toEqual([
      {
        path: "/body/email",
        message: "You sign in with this address; ask your administrator to change it",
      },
    ]);
    expect((await owner.get("/api/users/current")).json().email).toBe("owner@example.com");
    expect((await set("jobTitle", "Director")).statusCode).toBe(200);
    await own.app.close();
  });

  test("claims are also read from the ID token", async () => {
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
    "[SIGN-15] signing out ends the session and redirects to the provider unless it timed out: %s",
    async (userTimedOut) => {
      const on = signOn();
      const { browser, api, provider } = on;
      const answer = await on.comeBack(browser, "olga");
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

  test("[SIGN-15] a session by password ends here only", async () => {
    const { browser } = signOn();
    await browser.post("/api/login", { username: "owner", password: PASSWORD });
    const response = await browser.post("/api/end-session", { userTimedOut: false });
    expect(response.json()).toEqual({ userTimedOut: false, providerUrl: null });
    expect(await isSignedIn(browser)).toBe(false);
  });

  test("an unreachable provider is reported, and passwords and signing out still work", async () => {
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
    expect(textsOf(response)).toEqual({
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

  test("a provider that rejects our credentials is reported as unreachable", async () => {
    const on = signOn();
    const { provider } = on;
    const own = await createApi(database.current, {
      settings: settingsOf(provider, { PROVISION_SSO_CLIENT_SECRET: "another one" }),
    });
    own.clock.now = new Date();
    const visitor = own.visitor();
    await visitor.get("/api/public/info");
    const answer = await on.comeBack(visitor, "olga");
    const response = await visitor.post("/api/authenticate", answer);
    expect(response.statusCode).toBe(503);
    await own.app.close();
  });

  test("with passwords disabled none is accepted, reset, changed or chosen", async () => {
    const on = signOn();
    const { directory, provider } = on;
    const own = await createApi(database.current, {
      settings: settingsOf(provider, { PROVISION_PASSWORD_SIGN_IN: "0" }),
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
    await visitor.post("/api/authenticate", await on.comeBack(visitor, "olga"));
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

  test("without a provider, sign-on cannot begin or end", async () => {
    const own = await createApi(database.current);
    const visitor = own.visitor();
    expect((await visitor.get("/api/public/info")).json().ssoEnabled).toBe(false);
    expect((await visitor.post("/api/begin-authentication", {})).statusCode).toBe(404);
    const answer = { state: "a", auth_code: "b" };
    expect((await visitor.post("/api/authenticate", answer)).statusCode).toBe(404);
    await own.app.close();
  });
});
