/** Headers of every answer of the server: pages, files, calls and errors. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { SESSION_COOKIE } from "#events/rules/session.ts";
import { createApi, type TestApi } from "../server/support/api.ts";
import { oneDatabase } from "../server/support/databases.ts";
import { fillDirectory, PASSWORD } from "../server/support/directory.ts";
import { exchange } from "./support/exchange.ts";
import { examine, scoreOf } from "./support/observatory.ts";

const BY_HTTP = "http://provision.example/dashboard";
const NO_REDIRECT = { from: BY_HTTP, to: null };

const PAGE = '<title>Provision</title><script type="module" src="/assets/app-1a2b.js"></script>';

describe("the score", () => {
  test("falls with each missing or lax header", () => {
    const bare = scoreOf(examine({}, "", [], NO_REDIRECT));
    expect(bare).toBeLessThan(50);
    const lax = {
      "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline'",
    };
    expect(scoreOf(examine(lax, "", [], NO_REDIRECT))).toBeLessThan(60);
    const cookie = [`${SESSION_COOKIE}=x; Path=/; HttpOnly; SameSite=Lax`];
    expect(scoreOf(examine(lax, "", cookie, NO_REDIRECT))).toBeLessThan(
      scoreOf(examine(lax, "", [], NO_REDIRECT)),
    );
  });
});

oneDatabase((database) => {
  const clientDirectory = mkdtempSync(join(tmpdir(), "provision-client-"));
  let secured: TestApi;
  let plain: TestApi;
  beforeAll(async () => {
    mkdirSync(join(clientDirectory, "assets"));
    writeFileSync(join(clientDirectory, "index.html"), PAGE);
    writeFileSync(join(clientDirectory, "assets", "app-1a2b.js"), "run();");
    await fillDirectory(database.current.db);
    const settings = {
      behindTls: true,
      publicUrl: "https://provision.example/",
      trustProxy: 1,
    };
    secured = await createApi(database.current, { clientDirectory, settings });
    plain = await createApi(database.current, { clientDirectory });
    await plain.app.listen({ port: 0, host: "127.0.0.1" });
    return async () => {
      await Promise.all([secured.app.close(), plain.app.close()]);
      rmSync(clientDirectory, { recursive: true });
    };
  });

  /** All cookies of a visit with sign-in and sign-out. */
  async function cookiesOf(api: TestApi): Promise<readonly string[]> {
    const visitor = api.visitor();
    const answers = [
      await visitor.get("/api/public/info"),
      await visitor.post("/api/login", { username: "owner", password: PASSWORD }),
      await visitor.post("/api/logout", { userTimedOut: false }),
    ];
    return answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  }

  /** The redirect target of a request with the proxy's `protocol`. */
  async function redirectionOf(
    { app }: TestApi,
    url: string,
    protocol = "http",
    method: "GET" | "HEAD" | "POST" = "GET",
  ): Promise<string | null> {
    const { statusCode, headers } = await app.inject({
      method,
      url,
      headers: { host: "evil.example", ...(protocol !== "" && { "x-forwarded-proto": protocol }) },
    });
    if (headers.location === undefined) return null;
    expect({ statusCode, kept: headers["cache-control"] }).toEqual({
      statusCode: 308,
      kept: "no-store",
    });
    return headers.location;
  }

  test("HTTP requests are redirected to the same page by HTTPS and to no other host", async () => {
    const there = "https://provision.example";
    await secured.app.listen({ port: 0, host: "127.0.0.1" });
    const headers = "Host: evil.example\r\nX-Forwarded-Proto: http\r\n\r\n";
    for (const [path, target = path] of [
      ["/"],
      ["/rbac/role-mapping?contains=R%26D%2050%25&next=//x"],
      ["/docs"],
      ["//evil.example/x"],
      ["/\\evil.example", "//evil.example"],
      ["/x/..//evil.example", "//evil.example"],
      ["http://evil.example/x", "/http://evil.example/x"],
      ["/%0d%0aSet-Cookie:%20x=y"],
      ["/@evil.example"],
      ["/apiary"],
    ] as const) {
      // Verbatim, because the injecting library resolves paths.
      const [answer = ""] = await exchange(secured.app, `GET ${path} HTTP/1.1\r\n${headers}`);
      const [head = ""] = answer.split("\r\n\r\n");
      expect(/^location: (.*)$/m.exec(head)?.[1], path).toBe(there + target);
    }
    expect(await redirectionOf(secured, "/users", "http", "HEAD")).toBe(`${there}/users`);
  });

  test("calls, probes and requests not known to come by HTTP are not redirected", async () => {
    for (const url of ["/api/public/info", "/api", "/api/none", "/healthz"]) {
      expect(await redirectionOf(secured, url), url).toBeNull();
    }
    expect(await redirectionOf(secured, "/users", "http", "POST")).toBeNull();
    for (const protocol of ["", "https", "https, http", "http, https"]) {
      expect(await redirectionOf(secured, "/users", protocol), protocol).toBeNull();
    }
    expect(await redirectionOf(plain, "/users")).toBeNull();
  });

  test("a page behind TLS has the top mark of the HTTP Observatory", async () => {
    const { headers, body } = await secured.app.inject({ url: "/dashboard" });
    const redirection = { from: BY_HTTP, to: await redirectionOf(secured, "/dashboard") };
    const findings = examine(headers, body, await cookiesOf(secured), redirection);
    expect(Object.fromEntries(findings.map((each) => [each.criterion, each.modifier]))).toEqual({
      "content-security-policy": 10,
      cookies: 5,
      "cross-origin-resource-sharing": 0,
      "cross-origin-resource-policy": 10,
      redirection: 0,
      "referrer-policy": 5,
      "strict-transport-security": 0,
      "subresource-integrity": 0,
      "x-content-type-options": 0,
      "x-frame-options": 5,
    });
    expect(scoreOf(findings)).toBe(135);
  });

  test("every answer has the same headers, errors included", async () => {
    const owner = await secured.signIn("owner");
    const { app } = secured;
    const large = JSON.stringify({ username: "x".repeat(2 ** 20), password: "" });
    const answers = await Promise.all([
      app.inject({ url: "/" }),
      app.inject({ url: "/assets/app-1a2b.js" }),
      app.inject({ url: "/assets/gone.js" }),
      app.inject({ url: "/api/public/info" }),
      app.inject({ url: "/api/openapi.json" }),
      app.inject({ url: "/healthz" }),
      app.inject({ url: "/api/none" }),
      app.inject({ url: "/api/session" }),
      app.inject({ url: "/api/%zz" }),
      app.inject({ url: `/api/clients/${"x".repeat(500)}/counts` }),
      app.inject({ method: "DELETE", url: "/api/login" }),
      owner.send("POST", "/api/login", { payload: "{" }),
      owner.send("POST", "/api/login", { payload: large }),
      owner.send("POST", "/api/login", { payload: "x", headers: { "content-type": "text/plain" } }),
    ]);
    for (const { headers, raw } of answers) {
      expect(headers, raw.req.url).toMatchObject({
        "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-embedder-policy": "credentialless",
        "cross-origin-resource-policy": "same-origin",
        "content-type": expect.stringMatching(/; charset=utf-8$/),
      });
      expect(headers).not.toHaveProperty("server");
      expect(headers).not.toHaveProperty("x-powered-by");
    }
  });

  test("the server does not guess at requests that are not HTTP", async () => {
    const [answer = ""] = await exchange(plain.app, "NO HTTP\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("\r\nx-content-type-options: nosniff\r\n");
    expect(answer).toContain("\r\ncontent-security-policy: default-src 'none'");
  });

  test("an absolute-form address is answered like a relative one and never cached", async () => {
    for (const [path, status] of [
      ["http://provision.example/api/public/info", 200],
      ["http://provision.example/%61pi/session", 401],
      ["HTTP://provision.example/api/none", 404],
    ] as const) {
      const [answer = ""] = await exchange(
        plain.app,
        `GET ${path} HTTP/1.1\r\nHost: provision.example\r\nAccept: text/html\r\n\r\n`,
      );
      expect(answer, path).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer, path).toContain("\r\ncache-control: no-store\r\n");
      expect(answer, path).toContain("\r\ncontent-type: application/json");
    }
  });

  test("a second Host header is refused, whatever its value", async () => {
    for (const hosts of [
      "Host: a.example\r\nHost: b.example",
      "Host: a.example\r\nhOST: a.example",
      "Host: a.example\r\nAccept: */*\r\nHost:",
    ]) {
      const [answer = ""] = await exchange(
        plain.app,
        `GET /api/public/info HTTP/1.1\r\n${hosts}\r\n\r\n`,
      );
      expect(answer, hosts).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"code":"EINVALID"');
      expect(answer).not.toContain("set-cookie");
    }
  });

  test("the API description is cached for minutes and sent again only after a change", async () => {
    const { app } = await createApi(database.current);
    const url = "/api/openapi.json";
    const first = await app.inject({ url });
    expect(first.statusCode).toBe(200);
    expect(first.headers["cache-control"]).toBe("public, max-age=300");
    const { etag = "" } = first.headers;
    const again = await app.inject({ url, headers: { "if-none-match": etag } });
    expect(again).toMatchObject({ statusCode: 304, body: "" });
    const other = await app.inject({ url, headers: { "if-none-match": '"other"' } });
    expect(other).toMatchObject({ statusCode: 200, body: first.body });
    // Sequential, because the limiter sees only the last count of concurrent requests.
    for (let asked = 4; asked <= 60; asked += 1) {
      expect((await app.inject({ url })).statusCode, `request ${asked}`).toBe(200);
    }
    const refused = await app.inject({ url });
    expect(refused.statusCode).toBe(429);
    expect(refused.json().code).toBe("ETOOMANYREQUESTS");
    expect((await app.inject({ url, remoteAddress: "10.0.0.9" })).statusCode).toBe(200);
    await app.close();
  });

  test("cookies meet the __Host- prefix requirements, and only the known-device cookie persists", async () => {
    const all = await cookiesOf(secured);
    const cookies = all.filter((cookie) => !cookie.startsWith("prov.device="));
    const [device = "", ...more] = all.filter((cookie) => !cookies.includes(cookie));
    expect(more).toEqual([]);
    expect(device.split("; ").slice(1).toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=15552000",
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(cookies.length).toBeGreaterThanOrEqual(3);
    for (const cookie of cookies) {
      const [pair, ...flags] = cookie.split("; ");
      expect(pair).toMatch(/^prov\.session=[\w-]{43}$/);
      expect(flags.toSorted()).toEqual(["HttpOnly", "Path=/", "SameSite=Lax", "Secure"]);
    }
  });

  test("other origins are refused: no CORS, no preflight, no token in a cookie", async () => {
    const origin = { origin: "https://evil.example" };
    const owner = await plain.signIn("owner");
    for (const { method, endpoint } of ALL_CALLS) {
      const url = endpoint.replaceAll(/:\w+/g, "x");
      const preflight = await plain.app.inject({
        method: "OPTIONS",
        url,
        headers: { ...origin, "access-control-request-method": method },
      });
      expect(preflight.statusCode, url).toBeGreaterThanOrEqual(400);
      const answers = [preflight, await owner.send(method, url, { headers: origin })];
      for (const { headers } of answers) {
        expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual(
          [],
        );
      }
    }
  });

  test("API answers are never cached, and pages contain no user data", async () => {
    const owner = await plain.signIn("owner");
    const encoded = ["/%61pi/users/current", "/%61p%69/none", "/readyz", "/healthz"];
    for (const url of ["/api/users/current", "/api/session", "/api/none", ...encoded]) {
      expect((await owner.get(url)).headers["cache-control"], url).toBe("no-store");
    }
    const page = await owner.get("/dashboard");
    expect(page.body).toBe(PAGE);
    expect(page.headers["cache-control"]).toBe("no-cache");
    expect(page.headers["set-cookie"]).toBeUndefined();
  });
});
