import { beforeAll, beforeEach, expect, test } from "vitest";
import { createApi, type TestApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    return () => api.app.close();
  });

  beforeEach(() => database.current.db.deleteFrom("login_failures").execute());

  const auditRows = async (call: string) =>
    database.current.db
      .selectFrom("audit")
      .selectAll()
      .where("call", "=", call)
      .orderBy("at", "desc")
      .execute();

  test("[SIGN-1] [SIGN-14] signing in with name and password returns the user and the redirect path", async () => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    const response = await visitor.post("/api/login", {
      username: " Owner ",
      password: PASSWORD,
      redirectPath: encodeURIComponent("/rbac/role-mapping?contains=a b"),
    });
    expect(response.statusCode).toBe(200);
    const { user, redirectPath } = response.json();
    expect(user.username).toBe("owner");
    expect(redirectPath).toBe("/rbac/role-mapping?contains=a b");
    const [row] = await auditRows("session/login");
    expect(row).toMatchObject({ actor: "owner", actor_id: directory.users.owner });
  });

  test("[SIGN-14] a redirect path is decoded once, so that a search in it is unchanged", async () => {
    const path = "/rbac/role-mapping?contains=R%26D%2050%25";
    for (const redirectPath of [path, encodeURIComponent(path)]) {
      const visitor = api.visitor();
      await visitor.get("/api/public/info");
      const body = { username: "owner", password: PASSWORD, redirectPath };
      expect((await visitor.post("/api/login", body)).json().redirectPath).toBe(path);
    }
  });

  test("[SIGN-14] a redirect path out of the app is dropped", async () => {
    for (const redirectPath of ["//evil.example", "https://evil.example", "%2F%2Fevil.example"]) {
      const visitor = api.visitor();
      await visitor.get("/api/public/info");
      const body = { username: "owner", password: PASSWORD, redirectPath };
      expect((await visitor.post("/api/login", body)).json().redirectPath).toBeNull();
    }
  });

  test("an unknown user, a wrong password and an archived user get the same answer", async () => {
    const answers = [];
    for (const [name, password] of [
      ["nobody", PASSWORD],
      ["mapper", "wrong"],
      ["archived", PASSWORD],
    ] as const) {
      const response = await api.visitor().signIn(name, password);
      expect(response.statusCode).toBe(401);
      answers.push(response.body);
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("EBADCREDENTIALS");
  });

  test("a failed sign-in is audited without the typed name", async () => {
    await api.visitor().signIn("guest", "wrong");
    await api.visitor().signIn("my secret by mistake", "x");
    const rows = await auditRows("session/loginFailed");
    expect(rows.map(({ target, after }) => ({ target, after }))).toEqual(
      expect.arrayContaining([
        { target: directory.users.guest, after: { address: "127.0.0.1" } },
        { target: null, after: { address: "127.0.0.1" } },
      ]),
    );
    expect(JSON.stringify(rows)).not.toContain("my secret");
  });

  test("[SIGN-10] [SESS-7] a sign-in replaces the signed-in user", async () => {
    const browser = await api.signIn("owner");
    const first = { cookie: browser.cookie, token: browser.token };
    await browser.signIn("mapper", PASSWORD);
    expect((await browser.get("/api/users/current")).json().username).toBe("mapper");
    const session = (await browser.post("/api/session", {})).json();
    expect(session.user.username).toBe("mapper");
    const stale = Object.assign(api.visitor(), first);
    expect((await stale.get("/api/session")).statusCode).toBe(401);
  });

  test("a sign-in changes the session's id, so that a planted cookie opens nothing", async () => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    const planted = { cookie: visitor.cookie, token: visitor.token };
    await visitor.post("/api/login", { username: "owner", password: PASSWORD });
    expect(visitor.cookie).not.toBe(planted.cookie);
    expect(visitor.token).not.toBe(planted.token);
    const attacker = Object.assign(api.visitor(), planted);
    expect((await attacker.get("/api/session")).statusCode).toBe(401);
  });

  test("ten wrong passwords block an account for five minutes for their address only", async () => {
    const own = await createApi(database.current);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await own.visitor().signIn("mapper", "wrong")).statusCode).toBe(401);
    }
    const response = await own.visitor().signIn("Mapper", PASSWORD);
    expect(response.statusCode).toBe(429);
    expect(response.json().code).toBe("ETOOMANYREQUESTS");
    const seconds = Number(response.headers["retry-after"]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(300);
    expect((await own.visitor().signIn("owner", PASSWORD)).statusCode).toBe(200);
    own.clock.now = new Date(own.clock.now.getTime() + 300_000);
    expect((await own.visitor().signIn("mapper", PASSWORD)).statusCode).toBe(200);
    await own.app.close();
  });

  test("wrong passwords from other addresses do not lock a user out", async () => {
    const own = await createApi(database.current);
    own.place.address = "198.51.100.1";
    for (let attempt = 0; attempt < 11; attempt += 1) await own.visitor().signIn("mapper", "wrong");
    expectError(await own.visitor().signIn("mapper", PASSWORD), "ETOOMANYREQUESTS");
    own.place.address = "203.0.113.5";
    expect((await own.visitor().signIn("mapper", PASSWORD)).statusCode).toBe(200);
    await own.app.close();
  });

  test("an account attacked from many addresses admits only known devices with the right password", async () => {
    const own = await createApi(database.current);
    own.place.address = "203.0.113.6";
    const known = own.visitor();
    await known.signIn("guest", PASSWORD);
    const hasSignedIn = own.visitor();
    await hasSignedIn.signIn("mapper", PASSWORD);
    for (let host = 1; host <= 30; host += 1) {
      own.place.address = `198.51.100.${host}`;
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => own.visitor().signIn("guest", "wrong")),
      );
      for (const answer of answers) expectError(answer, "EBADCREDENTIALS");
    }
    own.place.address = "203.0.113.7";
    expectError(await own.visitor().signIn("guest", PASSWORD), "ETOOMANYREQUESTS");
    // The device is known only for another user.
    expectError(await hasSignedIn.signIn("guest", PASSWORD), "ETOOMANYREQUESTS");
    const forged = own.visitor();
    forged.device = known.device?.replace(/.$/, (last) => (last === "A" ? "Q" : "A")) ?? "";
    expectError(await forged.signIn("guest", PASSWORD), "ETOOMANYREQUESTS");
    expectError(await known.signIn("guest", "wrong"), "EBADCREDENTIALS");
    expect((await known.signIn("guest", PASSWORD)).statusCode).toBe(200);
    await own.app.close();
  });

  test("an address with many failures admits only known devices, which are counted separately", async () => {
    const own = await createApi(database.current);
    own.place.address = "192.0.2.20";
    const known = own.visitor();
    await known.signIn("keeper", PASSWORD);
    await Promise.all(
      Array.from({ length: 100 }, (_, at) => own.visitor().signIn(`name ${at}`, "wrong")),
    );
    expectError(await own.visitor().signIn("keeper", PASSWORD), "ETOOMANYREQUESTS");
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expectError(await known.signIn("keeper", "wrong"), "EBADCREDENTIALS");
    }
    const refused = await known.signIn("keeper", PASSWORD);
    expectError(refused, "ETOOMANYREQUESTS");
    expect(Number(refused.headers["retry-after"])).toBe(300);
    await own.app.close();
  });

  test("a browser is known for several users, for 180 days", async () => {
    const own = await createApi(database.current);
    const shared = own.visitor();
    const { headers } = await shared.signIn("keeper", PASSWORD);
    expect(headers["set-cookie"]).toContainEqual(
      expect.stringMatching(
        /^prov\.device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    );
    await shared.signIn("mapper", PASSWORD);
    own.place.address = "192.0.2.21";
    for (let attempt = 0; attempt < 11; attempt += 1) await own.visitor().signIn("keeper", "wrong");
    const elsewhere = own.visitor();
    elsewhere.device = shared.device;
    expect((await elsewhere.signIn("keeper", PASSWORD)).statusCode).toBe(200);
    own.clock.now = new Date(own.clock.now.getTime() + 180 * 86_400_000);
    for (let attempt = 0; attempt < 11; attempt += 1) await own.visitor().signIn("mapper", "wrong");
    const late = own.visitor();
    late.device = shared.device;
    expectError(await late.signIn("mapper", PASSWORD), "ETOOMANYREQUESTS");
    await own.app.close();
  });

  test("IPv6 addresses of one household's network count as one", async () => {
    const own = await createApi(database.current);
    const guess = (address: string, name: string) => {
      own.place.address = address;
      return own.visitor().signIn(name, "wrong");
    };
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, at) =>
        guess(`2001:db8:1:2:${at.toString(16)}::${at}`, `name ${at}`),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    expectError(await guess("2001:db8:1:2:ffff::1", "another"), "ETOOMANYREQUESTS");
    expectError(await guess("2001:db8:1:3::1", "another"), "EBADCREDENTIALS");
    await own.app.close();
  });

  test("a hundred wrong passwords for any names block an address, but not others", async () => {
    const own = await createApi(database.current);
    own.place.address = "192.0.2.7";
    const guess = (name: string, password = "wrong") => own.visitor().signIn(name, password);
    const spray = async (first: number, end: number) => {
      const names = Array.from({ length: end - first }, (_, at) => `name ${first + at}`);
      const answers = await Promise.all(names.map((name) => guess(name)));
      for (const { statusCode } of answers) expect(statusCode).toBe(401);
    };
    await spray(0, 40);
    expect(own.pauses).toEqual([]);
    await spray(40, 41);
    await spray(41, 42);
    expect(own.pauses).toEqual([50, 100]);
    expect((await guess("owner", PASSWORD)).statusCode).toBe(200);
    await spray(42, 98);
    const together = await Promise.all(
      ["owner", "mapper", "guest", "keeper"].map((name) => guess(name, PASSWORD)),
    );
    expect(together.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await spray(98, 100);
    expect(own.pauses).toHaveLength(60);
    expect(Math.max(...own.pauses)).toBe(2000);
    for (const name of ["one more", "owner"]) {
      const response = await guess(name, PASSWORD);
      expect(response.json().code).toBe("ETOOMANYREQUESTS");
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    }
    own.place.address = "192.0.2.8";
    expect((await guess("owner", PASSWORD)).statusCode).toBe(200);
    await own.app.close();
  });

  test("concurrent wrong passwords are counted one by one", async () => {
    const own = await createApi(database.current);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => own.visitor().signIn("mapper", "wrong")),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(6).fill(429)]);
    await own.app.close();
  });

  test("at most a hundred of many concurrent wrong passwords are tried", async () => {
    const own = await createApi(database.current);
    own.place.address = "192.0.2.9";
    const answers = await Promise.all(
      Array.from({ length: 104 }, (_, at) => own.visitor().signIn(`name ${at}`, "wrong")),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([...Array(100).fill(401), ...Array(4).fill(429)]);
    await own.app.close();
  });

  test("each further wrong password is answered more slowly", async () => {
    const own = await createApi(database.current);
    for (let attempt = 0; attempt < 10; attempt += 1) await own.visitor().signIn("guest", "wrong");
    expect(own.pauses).toEqual([250, 500, 1000, 2000, 4000, 8000]);
    await own.app.close();
  });

  test("correct passwords are not counted", async () => {
    const own = await createApi(database.current);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      expect((await own.visitor().signIn("owner", PASSWORD)).statusCode).toBe(200);
    }
    await own.app.close();
  });
});
