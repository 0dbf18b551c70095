import { createHash, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { SESSION_COOKIE } from "#events/rules/session.ts";
import { issueToken } from "#server/auth/accountTokens.ts";
import { resetToken, tokenIn, verificationToken } from "../support/accountTokens.ts";
import { createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import {
  fillDirectory,
  PASSWORD,
  type TestDirectory,
  type UserName,
} from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const HOUR = 3_600_000;
const NEW = "another horse";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    return () => api.app.close();
  });

  const visitor = async () => {
    const browser = api.visitor();
    await browser.get("/api/public/info");
    return browser;
  };
  const forgot = async (email: string) =>
    (await visitor()).send("PUT", "/api/forgot-password", { body: { email } });
  const reset = async (token: string, newPassword = NEW) =>
    (await visitor()).post("/api/reset-password", { token, newPassword });
  const passwordWorks = async (name: UserName, password: string) =>
    (await api.visitor().signIn(name, password)).statusCode === 200;
  const auditOf = (call: string) =>
    database.current.db.selectFrom("audit").selectAll().where("call", "=", call).execute();

  describe("a forgotten password", () => {
    test("[SIGN-3] [SIGN-17] is replaced by a link that is mailed to the address", async () => {
      const before = await api.signIn("mapper");
      expect((await forgot(" Mapper@Example.com ")).json()).toEqual({});
      const mail = (await api.mails()).at(-1);
      expect(mail).toMatchObject({ to: "mapper@example.com" });
      const token = tokenIn(mail?.text ?? "", "token");
      const check = await (await visitor()).post("/api/reset-password-check", { token });
      expect(check.json()).toEqual({ username: "mapper" });
      const response = await reset(token);
      expect(response.json()).toEqual({ landingPage: null });
      expect(await passwordWorks("mapper", PASSWORD)).toBe(false);
      expect(await passwordWorks("mapper", NEW)).toBe(true);
      expectError(await before.get("/api/session"), "EBADSESSION");
      expect(await auditOf("password/resetPassword")).toMatchObject([
        { actor: "mapper", target: directory.users.mapper },
      ]);
      expect((await api.mails()).at(-1)).toMatchObject({
        to: "mapper@example.com",
        subject: "Your password for Provision was changed",
      });
    });

    test("uses the requester's language in both mails", async () => {
      const body = { email: "keeper@example.com" };
      const headers = { "accept-language": "de-AT, en;q=0.5" };
      await (await visitor()).send("PUT", "/api/forgot-password", { body, headers });
      const mail = (await api.mails()).at(-1);
      expect(mail?.subject).toBe("Wählen Sie ein neues Passwort für Provision");
      const token = tokenIn(mail?.text ?? "", "token");
      await (
        await visitor()
      ).send("POST", "/api/reset-password", { body: { token, newPassword: PASSWORD }, headers });
      expect((await api.mails()).at(-1)).toMatchObject({
        to: "keeper@example.com",
        subject: "Ihr Passwort für Provision wurde geändert",
      });
    });

    test("[SIGN-17] gets the same answer whether or not the address exists", async () => {
      const sent = (await api.mails()).length;
      const answers = [];
      for (const email of ["nobody@example.com", "archived@example.com", "keeper@example.com"]) {
        const { statusCode, body, headers } = await forgot(email);
        answers.push(JSON.stringify([statusCode, body, Object.keys(headers).join()]));
      }
      expect(new Set(answers).size).toBe(1);
      expect((await api.mails()).slice(sent).map(({ to }) => to)).toEqual(["keeper@example.com"]);
    });

    test("[SIGN-17] is answered before the lookup, so that timing reveals nothing", async () => {
      const { db } = database.current;
      const held = await createApi(database.current, {
        mailer: { send: () => new Promise<void>(() => {}) },
        background: {
          run: () => {},
          runInTurn: () => {},
          end: async () => {},
          isEnding: false,
        },
      });
      const browser = held.visitor();
      await browser.get("/api/public/info");
      const tokens = () => db.selectFrom("account_tokens").select("user_id").execute();
      const before = await tokens();
      const body = { email: "owner@example.com" };
      expect((await browser.send("PUT", "/api/forgot-password", { body })).statusCode).toBe(200);
      expect(await tokens()).toEqual(before);
      await held.app.close();
    });

    test.each([
      ["[VAL-5]", " ", "Email address is required"],
      ["[VAL-8]", "owner", "An email address must contain a single @"],
    ])("%s refuses %j with the message of the form", async (_rule, email, message) => {
      const { fields } = expectError(await forgot(email), "EINVALID");
      expect(fields).toEqual([{ path: "/body/email", message }]);
    });

    test("reaches the owner of an address before others who were given it, up to five users", async () => {
      const { db } = database.current;
      const own = await createApi(database.current);
      const squatters = ["0a", "0b", "0c", "0d", "0e", "0f"];
      await db
        .insertInto("users")
        .values(
          squatters.map((username) => ({
            id: randomUUID(),
            username,
            username_key: username,
            given_name: "",
            family_name: "",
            email: "Stranger@example.com",
            created_at: own.clock.now,
          })),
        )
        .execute();
      const browser = own.visitor();
      await browser.get("/api/public/info");
      await browser.send("PUT", "/api/forgot-password", {
        body: { email: "stranger@example.com" },
      });
      const mails = await own.mails();
      expect(mails).toHaveLength(5);
      expect(mails[0]).toMatchObject({ to: "stranger@example.com" });
      await db.deleteFrom("users").where("username", "in", squatters).execute();
      await own.app.close();
    });

    test("is mailed five times in a quarter of an hour, whether or not the user exists", async () => {
      for (const email of ["stranger@example.com", "nowhere@example.com"]) {
        const own = await createApi(database.current);
        const browser = own.visitor();
        await browser.get("/api/public/info");
        const ask = () => browser.send("PUT", "/api/forgot-password", { body: { email } });
        for (let times = 0; times < 5; times += 1) expect((await ask()).statusCode).toBe(200);
        expectError(await ask(), "ETOOMANYREQUESTS");
        await own.app.close();
      }
    });
  });

  describe("an easily guessed password", () => {
    const COMMON = "This password is too common: choose another";
    const NAMED =
      "This password is easy to guess from your name, the name of your organisation or Provision: choose another";

    test.each([
      ["Baseball1", COMMON],
      ["provision", NAMED],
      ["Keeper2026", NAMED],
      ["keeper@example.com", NAMED],
    ])("%s is refused by a link, which stays valid", async (newPassword, message) => {
      const token = await resetToken(api, "keeper");
      const { fields } = expectError(await reset(token, newPassword), "EINVALID");
      expect(fields).toEqual([{ path: "/body/newPassword", message }]);
      expect(await passwordWorks("keeper", newPassword)).toBe(false);
      expect((await reset(token, PASSWORD)).statusCode).toBe(200);
    });

    test.each([
      ["iloveyou1", COMMON],
      ["#Owner-owner#", NAMED],
    ])("%s is refused in Manage Password", async (newPassword, message) => {
      const browser = await api.signIn("owner");
      const body = { username: "owner", password: PASSWORD, newPassword };
      const refused = await browser.send("PUT", "/api/users/update-password", { body });
      expect(expectError(refused, "EINVALID").fields).toEqual([
        { path: "/body/newPassword", message },
      ]);
      expect(await passwordWorks("owner", PASSWORD)).toBe(true);
    });
  });

  describe("the token of a link", () => {
    test("[SIGN-18] [SIGN-19] is valid once, even for two concurrent requests", async () => {
      const token = await resetToken(api, "keeper");
      const answers = await Promise.all([reset(token), reset(token), reset(token)]);
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(2);
      expectError(await reset(token), "EBADTOKEN");
      const browser = await visitor();
      expectError(await browser.post("/api/reset-password-check", { token }), "EBADTOKEN");
    });

    test("leaves no session in a browser where another user is signed in", async () => {
      const token = await resetToken(api, "keeper");
      const [shared, other] = [await api.signIn("owner"), await api.signIn("owner")];
      const listed = async () =>
        (await other.get("/api/sessions")).json()._embedded.sessions.length;
      const before = await listed();
      const body = { token, newPassword: PASSWORD };
      expect((await shared.post("/api/reset-password", body)).statusCode).toBe(200);
      expectError(await shared.get("/api/session"), "EBADSESSION");
      expect(await listed()).toBe(before - 1);
    });

    test("[SIGN-19] ends after an hour", async () => {
      const token = await resetToken(api, "keeper");
      const start = api.clock.now;
      api.clock.now = new Date(start.getTime() + HOUR);
      expectError(await reset(token), "EBADTOKEN");
      api.clock.now = new Date(start.getTime() + HOUR - 1);
      expect((await reset(token)).statusCode).toBe(200);
      api.clock.now = start;
    });

    test("is revoked by the next one and by a password change", async () => {
      const first = await resetToken(api, "owner");
      const second = await resetToken(api, "owner");
      expectError(await reset(first), "EBADTOKEN");
      const owner = await api.signIn("owner");
      const body = { username: "owner", password: PASSWORD, newPassword: PASSWORD };
      expect((await owner.send("PUT", "/api/users/update-password", { body })).statusCode).toBe(
        200,
      );
      expectError(await reset(second), "EBADTOKEN");
    });

    test("is not created for a former address of the user", async () => {
      const { db } = database.current;
      const { guest: userId } = directory.users;
      const token = { userId, now: api.clock.now, purpose: "reset" } as const;
      expect(await issueToken(db, { ...token, email: "former@example.com" })).toBeNull();
      expect(await issueToken(db, { ...token, email: "guest@example.com" })).not.toBeNull();
    });

    test("activates an account and then voids the password of the activation link", async () => {
      const { db } = database.current;
      const { guest } = directory.users;
      const activation = await verificationToken(api, guest);
      const inactive = await db
        .updateTable("users")
        .set({ onboarded: false })
        .where("id", "=", guest)
        .returning("version")
        .executeTakeFirstOrThrow();
      expect((await reset(await resetToken(api, "guest"), PASSWORD)).statusCode).toBe(200);
      const user = await db
        .selectFrom("users")
        .select(["onboarded", "version"])
        .where("id", "=", guest)
        .executeTakeFirst();
      expect(user).toEqual({ onboarded: true, version: inactive.version + 1 });
      const body = { givenName: "Eve", familyName: "Else", password: NEW };
      const activated = await (
        await visitor()
      ).send("PUT", `/api/users/activateUser?verificationToken=${activation}`, { body });
      expectError(activated, "EBADTOKEN");
    });

    test("is revoked by the activation of the account", async () => {
      const token = await resetToken(api, "guest");
      const activation = await verificationToken(api, directory.users.guest);
      const body = { givenName: "Gus", familyName: "Guest", password: PASSWORD };
      const activated = await (
        await visitor()
      ).send("PUT", `/api/users/activateUser?verificationToken=${activation}`, { body });
      expect(activated.statusCode).toBe(200);
      expectError(await reset(token), "EBADTOKEN");
    });

    test("is stored as a hash only", async () => {
      const token = await resetToken(api, "guest");
      const rows = await database.current.db.selectFrom("account_tokens").selectAll().execute();
      const hash = createHash("sha256").update(token).digest();
      expect(rows.some(({ token_hash }) => token_hash.equals(hash))).toBe(true);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    test("that does not exist is refused like a used one", async () => {
      for (const token of ["", "x", "x".repeat(1024), "../../etc", "' or 1=1 --"]) {
        expectError(await reset(token), "EBADTOKEN");
      }
    });

    test("starts with the server's address, whatever the Host header", async () => {
      const browser = await visitor();
      await browser.send("PUT", "/api/forgot-password", {
        body: { email: "guest@example.com" },
        headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
      });
      const text = (await api.mails()).findLast(({ to }) => to === "guest@example.com")?.text;
      expect(text).toContain("http://127.0.0.1:4100/reset-password?token=");
      expect(text).not.toContain("evil");
    });

    test.each([
      ["[VAL-3]", " ".repeat(8), "Password is required"],
      ["[VAL-14]", "seven77", "Password must contain at least 8 characters"],
      ["[VAL-13]", "geheim-wört", "Only ascii characters are allowed"],
    ])("%s stays valid when the new password is refused: %j", async (_rule, password, message) => {
      const token = await resetToken(api, "guest");
      const { fields } = expectError(await reset(token, password), "EINVALID");
      expect(fields).toEqual([{ path: "/body/newPassword", message }]);
      expect((await reset(token, PASSWORD)).statusCode).toBe(200);
    });
  });

  describe("a change of one's own password", () => {
    const change = async (name: UserName, body: Record<string, string>, from = name) => {
      const browser = await api.signIn(from);
      const response = await browser.send("PUT", "/api/users/update-password", {
        body: { username: name, password: PASSWORD, newPassword: NEW, ...body },
      });
      return { browser, response };
    };

    test("[PROF-2] [PROF-3] [PROF-7] needs the current password and ends all other sessions", async () => {
      const other = await api.signIn("owner");
      const { browser, response } = await change("owner", {});
      expect(response.json()).toEqual({});
      expectError(await other.get("/api/session"), "EBADSESSION");
      expect((await browser.get("/api/users/current")).json().username).toBe("owner");
      expect(await passwordWorks("owner", PASSWORD)).toBe(false);
      const back = { username: "owner", password: NEW, newPassword: PASSWORD };
      expect(
        (await browser.send("PUT", "/api/users/update-password", { body: back })).statusCode,
      ).toBe(200);
    });

    test("replaces the session's id and token, so that a stolen cookie opens nothing", async () => {
      const thief = api.visitor();
      const owner = await api.signIn("owner");
      Object.assign(thief, { cookie: owner.cookie, token: owner.token });
      const body = { username: "owner", password: PASSWORD, newPassword: PASSWORD };
      const response = await owner.send("PUT", "/api/users/update-password", { body });
      expect(response.cookies.map(({ name }) => name)).toEqual([SESSION_COOKIE]);
      expect(owner.token).not.toBe(thief.token);
      expectError(await thief.get("/api/session"), "EBADSESSION");
    });

    test("[PROF-8] is refused with a wrong current password, and such guesses are counted", async () => {
      const own = await createApi(database.current);
      const owner = await own.signIn("owner");
      const send = (password: string) => {
        const body = { username: "owner", password, newPassword: NEW };
        return owner.send("PUT", "/api/users/update-password", { body });
      };
      for (let n = 0; n < 10; n += 1) expectError(await send("wrong"), "EBADCREDENTIALS");
      expectError(await send("wrong"), "ETOOMANYREQUESTS");
      expectError(await send(PASSWORD), "ETOOMANYREQUESTS");
      // Guesses within a session do not block signing in.
      expect((await own.visitor().signIn("owner", PASSWORD)).statusCode).toBe(200);
      await own.app.close();
    });

    test("[PROF-7] applies to the signed-in user only", async () => {
      const { response } = await change("mapper", {}, "owner");
      expect(expectError(response, "EINVALID").fields).toEqual([
        { path: "/body/username", message: "must be your own" },
      ]);
    });

    test("[VAL-14] [PROF-8] is refused with a short new password", async () => {
      const { response } = await change("owner", { newPassword: "short" });
      expect(expectError(response, "EINVALID").fields).toEqual([
        { path: "/body/newPassword", message: "Password must contain at least 8 characters" },
      ]);
    });

    test("[PROF-6] by a link continues to the landing page within the app", async () => {
      for (const [landingPage, expected] of [
        ["/profile", "/profile"],
        ["%2Fx%2525", "/x%25"],
        ["//evil.example", null],
        ["https%3A%2F%2Fevil.example", null],
      ] as const) {
        const own = await createApi(database.current);
        const owner = await own.signIn("owner");
        await owner.post("/api/change-password", { landingPage });
        const token = tokenIn((await own.mails()).at(-1)?.text ?? "", "token");
        const response = await owner.post("/api/reset-password", { token, newPassword: PASSWORD });
        expect(response.json()).toEqual({ landingPage: expected });
        await own.app.close();
      }
    });
  });
});
