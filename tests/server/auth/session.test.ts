import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";
import { Browser, createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

const MINUTE = 60_000;
const SESSION_LENGTH = 1_780_000;

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    return () => api.app.close();
  });

  const pass = (milliseconds: number) => {
    api.clock.now = new Date(api.clock.now.getTime() + milliseconds);
  };
  const auditRows = async (call: string) =>
    database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("call", "=", call)
      .orderBy("at", "desc")
      .execute();

  test.each([true, false])(
    "[SIGN-2] [SIGN-12] [SIGN-16] signing out ends the session and reports userTimedOut = %s",
    async (userTimedOut) => {
      const browser = await api.signIn("owner");
      const before = { cookie: browser.cookie, token: browser.token };
      pass(1000);
      const response = await browser.post("/api/logout", { userTimedOut });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({ userTimedOut });
      const copy = Object.assign(api.visitor(), before);
      expect((await copy.get("/api/session")).statusCode).toBe(401);
      expect((await auditRows("session/logout"))[0]).toMatchObject({
        actor: "owner",
        after: { userTimedOut },
      });
      expect(
        (await browser.post("/api/login", { username: "owner", password: PASSWORD })).statusCode,
      ).toBe(200);
    },
  );

  test("signing out without a session is no error", async () => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    const response = await visitor.post("/api/logout", { userTimedOut: true });
    expect(response.json()).toEqual({ userTimedOut: true });
  });

  test("[SESS-25] the cookie is prov.session, hidden from scripts, and secure behind TLS", async () => {
    const plain = (await api.visitor().get("/api/public/info")).headers["set-cookie"];
    expect(plain).toMatch(/^prov\.session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const secured = await createApi(database.current, { settings: { behindTls: true } });
    const cookie = (await secured.visitor().get("/api/public/info")).headers["set-cookie"];
    expect(cookie).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    await secured.app.close();
  });

  test("the database stores only a hash of a session", async () => {
    const { cookie } = await api.signIn("keeper");
    const rows = await database.current.db
      .selectFrom("sessions")
      .selectAll()
      .where("user_id", "=", directory.users.keeper)
      .execute();
    const hash = createHash("sha256")
      .update(cookie ?? "")
      .digest();
    expect(rows.map((row) => row.id_hash.equals(hash))).toContain(true);
    expect(JSON.stringify(rows)).not.toContain(cookie);
  });

  test("[SESS-24] [SESS-6] [SESS-20] the session length is 1,780,000 ms, at data.sessionLengthInMillis", async () => {
    const response = await api.visitor().get("/api/config/sessionLength");
    expect(response.json()).toEqual({
      data: { sessionLengthInMillis: SESSION_LENGTH, sessionEndsInMillis: null },
    });
  });

  test("a session ends after its length without a request", async () => {
    const browser = await api.signIn("owner");
    pass(SESSION_LENGTH - 1);
    expect((await browser.get("/api/session")).statusCode).toBe(200);
    pass(SESSION_LENGTH);
    const response = await browser.get("/api/session");
    expect(response.statusCode).toBe(401);
    expect(response.json().code).toBe("EBADSESSION");
  });

  test("[SESS-23] activity postpones the end of a session", async () => {
    const browser = await api.signIn("owner");
    for (let minutes = 0; minutes < 120; minutes += 20) {
      pass(20 * MINUTE);
      expect((await browser.post("/api/session", {})).statusCode).toBe(200);
    }
  });

  test("a session ends after a day, regardless of activity", async () => {
    const browser = await api.signIn("owner");
    for (let minutes = 0; minutes < 24 * 60; minutes += 20) {
      expect((await browser.get("/api/session")).statusCode).toBe(200);
      pass(20 * MINUTE);
    }
    expect((await browser.get("/api/session")).statusCode).toBe(401);
  });

  test("a session reports its remaining time on its last stretch, and its full length before", async () => {
    const browser = await api.signIn("owner");
    const expectTimes = async (sessionEndsInMillis: number) => {
      const times = { sessionLengthInMillis: SESSION_LENGTH, sessionEndsInMillis };
      expect((await browser.post("/api/session", {})).json()).toMatchObject(times);
      expect((await browser.get("/api/config/sessionLength")).json()).toEqual({ data: times });
    };
    for (let left = 24 * 60; left > 0; left -= 20) {
      await expectTimes(left * MINUTE);
      pass(20 * MINUTE);
    }
    expect((await browser.get("/api/config/sessionLength")).json().data).toEqual({
      sessionLengthInMillis: SESSION_LENGTH,
      sessionEndsInMillis: null,
    });
  });

  test("a session ends after a day, even if sessions are configured longer", async () => {
    const settings = { sessionLength: 48 * 60 * MINUTE };
    const own = await createApi(database.current, { settings });
    const browser = await own.signIn("owner");
    const begin = own.clock.now.getTime();
    own.clock.now = new Date(begin + 24 * 60 * MINUTE - 1);
    expect((await browser.get("/api/session")).statusCode).toBe(200);
    own.clock.now = new Date(begin + 24 * 60 * MINUTE);
    expect((await browser.get("/api/session")).statusCode).toBe(401);
    await own.app.close();
  });

  test("archiving a user ends their sessions", async () => {
    const { db } = database.current;
    const browser = await api.signIn("guest");
    const archive = (archived: boolean) =>
      db.updateTable("users").set({ archived }).where("username", "=", "guest").execute();
    await archive(true);
    expect((await browser.get("/api/session")).statusCode).toBe(401);
    await archive(false);
  });

  test.each([
    ["a password", null, true, "Confirm your password first"],
    ["single sign-on", "id token", true, /^Sign out and sign in again first/],
    ["a link, without a password", null, false, /^Sign out and sign in again first/],
  ])(
    "after five minutes, a session by %s must be confirmed for sensitive changes",
    async (_way, id_token, hasPassword, text) => {
      const { db } = database.current;
      const browser = await api.signIn("guest");
      const user_id = directory.users.guest;
      await db.updateTable("sessions").set({ id_token }).where("user_id", "=", user_id).execute();
      const users = db.updateTable("users").where("id", "=", user_id);
      const { password_hash } = await db
        .selectFrom("users")
        .select("password_hash")
        .where("id", "=", user_id)
        .executeTakeFirstOrThrow();
      if (!hasPassword) await users.set({ password_hash: null }).execute();
      pass(5 * MINUTE);
      expect((await browser.post("/api/factors/totp")).statusCode).toBe(200);
      pass(1);
      const { message } = expectError(await browser.post("/api/factors/totp"), "ENOTCONFIRMED");
      expect(message).toMatch(text);
      await users.set({ password_hash }).execute();
    },
  );

  test("[SESS-21] [SESS-22] [SESS-5] GET reports the session and POST renews it", async () => {
    const browser = await api.signIn("keeper");
    expect((await browser.get("/api/session")).json()).toEqual({ message: expect.any(String) });
    const session = (await browser.post("/api/session", { redirectUrl: "/dashboard" })).json();
    expect(session.sessionLengthInMillis).toBe(SESSION_LENGTH);
    expect(session.sessionUser).toEqual({
      id: directory.users.keeper,
      clients: [
        {
          clientId: directory.clientId,
          limitSelfCertified: null,
          limitSystemExport: null,
          limitApi: 3,
        },
      ],
      resourceIds: [directory.resources.crm],
    });
  });

  test("[USER-5] [USER-6] [USER-12] the current user comes with roles, clients and client", async () => {
    const user = (await (await api.signIn("keeper")).get("/api/users/current")).json();
    expect(user).toEqual({
      id: directory.users.keeper,
      username: "keeper",
      familyName: "Family",
      givenName: "Given",
      email: "keeper@example.com",
      phoneNumber: null,
      phoneExtension: null,
      jobTitle: null,
      onboarded: false,
      archived: false,
      resourceIds: [directory.resources.crm],
      roles: [
        {
          name: "Keeper",
          permissions: [{ name: "resource_own_read" }, { name: "resource_own_update" }],
        },
      ],
      clients: [expect.objectContaining({ id: directory.clientId, name: "Acme" })],
      client: expect.objectContaining({ id: directory.clientId, name: "Acme", limitApi: 3 }),
      logKey: expect.any(String),
    });
  });

  test("each user has one key for the event log, which only the user's own sessions get", async () => {
    const keyOf = async (username: string) => {
      const browser = api.visitor();
      const signedIn = (await browser.signIn(username, PASSWORD)).json();
      const current = (await browser.get("/api/users/current")).json();
      expect(current.logKey).toBe(signedIn.logKey);
      expect(Buffer.from(current.logKey, "base64")).toHaveLength(32);
      return current.logKey as string;
    };
    const owners = await keyOf("owner");
    expect(await keyOf("owner")).toBe(owners);
    const keepers = await keyOf("keeper");
    expect(keepers).not.toBe(owners);
    const owner = await api.signIn("owner");
    const users = await owner.get(`/api/clients/${directory.clientId}/users?size=100`);
    expect(users.statusCode).toBe(200);
    for (const key of [owners, keepers]) expect(users.body).not.toContain(key);
    const visitor = await api.visitor().get("/api/users/current");
    expect([visitor.statusCode, visitor.body]).toEqual([204, ""]);
  });

  test("[CLI-1] with several clients the first one is used, and only the user's clients are open", async () => {
    const { db } = database.current;
    await db
      .insertInto("user_clients")
      .values({ user_id: directory.users.stranger, client_id: directory.clientId, position: 0 })
      .execute();
    const stranger = await api.signIn("stranger");
    const user = (await stranger.get("/api/users/current")).json();
    expect(user.clients.map(({ name }: { name: string }) => name)).toEqual(["Acme", "Other"]);
    expect(user.client).toEqual(user.clients[0]);
    await db
      .deleteFrom("user_clients")
      .where("user_id", "=", directory.users.stranger)
      .where("client_id", "=", directory.clientId)
      .execute();
    expect((await stranger.get("/api/users/current")).json().client.name).toBe("Other");
  });

  test("[CLI-4] [CLI-12] [SESS-26] [SESS-27] public info has the keep-alive threshold of 300000 ms", async () => {
    const response = await api.visitor().get("/api/public/info");
    expect(response.json()).toEqual({
      sessionKeepAliveTimeoutThreshold: 300_000,
      gtmContainerId: null,
      ssoEnabled: false,
      passwordEnabled: true,
      emailEnabled: false,
      eventLog: { days: 14, megabytes: 64, reportMegabytes: 512 },
    });
  });

  test("[CLI-3] [CLI-11] admin info returns the server's settings", async () => {
    expect((await api.visitor().get("/api/admin/info")).json()).toEqual({
      supportRequestsUrl: null,
      requestFormUrl: null,
      midpointURI: null,
      accessRoleArchTypeOID: null,
    });
    const settings = { midpointUri: "https://mp.example/", accessRoleArchetypeOid: "7" };
    const other = await createApi(database.current, { settings });
    expect((await other.visitor().get("/api/admin/info")).json()).toMatchObject({
      midpointURI: "https://mp.example/",
      accessRoleArchTypeOID: "7",
    });
    await other.app.close();
  });

  test("[SESS-19] a visitor gets cookie and token from public info and keeps them", async () => {
    const visitor = api.visitor();
    const first = await visitor.get("/api/public/info");
    expect(first.headers[CSRF_HEADER]).toBe(visitor.token);
    const { cookie, token } = visitor;
    const second = await visitor.get("/api/public/info");
    expect(second.headers["set-cookie"]).toBeUndefined();
    expect({ cookie: visitor.cookie, token: visitor.token }).toEqual({ cookie, token });
    const rows = await database.current.db.selectFrom("sessions").select("id_hash").execute();
    const hash = createHash("sha256")
      .update(cookie ?? "")
      .digest();
    expect(rows.some((row) => row.id_hash.equals(hash))).toBe(false);
  });

  test("an unknown cookie is replaced", async () => {
    const visitor = api.visitor();
    visitor.cookie = "short";
    const response = await visitor.get("/api/public/info");
    expect(response.cookies[0]).toMatchObject({ name: SESSION_COOKIE });
    expect(visitor.cookie).toMatch(/^[\w-]{43}$/);
  });

  test("signing in sweeps ended sessions", async () => {
    const { db } = database.current;
    await new Browser(api.app).signIn("owner", PASSWORD);
    pass(2 * SESSION_LENGTH);
    await api.signIn("mapper");
    const rows = await db.selectFrom("sessions").select("expires_at").execute();
    expect(rows).toHaveLength(1);
    expect(rows.filter((row) => row.expires_at <= api.clock.now)).toEqual([]);
  });
});
