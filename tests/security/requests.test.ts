/** Requests that programs interpret differently: odd paths, framing, methods and headers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { fillEndpoint } from "#events/kernel/call.ts";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";
import { readConfig } from "#server/config.ts";
import { createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { fillDirectory, PASSWORD, type TestDirectory } from "../server/support/directory.ts";
import { expectError } from "../server/support/errors.ts";
import { validValue } from "../support/values.ts";
import { exchange } from "./support/exchange.ts";

/** In JSON. Bodies with such characters are refused before their fields are looked at. */
const BAD_CHARACTER = /\\u0000|\\ud[89a-f]/;

const PAGE = "<title>Provision</title>";
const SECRET = "not to be served";

oneDatabase((database) => {
  const root = mkdtempSync(join(tmpdir(), "provision-root-"));
  const clientDirectory = join(root, "client");
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    mkdirSync(join(clientDirectory, "assets"), { recursive: true });
    mkdirSync(join(clientDirectory, ".git"));
    writeFileSync(join(root, "package.json"), SECRET);
    writeFileSync(join(clientDirectory, ".env"), SECRET);
    writeFileSync(join(clientDirectory, ".git", "config"), SECRET);
    writeFileSync(join(clientDirectory, "assets", ".hidden.js"), SECRET);
    writeFileSync(join(clientDirectory, "index.html"), PAGE);
    writeFileSync(join(clientDirectory, "assets", "app-1a2b.js"), "run();");
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current, { clientDirectory });
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    return async () => {
      await api.app.close();
      rmSync(root, { recursive: true });
    };
  });

  /** Headers of a signed-in user. */
  async function signedIn(): Promise<string> {
    const { cookie, token } = await api.signIn("owner");
    return `Host: localhost\r\nCookie: ${SESSION_COOKIE}=${cookie}\r\n${CSRF_HEADER}: ${token}\r\n`;
  }

  test.each([
    "/../package.json",
    "/assets/../../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets/..\\..\\package.json",
    "/assets/....//....//package.json",
    "/assets/%252e%252e%252fpackage.json",
    "/assets/%c0%ae%c0%ae/package.json",
    "/assets/app-1a2b.js%00.json",
    "/assets//../../package.json",
    "/assets/.hidden.js",
    "/assets/%2ehidden.js",
    "/assets/",
    "/assets",
    "/.env",
    "/.git/config",
    "/%2egit/config",
    "//.env",
    "/assets/app-1a2b.js/../../.env",
    "file:///etc/passwd",
    "http://localhost/../package.json",
  ])("the path %s opens no file beside the client's assets", async (path) => {
    const [answer = ""] = await exchange(api.app, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(body).not.toContain(SECRET);
    expect(body).not.toContain("root:");
    // A path that is not a file gets the app's page, which handles the address itself, or an error.
    if (head.startsWith("HTTP/1.1 200 ")) expect(body).toBe(PAGE);
    else expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test.each([
    "/api/../api/session",
    "/api/./session",
    "/api//session",
    "//api/session",
    "/API/session",
    "/api/session/",
    "/api/session%00",
    "/api/session;x=1",
    "/api/session%2f",
    "/api/%2e%2e/api/session",
    "/api\\session",
    "/x/../api/users/current",
  ])("the path %s is not another way to a call", async (path) => {
    const headers = await signedIn();
    const [answer = ""] = await exchange(api.app, `GET ${path} HTTP/1.1\r\n${headers}\r\n`);
    const [head = "", body = ""] = answer.split("\r\n\r\n");
    expect(body).not.toContain("The session is active");
    expect(body).not.toContain("owner");
    if (head.startsWith("HTTP/1.1 200 ")) expect(body).toBe(PAGE);
    else expect(head).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  const HIDDEN = "GET /api/session HTTP/1.1\r\nHost: x\r\n\r\n";
  test.each([
    ["both lengths", `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ["two lengths", `Content-Length: 5\r\nContent-Length: 0\r\n\r\n${HIDDEN}`],
    ["a list of lengths", `Content-Length: 0, 0\r\n\r\n${HIDDEN}`],
    ["a signed length", `Content-Length: +0\r\n\r\n${HIDDEN}`],
    ["a negative length", `Content-Length: -1\r\n\r\n${HIDDEN}`],
    ["a hexadecimal length", `Content-Length: 0x0\r\n\r\n${HIDDEN}`],
    ["an unknown coding", `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ["chunked not last", `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ["a space before the colon", `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    [
      "a folded header",
      `Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${HIDDEN}`,
    ],
    ["a bare line feed", `X: y\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${HIDDEN}`],
    ["a NUL in a header", `X: a\u0000b\r\n\r\n${HIDDEN}`],
    ["a malformed chunk", `Transfer-Encoding: chunked\r\n\r\nz\r\n\r\n${HIDDEN}`],
    [
      "a chunk that is too long to be",
      `Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n\r\n${HIDDEN}`,
    ],
  ])("a request with %s leaves no bytes for the next request", async (_what, rest) => {
    const start = "POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
    const answers = await exchange(api.app, start + rest);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toMatch(/^HTTP\/1\.1 400 /);
    expect(answers[0]?.toLowerCase()).toContain("\r\nconnection: close\r\n");
  });

  test("oversized headers are refused, and the server continues", async () => {
    const get = "GET /api/public/info HTTP/1.1\r\nHost: x\r\n";
    for (const header of [
      `X: ${"x".repeat(100_000)}\r\n`,
      `Cookie: ${SESSION_COOKIE}=${"x".repeat(100_000)}\r\n`,
      Array.from({ length: 5000 }, (_, at) => `X-${at}: y\r\n`).join(""),
    ]) {
      const [answer = ""] = await exchange(api.app, `${get}${header}\r\n`);
      expect(answer.slice(0, 12)).toMatch(/^HTTP\/1\.1 4/);
    }
    const long = await exchange(api.app, `GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(long[0]).toMatch(/^HTTP\/1\.1 4/);
    expect((await exchange(api.app, `${get}\r\n`))[0]).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(["TRACE", "CONNECT", "PROPFIND", "OPTIONS"])("%s is not answered", async (method) => {
    const bytes = `${method} /api/session HTTP/1.1\r\nHost: x\r\nX-Mark: mark\r\n\r\n`;
    const [answer = ""] = await exchange(api.app, bytes);
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/);
    expect(answer).not.toContain("mark");
  });

  test("the method is that of the request line", async () => {
    const owner = await api.signIn("owner");
    const url = `/api/clients/${directory.clientId}/orgs/${directory.orgs.Engineer}/entitlement-mining-report`;
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const answer = await owner.send("POST", url, { body: {}, headers: { [name]: "DELETE" } });
      expect(answer.json()).not.toHaveProperty("dropped");
    }
    const answer = await owner.send("POST", `${url}?_method=DELETE`, { body: {} });
    expect(answer.body).not.toContain("dropped");
  });

  test("forwarding headers are ignored without a trusted proxy", async () => {
    const headers = {
      "x-forwarded-proto": "https",
      "x-forwarded-host": "evil.example",
      "x-forwarded-for": "10.0.0.1",
      host: "evil.example",
    };
    const answer = await api.app.inject({ url: "/api/public/info", headers });
    expect(answer.headers["set-cookie"]).not.toContain("Secure");
    expect(answer.body + JSON.stringify(answer.headers)).not.toContain("evil.example");
  });

  test.each([
    ["1", "192.0.2.1"],
    ["2", "198.51.100.1"],
    ["127.0.0.1", "192.0.2.1"],
    ["127.0.0.1, 192.0.2.1", "198.51.100.1"],
  ])(
    "behind the proxies %s clients cannot choose the address that the throttle counts",
    async (proxies, address) => {
      const { trustProxy } = readConfig({ PROVISION_TRUST_PROXY: proxies });
      const own = await createApi(database.current, { settings: { trustProxy } });
      const visitor = own.visitor();
      await visitor.get("/api/public/info");
      const answer = await visitor.send("POST", "/api/login", {
        body: { username: "owner", password: PASSWORD },
        headers: { "x-forwarded-for": "203.0.113.9, 198.51.100.1, 192.0.2.1" },
      });
      expect(answer.statusCode).toBe(200);
      const [session] = (await visitor.get("/api/sessions")).json()._embedded.sessions;
      expect(session.address).toBe(address);
      await own.app.close();
    },
  );

  test("a repeated parameter is refused", async () => {
    const owner = await api.signIn("owner");
    const url = `/api/clients/${directory.clientId}/resources?page=0&page=1`;
    expectError(await owner.get(url), "EINVALID");
  });

  test("no call accepts an undeclared field", async () => {
    const owner = await api.signIn("owner");
    const params = { clientId: directory.clientId, oid: directory.orgs.Engineer };
    const words = { ids: [directory.orgs.Engineer], byName: {} } as const;
    let tried = 0;
    for (const call of ALL_CALLS) {
      const { body, query } = call.schema;
      if (!body || !("properties" in body)) continue;
      const names = [...call.endpoint.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
      const filled = Object.fromEntries(names.map((name) => [name, directory.orgs.Ops]));
      const path = fillEndpoint(call.endpoint, { ...filled, ...params });
      const { required = [] } = (query ?? {}) as { readonly required?: readonly string[] };
      const search = new URLSearchParams(required.map((name) => [name, "x"])).toString();
      const url = search ? `${path}?${search}` : path;
      const readable = validValue(body, words).filter(
        (value) => !BAD_CHARACTER.test(JSON.stringify(value)),
      );
      const [valid] = fc.sample(readable, { numRuns: 1, seed: 1 });
      for (const name of ["isAdmin", "passwordHash", "password_hash", "client_id", "createdAt"]) {
        const answer = await owner.send(call.method, url, {
          body: { ...(valid as object), [name]: true },
        });
        const { fields } = expectError(answer, "EINVALID");
        expect(fields).toContainEqual({ path: `/body/${name}`, message: "is not known" });
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(10);
  });
});
