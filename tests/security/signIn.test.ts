/** Attacks on the sign-in: detecting accounts by timing, planted cookies, redirects out of the app. */
import * as argon2 from "@node-rs/argon2";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { decodeRedirectPath } from "#events/rules/session.ts";
import { hashPassword } from "#server/auth/password/hashing.ts";
import { resetToken } from "../server/support/accountTokens.ts";
import { createApi, type Browser, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import {
  fillDirectory,
  PASSWORD,
  type TestDirectory,
  type UserName,
} from "../server/support/directory.ts";

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const real = await importOriginal<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});

oneDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db, hashPassword);
    api = await createApi(database.current);
    await database.current.db
      .updateTable("users")
      .set({ password_hash: null })
      .where("id", "=", directory.users.keeper)
      .execute();
    return () => api.app.close();
  });
  afterEach(() => vi.clearAllMocks());

  const visit = async (): Promise<Browser> => {
    const visitor = api.visitor();
    await visitor.get("/api/public/info");
    return visitor;
  };

  test("a sign-in costs one hash with the same parameters, whether or not the user exists", async () => {
    await api.visitor().signIn("owner", "wrong");
    vi.clearAllMocks();
    const works: string[] = [];
    for (const name of ["owner", "nobody at all", "archived", "keeper"]) {
      const response = await api.visitor().signIn(name, "wrong");
      expect(response.statusCode).toBe(401);
      const costs = vi
        .mocked(argon2.verify)
        .mock.calls.map(([stored]) => String(stored).split("$").slice(0, 4).join("$"));
      works.push(`${vi.mocked(argon2.hash).mock.calls.length} ${costs.join(" ")}`);
      vi.clearAllMocks();
    }
    expect(new Set(works)).toEqual(new Set(["0 $argon2id$v=19$m=19456,t=2,p=1"]));
  });

  test("a cookie planted before a sign-in opens nothing after it, nor does a cookie from before a sign-out", async () => {
    const victim = await visit();
    const planted = { cookie: victim.cookie, token: victim.token };
    await victim.post("/api/login", { username: "owner", password: PASSWORD });
    const session = { cookie: victim.cookie, token: victim.token };
    await victim.post("/api/logout", { userTimedOut: false });
    for (const copy of [planted, session]) {
      const attacker = Object.assign(api.visitor(), copy);
      expect((await attacker.get("/api/session")).json().code).toBe("EBADSESSION");
    }
    expect(new Set([planted.cookie, session.cookie, victim.cookie]).size).toBe(3);
  });

  /** Performs another action while a password is verified. */
  async function whileChecked<Answer>(
    begin: () => Promise<Answer>,
    meanwhile: () => Promise<void>,
  ): Promise<Answer> {
    const real = await vi.importActual<typeof argon2>("@node-rs/argon2");
    vi.mocked(argon2.verify).mockImplementationOnce(async (...given) => {
      await meanwhile();
      return real.verify(...given);
    });
    return begin();
  }

  const reset = async (name: UserName, newPassword: string) => {
    const token = await resetToken(api, name);
    const answer = await (await visit()).post("/api/reset-password", { token, newPassword });
    expect(answer.statusCode).toBe(200);
  };

  test("changing the password during a sign-in refuses the sign-in", async () => {
    const attacker = await visit();
    const answer = await whileChecked(
      () => attacker.post("/api/login", { username: "mapper", password: PASSWORD }),
      () => reset("mapper", "another horse"),
    );
    expect(answer.json().code).toBe("EBADCREDENTIALS");
    expect((await attacker.get("/api/session")).statusCode).toBe(401);
    expect((await api.visitor().signIn("mapper", "another horse")).statusCode).toBe(200);
    await reset("mapper", PASSWORD);
  });

  test("a password reset wins over a concurrent change with the old password", async () => {
    const attacker = await api.signIn("owner");
    const body = { username: "owner", password: PASSWORD, newPassword: "the horse of thieves" };
    const answer = await whileChecked(
      () => attacker.send("PUT", "/api/users/update-password", { body }),
      () => reset("owner", "another horse"),
    );
    expect(answer.json().code).toBe("EBADCREDENTIALS");
    expect((await attacker.get("/api/session")).statusCode).toBe(401);
    expect((await api.visitor().signIn("owner", "another horse")).statusCode).toBe(200);
    await reset("owner", PASSWORD);
  });

  test("archiving a user during sign-in ends the session, and restoring does not revive it", async () => {
    const owner = await api.signIn("owner");
    const archive = async (value: boolean) => {
      const path = `/api/clients/${directory.clientId}/users/${directory.users.mapper}`;
      const body = [{ op: "replace", path: "/archived", value }];
      expect((await owner.send("PATCH", path, { body })).statusCode).toBe(200);
    };
    const attacker = await visit();
    const answer = await whileChecked(
      () => attacker.post("/api/login", { username: "mapper", password: PASSWORD }),
      () => archive(true),
    );
    expect(answer.json().code).toBe("EBADCREDENTIALS");
    await archive(false);
    expect((await attacker.get("/api/session")).statusCode).toBe(401);
  });

  test("a form or link on another page cannot sign anybody in: both lack the token", async () => {
    const victim = await visit();
    for (const [method, headers, payload] of [
      [
        "POST",
        { "content-type": "text/plain" },
        JSON.stringify({ username: "owner", password: PASSWORD }),
      ],
      ["POST", { "content-type": "application/x-www-form-urlencoded" }, "username=owner"],
      ["GET", {}, undefined],
    ] as const) {
      const forged = Object.assign(api.visitor(), { cookie: victim.cookie });
      const response = await forged.send(method, "/api/login", {
        headers: { ...headers, origin: "https://evil.example" },
        ...(payload !== undefined && { payload }),
      });
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.headers["set-cookie"]).toBeUndefined();
      expect((await forged.get("/api/session")).statusCode).toBe(401);
    }
  });

  test("extra fields of a sign-in body grant nothing", async () => {
    const visitor = await visit();
    const response = await visitor.post("/api/login", {
      username: "guest",
      password: PASSWORD,
      user: { roles: ["Owner"] },
      userId: directory.users.owner,
    });
    expect(response.statusCode).toBe(400);
    expect((await visitor.get("/api/session")).statusCode).toBe(401);
  });

  test("answers of a session are never cached, and its page contains no user data", async () => {
    const owner = await api.signIn("owner");
    for (const path of ["/api/users/current", "/api/session", "/api/sessions"]) {
      expect((await owner.get(path)).headers["cache-control"]).toBe("no-store");
    }
    const { headers } = await owner.post("/api/logout", { userTimedOut: false });
    expect(headers["cache-control"]).toBe("no-store");
  });
});

const ORIGIN = "https://provision.example";

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https:evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "evil.example",
  " //evil.example",
  "/%2Fevil.example",
  "%2F%2Fevil.example",
  "%5C%5Cevil.example",
  "/%5Cevil.example",
  "/%09/evil.example",
  "@evil.example",
  "",
])("no redirect leaves the app by %j", (path) => {
  const decoded = decodeRedirectPath(path);
  if (decoded !== null) expect(new URL(decoded, ORIGIN).origin).toBe(ORIGIN);
  expect(decoded === null || decoded.startsWith("/")).toBe(true);
});
