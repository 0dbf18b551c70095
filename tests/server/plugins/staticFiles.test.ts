import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answerErrors } from "#server/plugins/errorReplies.ts";
import { addSecurityHeaders } from "#server/plugins/security.ts";
import { serveClient } from "#server/plugins/staticFiles.ts";

const directory = mkdtempSync(join(tmpdir(), "provision-client-"));
let app: FastifyInstance;
beforeAll(async () => {
  mkdirSync(join(directory, "assets"));
  writeFileSync(join(directory, "index.html"), "<title>Provision</title>");
  writeFileSync(join(directory, "assets", "app-1a2b.js"), "plain();");
  writeFileSync(join(directory, "assets", "app-1a2b.js.br"), brotliCompressSync("packed();"));
  writeFileSync(join(directory, ".secret"), "secret");
  app = await serve(directory, false);
});
afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

async function serve(
  clientDirectory: string | null,
  behindTls: boolean,
  hasContainer = false,
): Promise<FastifyInstance> {
  const served = Fastify();
  answerErrors(served);
  await addSecurityHeaders(served, { behindTls, hasContainer });
  await serveClient(served, clientDirectory);
  return served;
}

test.each([
  "/",
  "/dashboard",
  "/rbac/role-mapping/1/access-policy-builder?x=1.5",
  "/apiary",
  "/rbac//role-mapping",
  "/dashboard//",
  "/rbac/role-mapping/%00",
  `/rbac/role-mapping/${"a".repeat(5000)}`,
  "/users/",
])("%s is a page of the app and is never cached", async (url) => {
  const response = await app.inject({ url });
  expect(response.statusCode).toBe(200);
  expect(response.body).toBe("<title>Provision</title>");
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.headers["cache-control"]).toBe("no-cache");
});

test("files named by content hash are cached for ever and sent precompressed", async () => {
  const url = "/assets/app-1a2b.js";
  const plain = await app.inject({ url });
  expect(plain.body).toBe("plain();");
  expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const packed = await app.inject({ url, headers: { "accept-encoding": "br, gzip" } });
  expect(packed.headers).toMatchObject({
    "content-encoding": "br",
    vary: "accept-encoding",
    "content-type": plain.headers["content-type"],
    "cache-control": "public, max-age=31536000, immutable",
  });
});

test.each([
  "/assets/gone-1a2b.js",
  "/api",
  "/api/x",
  "/.secret",
  "/%2e%2e/package.json",
  "/favicon.ico",
])("%s is not found, and no page replaces it", async (url) => {
  const response = await app.inject({ url });
  expect([response.statusCode, response.json().code]).toEqual([404, "ENOTFOUND"]);
});

test("[ROUTE-57] an unknown file address gets a page that says so", async () => {
  const accept = "text/html,application/xhtml+xml,*/*;q=0.8";
  for (const url of ["/ada.lovelace", "//evil.example", "/dashboard.html", "/.secret"]) {
    const response = await app.inject({ url, headers: { accept } });
    expect([response.statusCode, response.headers["content-type"]]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
  }
  for (const url of ["/assets/gone-1a2b.js", "/api/x.html"]) {
    expect((await app.inject({ url, headers: { accept } })).json().code).toBe("ENOTFOUND");
  }
});

test("only read methods get a page", async () => {
  const response = await app.inject({ method: "POST", url: "/dashboard" });
  expect(response.statusCode).toBe(404);
  expect((await app.inject({ method: "HEAD", url: "/dashboard" })).statusCode).toBe(200);
});

test("the other routes answer without a built client", async () => {
  const bare = await serve(null, false);
  expect((await bare.inject({ url: "/" })).json().code).toBe("ENOTFOUND");
  await bare.close();
});

test("pages load only from the server, run no inline script, and cannot be framed", async () => {
  const { headers } = await app.inject({ url: "/" });
  const policy = String(headers["content-security-policy"]);
  const directives = Object.fromEntries(
    policy.split(";").map((part) => {
      const [name = "", ...values] = part.split(" ");
      return [name, values.join(" ")];
    }),
  );
  expect(directives).toMatchObject({
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "worker-src": "'self'",
    "connect-src": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
  });
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": expect.stringContaining("camera=()"),
  });
});

test("Strict-Transport-Security is sent only over HTTPS", async () => {
  const plain = (await app.inject({ url: "/" })).headers;
  expect(plain["strict-transport-security"]).toBeUndefined();
  expect(plain["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  const secured = await serve(directory, true);
  const { headers } = await secured.inject({ url: "/" });
  expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  await secured.close();
});

test("[ANA-1] pages may load an analytics container only if it is configured, and still run no inline script", async () => {
  const told = await serve(directory, false, true);
  const policy = String((await told.inject({ url: "/" })).headers["content-security-policy"]);
  expect(policy).toContain("script-src 'self' https://www.googletagmanager.com;");
  expect(policy).not.toMatch(/unsafe/);
  await told.close();
  const { headers } = await app.inject({ url: "/" });
  expect(headers["content-security-policy"]).not.toContain("google");
});
