import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { totpContext } from "#server/auth/factors/enrolment.ts";
import { Authenticator } from "../../../support/authenticator.ts";
import { createApi, type Browser, type TestApi } from "../../support/api.ts";
import { oneDatabase } from "../../support/databases.ts";
import {
  fillDirectory,
  PASSWORD,
  type TestDirectory,
  type UserName,
} from "../../support/directory.ts";
import { expectError } from "../../support/errors.ts";
import { changesOf } from "../../users/support.ts";
import { addApp, addPasskey, codeAt, enterCode, ORIGIN } from "./support.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    return () => api.app.close();
  });
  beforeEach(async () => {
    const { db } = database.current;
    for (const table of ["login_failures", "factors", "recovery_codes"] as const) {
      await db.deleteFrom(table).execute();
    }
    await db.updateTable("clients").set({ requires_second_factor: false }).execute();
    await db.updateTable("users").set({ email: null }).execute();
  });

  /** The password alone. */
  const passPassword = async (name: UserName) => {
    const browser = api.visitor();
    return { browser, answer: await browser.signIn(name, PASSWORD) };
  };
  const pass = (milliseconds: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
  };
  const requireFactor = () =>
    database.current.db.updateTable("clients").set({ requires_second_factor: true }).execute();
  const listOf = async (browser: Browser) => (await browser.get("/api/factors")).json();

  test("[SIGN-14] a user with an authenticator app needs its code to complete the sign-in", async () => {
    const owner = await api.signIn("owner");
    const { secret, uri, answer } = await addApp(owner, api.clock.now);
    expect(answer.statusCode).toBe(200);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    pass(60_000);
    const { browser, answer: first } = await passPassword("owner");
    expect(first.statusCode).toBe(202);
    expect(first.json()).toEqual({ secondFactor: { kinds: ["totp"], enrols: false } });
    expect((await browser.get("/api/users/current")).statusCode).toBe(204);
    for (const path of ["/api/session", "/api/factors"]) {
      expectError(await browser.get(path), "EBADSESSION");
    }
    // A sign-in that must use a factor cannot set one up.
    expectError(await browser.post("/api/factors/totp"), "EBADTOKEN");
    expectError(await browser.post("/api/factors/passkey"), "EBADTOKEN");
    expectError(await enterCode(browser, "000000"), "EBADCREDENTIALS");
    const pending = browser.cookie;
    const second = await enterCode(browser, codeAt(secret, api.clock.now));
    expect(second.statusCode).toBe(200);
    expect(second.json()).toMatchObject({ user: { username: "owner" }, redirectPath: "/users" });
    expect(browser.cookie).not.toBe(pending);
    expect((await browser.get("/api/users/current")).json().username).toBe("owner");
    const stale = Object.assign(api.visitor(), { cookie: pending, token: browser.token });
    expectError(await stale.get("/api/session"), "EBADSESSION");
  });

  test("a code works once, also if it is sent twice concurrently, and older codes are refused after it", async () => {
    const { secret } = await addApp(await api.signIn("owner"), api.clock.now);
    // The setup also uses up its code.
    const early = await passPassword("owner");
    expectError(await enterCode(early.browser, codeAt(secret, api.clock.now)), "EBADCREDENTIALS");
    pass(90_000);
    const code = codeAt(secret, api.clock.now);
    const two = [await passPassword("owner"), await passPassword("owner")];
    const answers = await Promise.all(two.map(({ browser }) => enterCode(browser, code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 401,
    ]);
    const late = await passPassword("owner");
    expectError(
      await enterCode(late.browser, codeAt(secret, api.clock.now, -1)),
      "EBADCREDENTIALS",
    );
    expect((await enterCode(late.browser, codeAt(secret, api.clock.now, 1))).statusCode).toBe(200);
  });

  test("codes two time steps away are refused", async () => {
    const { secret } = await addApp(await api.signIn("owner"), api.clock.now);
    pass(600_000);
    const { browser } = await passPassword("owner");
    for (const steps of [-2, 2]) {
      expectError(
        await enterCode(browser, codeAt(secret, api.clock.now, steps)),
        "EBADCREDENTIALS",
      );
    }
    expect((await enterCode(browser, codeAt(secret, api.clock.now, -1))).statusCode).toBe(200);
  });

  test("wrong codes are limited to ten per address and twenty in total, but never block a known device", async () => {
    api.place.address = "203.0.113.50";
    const known = await api.signIn("owner");
    const { secret } = await addApp(known, api.clock.now);
    pass(60_000);
    for (const host of [51, 52]) {
      api.place.address = `203.0.113.${host}`;
      const { browser } = await passPassword("owner");
      for (let at = 0; at < 10; at += 1) {
        expectError(await enterCode(browser, "12345x"), "EBADCREDENTIALS");
      }
      const refused = await enterCode(browser, codeAt(secret, api.clock.now));
      expectError(refused, "ETOOMANYREQUESTS");
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    }
    api.place.address = "203.0.113.53";
    const { browser: elsewhere } = await passPassword("owner");
    expectError(await enterCode(elsewhere, codeAt(secret, api.clock.now)), "ETOOMANYREQUESTS");
    expect((await known.signIn("owner", PASSWORD)).statusCode).toBe(202);
    expect((await enterCode(known, codeAt(secret, api.clock.now))).statusCode).toBe(200);
    api.place.address = "127.0.0.1";
  });

  test("a sign-in waiting for its factor expires after ten minutes or with a changed password", async () => {
    const { secret } = await addApp(await api.signIn("owner"), api.clock.now);
    pass(60_000);
    const { browser } = await passPassword("owner");
    pass(600_000);
    expectError(await enterCode(browser, codeAt(secret, api.clock.now)), "EBADTOKEN");
    const next = await passPassword("owner");
    const { db } = database.current;
    const { password_hash } = await db
      .selectFrom("users")
      .select("password_hash")
      .where("id", "=", directory.users.owner)
      .executeTakeFirstOrThrow();
    const setHash = (hash: string | null) =>
      db
        .updateTable("users")
        .set({ password_hash: hash })
        .where("id", "=", directory.users.owner)
        .execute();
    await setHash("another");
    expectError(await enterCode(next.browser, codeAt(secret, api.clock.now)), "EBADTOKEN");
    await setHash(password_hash);
  });

  test("each recovery code signs in once and notifies the owner", async () => {
    const { db } = database.current;
    await db
      .updateTable("users")
      .set({ email: "owner@example.com" })
      .where("id", "=", directory.users.owner)
      .execute();
    const owner = await api.signIn("owner");
    const { answer } = await addApp(owner, api.clock.now);
    const codes: string[] = answer.json().recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
    const stored = await db.selectFrom("recovery_codes").select("code_hash").execute();
    expect(JSON.stringify(stored)).not.toContain(codes[0]);
    const [first = ""] = codes;
    const typed = first.toUpperCase().replaceAll("-", " ");
    const one = await passPassword("owner");
    expect((await enterCode(one.browser, typed)).statusCode).toBe(200);
    const again = await passPassword("owner");
    expectError(await enterCode(again.browser, first), "EBADCREDENTIALS");
    expect(await listOf(one.browser)).toMatchObject({ recoveryCodesLeft: 9 });
    const renewed = (await one.browser.post("/api/factors/recovery-codes")).json().recoveryCodes;
    expectError(await enterCode(again.browser, codes[1] ?? ""), "EBADCREDENTIALS");
    expect((await enterCode(again.browser, renewed[0])).statusCode).toBe(200);
    const subjects = (await api.mails()).map(({ subject }) => subject);
    expect(subjects).toContain("A recovery code of your account for Provision was used");
    expect(subjects).toContain("A second factor was added to your account for Provision");
  });

  test("a passkey completes the sign-in, and its answer and challenge work once", async () => {
    const owner = await api.signIn("owner");
    const { passkey, answer } = await addPasskey(owner);
    expect(answer.statusCode).toBe(200);
    const { browser, answer: first } = await passPassword("owner");
    expect(first.json()).toEqual({ secondFactor: { kinds: ["passkey"], enrols: false } });
    const { options } = (await browser.post("/api/login/passkey-challenge")).json();
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id.toString("base64url") }]);
    const credential = passkey.authenticate(options);
    const signedIn = await browser.post("/api/login/passkey", { credential });
    expect(signedIn.statusCode).toBe(200);
    const { logKey } = (await browser.get("/api/users/current")).json();
    expect(signedIn.json().logKey).toBe(logKey);
    const next = await passPassword("owner");
    const replay = () => next.browser.post("/api/login/passkey", { credential });
    expectError(await replay(), "EBADCREDENTIALS");
    await next.browser.post("/api/login/passkey-challenge");
    expectError(await replay(), "EBADCREDENTIALS");
    // The attempt used up the challenge.
    const { options: unused } = (await next.browser.post("/api/login/passkey-challenge")).json();
    expectError(
      await next.browser.post("/api/login/passkey", { credential: { id: "x" } }),
      "EBADCREDENTIALS",
    );
    const right = passkey.authenticate(unused);
    expectError(
      await next.browser.post("/api/login/passkey", { credential: right }),
      "EBADCREDENTIALS",
    );
  });

  test("passkeys of another origin or another user and copied passkeys are refused", async () => {
    const owner = await api.signIn("owner");
    const { passkey } = await addPasskey(owner);
    const other = new Authenticator(ORIGIN);
    await addPasskey(await api.signIn("mapper"), other);
    const signIn = async (with_: (options: { challenge: string }) => object) => {
      const { browser } = await passPassword("owner");
      const { options } = (await browser.post("/api/login/passkey-challenge")).json();
      return browser.post("/api/login/passkey", { credential: with_(options) });
    };
    expect((await signIn((options) => passkey.authenticate(options))).statusCode).toBe(200);
    expectError(await signIn((options) => other.authenticate(options)), "EBADCREDENTIALS");
    passkey.counter = 0;
    expectError(await signIn((options) => passkey.authenticate(options)), "EBADCREDENTIALS");
    const foreign = new Authenticator("https://evil.example");
    const { answer } = await addPasskey(owner, foreign);
    expectError(answer, "EINVALID");
    const { body } = await addPasskey(owner, other);
    const again = await owner.send("PUT", "/api/factors/passkey", { body });
    expectError(again, "EBADTOKEN");
  });

  test("a client that requires a factor makes users set one up before the session begins", async () => {
    await requireFactor();
    const { browser, answer } = await passPassword("mapper");
    expect(answer.json()).toEqual({ secondFactor: { kinds: [], enrols: true } });
    expectError(await browser.get("/api/session"), "EBADSESSION");
    expectError(await enterCode(browser, "123456"), "EBADTOKEN");
    const { secret, answer: added } = await addApp(browser, api.clock.now);
    expect(added.json().recoveryCodes).toHaveLength(10);
    expect((await browser.get("/api/users/current")).json().username).toBe("mapper");
    const [factor] = (await listOf(browser)).factors;
    const removal = await browser.send("DELETE", `/api/factors/${factor.id}`);
    expectError(removal, "ECONFLICT");
    pass(60_000);
    const next = await passPassword("mapper");
    expect(next.answer.json().secondFactor.enrols).toBe(false);
    expect((await enterCode(next.browser, codeAt(secret, api.clock.now))).statusCode).toBe(200);
  });

  test("only one of two concurrent sign-ins sets up the first factor", async () => {
    await requireFactor();
    const two = [await passPassword("keeper"), await passPassword("keeper")];
    const answers = await Promise.all(
      two.map(async ({ browser }) => (await addApp(browser, api.clock.now)).answer.statusCode),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("a role can require a factor", async () => {
    const strict = await createApi(database.current, {
      settings: { secondFactorRoles: ["owner"] },
    });
    expect((await strict.visitor().signIn("owner", PASSWORD)).statusCode).toBe(202);
    expect((await strict.visitor().signIn("guest", PASSWORD)).statusCode).toBe(200);
    await strict.app.close();
  });

  test("secrets are encrypted for their user, and changes require a fresh sign-in", async () => {
    const owner = await api.signIn("owner");
    const { secret } = await addApp(owner, api.clock.now);
    const { db } = database.current;
    const row = await db.selectFrom("factors").selectAll().executeTakeFirstOrThrow();
    const sealed = row.secret ?? Buffer.alloc(0);
    const { secrets } = api.app.services;
    expect(secrets.decrypt(sealed, totpContext(directory.users.owner))).toHaveLength(20);
    expect(() => secrets.decrypt(sealed, totpContext(directory.users.mapper))).toThrow();
    expect(sealed.toString("latin1")).not.toContain(secret);
    pass(300_001);
    for (const answer of [
      await owner.post("/api/factors/totp"),
      await owner.post("/api/factors/passkey"),
      await owner.post("/api/factors/recovery-codes"),
      await owner.send("DELETE", `/api/factors/${row.id}`),
    ]) {
      expectError(answer, "ENOTCONFIRMED");
    }
    expectError(await owner.post("/api/session/confirm", { password: "wrong" }), "EBADCREDENTIALS");
    expect((await owner.post("/api/session/confirm", { password: PASSWORD })).statusCode).toBe(200);
    const renamed = await owner.send("PUT", `/api/factors/${row.id}`, { body: { name: " Mine " } });
    expect(renamed.json()).toMatchObject({ id: row.id, name: "Mine", kind: "totp" });
    const mapper = await api.signIn("mapper");
    expectError(await mapper.send("DELETE", `/api/factors/${row.id}`), "ENOTFOUND");
    expect((await owner.send("DELETE", `/api/factors/${row.id}`)).statusCode).toBe(200);
    expect(await listOf(owner)).toEqual({ factors: [], recoveryCodesLeft: 0, isRequired: false });
  });

  test("an administrator's reset of a user's factors signs the user out, notifies them and is audited", async () => {
    const { db } = database.current;
    await db
      .updateTable("users")
      .set({ email: "guest@example.com" })
      .where("id", "=", directory.users.guest)
      .execute();
    const guest = await api.signIn("guest");
    await addApp(guest, api.clock.now);
    const { browser: guesser } = await passPassword("guest");
    expectError(await enterCode(guesser, "000000"), "EBADCREDENTIALS");
    const path = (id: string) => `/api/clients/${directory.clientId}/users/${id}/factors`;
    const reset = (browser: Browser, id: string) => browser.send("DELETE", path(id));
    const owner = await api.signIn("owner");
    const mapper = await api.signIn("mapper");
    expectError(await reset(mapper, directory.users.guest), "EFORBIDDEN");
    expectError(await reset(owner, directory.users.owner), "EFORBIDDEN");
    expectError(await reset(owner, randomUUID()), "ENOTFOUND");
    const answer = await reset(owner, directory.users.guest);
    expect(answer.json()).toEqual({ username: "guest", removed: 1 });
    expectError(await guest.get("/api/session"), "EBADSESSION");
    expect((await api.visitor().signIn("guest", PASSWORD)).statusCode).toBe(200);
    expect((await api.mails()).at(-1)).toMatchObject({
      to: "guest@example.com",
      subject: "Your second factors for Provision were reset",
    });
    const audit = await db
      .selectFrom("audit")
      .select(["actor", "target", "before"])
      .where("call", "=", "factors/resetFactors")
      .execute();
    expect(audit).toEqual([
      { actor: "owner", target: directory.users.guest, before: { factors: 1 } },
    ]);
    // The user's history contains changes but no sign-ins.
    const history = await changesOf(owner, path(directory.users.guest).replace("/factors", ""));
    expect(history.map(({ actor, call, undoable }) => [actor, call, undoable])).toEqual([
      ["owner", "factors/resetFactors", false],
      ["guest", "factors/confirmTotp", false],
    ]);
  });
});
