/** Attacks on single sign-on. */
import { describe, expect, test } from "vitest";
import { ProviderVisitor } from "../../support/oidcProvider.ts";
import { createApi } from "../support/api.ts";
import { eachSignOn, settingsOf } from "./signOnSupport.ts";

eachSignOn((signOn, database) => {
  describe("attacks", () => {
    test("an unknown state is refused", async () => {
      const on = signOn();
      const { browser } = on;
      const { auth_code } = await on.comeBack(browser, "olga");
      const response = await browser.post("/api/authenticate", { state: "guessed", auth_code });
      await on.expectRefused(response, 400, "EBADTOKEN");
    });

    test.each(["preferred_username", "email"])(
      "a %s that merely resembles another user's signs nobody in",
      async (claim) => {
        const on = signOn();
        const settings = settingsOf(on.provider, { PROVISION_SSO_CLAIM: claim });
        const own = await createApi(database.current, { settings });
        own.clock.now = new Date();
        on.browser = own.visitor();
        await on.browser.get("/api/public/info");
        const answer = await on.comeBack(on.browser, "kelvin");
        const response = await on.browser.post("/api/authenticate", answer);
        await on.expectRefused(response, 401, "EBADCREDENTIALS");
        await own.app.close();
      },
    );

    test("a state and a code are valid once", async () => {
      const on = signOn();
      const answer = await on.comeBack(on.browser, "olga");
      expect((await on.browser.post("/api/authenticate", answer)).statusCode).toBe(200);
      on.browser = await on.visit();
      await on.expectRefused(await on.browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
      const { state } = await on.comeBack(on.browser, "olga");
      const replayed = await on.browser.post("/api/authenticate", {
        state,
        auth_code: answer.auth_code,
      });
      await on.expectRefused(replayed, 400, "EBADTOKEN");
    });

    test("one of two concurrent uses of a state signs in", async () => {
      const on = signOn();
      const { browser, api } = on;
      const answer = await on.comeBack(browser, "olga");
      const { cookie, token } = browser;
      const copies = [0, 1].map(() => Object.assign(api.visitor(), { cookie, token }));
      const answers = await Promise.all(
        copies.map((copy) => copy.post("/api/authenticate", answer)),
      );
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200, 400,
      ]);
    });

    test("nobody can be signed in as an attacker: a state of another browser is refused, and stays valid there", async () => {
      const on = signOn();
      const { browser } = on;
      const attacker = await on.visit();
      const planted = await on.comeBack(attacker, "olga");
      await on.expectRefused(await browser.post("/api/authenticate", planted), 400, "EBADTOKEN");
      expect((await attacker.post("/api/authenticate", planted)).statusCode).toBe(200);
    });

    test("another site can neither begin nor end a sign-on: both need the security token", async () => {
      const on = signOn();
      const { browser, api } = on;
      const answer = await on.comeBack(browser, "olga");
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

    test("a token of another sign-on is refused because of its nonce", async () => {
      const on = signOn();
      const { browser } = on;
      const answer = await on.comeBack(browser, "olga", {
        change: (url) => url.searchParams.set("nonce", "of another sign-on"),
      });
      await on.expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
    });

    test("an intercepted code is worthless without the PKCE verifier", async () => {
      const on = signOn();
      const { browser } = on;
      const answer = await on.comeBack(browser, "olga", {
        change: (url) => url.searchParams.set("code_challenge", "A".repeat(43)),
      });
      await on.expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
    });

    test("a code of another sign-on is refused, even with the right state", async () => {
      const on = signOn();
      const { browser } = on;
      const caught = await on.comeBack(await on.visit(), "olga");
      const { state } = await on.comeBack(browser, "max");
      const response = await browser.post("/api/authenticate", {
        state,
        auth_code: caught.auth_code,
      });
      await on.expectRefused(response, 400, "EBADTOKEN");
    });

    test("a sign-on can end up to ten minutes after it began", async () => {
      const on = signOn();
      const answer = await on.comeBack(on.browser, "olga");
      on.api.clock.now = new Date(on.api.clock.now.getTime() + 10 * 60_000 - 1);
      expect((await on.browser.post("/api/authenticate", answer)).statusCode).toBe(200);
    });

    test("a sign-on expires after ten minutes", async () => {
      const on = signOn();
      const { browser, api } = on;
      const answer = await on.comeBack(browser, "olga");
      api.clock.now = new Date(api.clock.now.getTime() + 10 * 60_000);
      await on.expectRefused(await browser.post("/api/authenticate", answer), 400, "EBADTOKEN");
      await browser.post("/api/begin-authentication", {});
      const rows = await database.current.db.selectFrom("sign_ons").select("expires_at").execute();
      expect(rows).toHaveLength(1);
      expect(rows[0]?.expires_at.getTime()).toBe(api.clock.now.getTime() + 10 * 60_000);
    });

    test("an address with too many failed sign-ons is refused and adds no more audit rows", async () => {
      const on = signOn();
      const address = "192.0.2.77";
      on.api.place.address = address;
      const browser = await on.visit();
      on.api.place.address = "127.0.0.1";
      const guess = async () => {
        const { url } = (await browser.post("/api/begin-authentication", {})).json();
        const state = new URL(url).searchParams.get("state");
        return browser.post("/api/authenticate", { state, auth_code: "guessed" });
      };
      const codes: string[] = [];
      for (let at = 0; at < 102; at += 1) codes.push((await guess()).json().code);
      expect(codes).toEqual([
        ...Array(100).fill("EBADTOKEN"),
        "ETOOMANYREQUESTS",
        "ETOOMANYREQUESTS",
      ]);
      const rows = await database.current.db
        .selectFrom("audit")
        .select("after")
        .where("call", "=", "session/authenticateFailed")
        .execute();
      expect(rows.filter(({ after }) => JSON.stringify(after).includes(address))).toHaveLength(100);
      const answer = await on.comeBack(on.browser, "olga");
      expect((await on.browser.post("/api/authenticate", answer)).statusCode).toBe(200);
    });

    test("a user who refuses at the provider returns without a code, and the provider's text is not shown", async () => {
      const { browser, provider } = signOn();
      const begun = await browser.post("/api/begin-authentication", {});
      const back = await new ProviderVisitor(provider.issuer).signIn(begun.json().url, null);
      expect(back.searchParams.get("error")).toBe("access_denied");
      expect(back.searchParams.get("code")).toBeNull();
    });
  });
});
