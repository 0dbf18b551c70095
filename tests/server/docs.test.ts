import { readFileSync } from "node:fs";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCS_PATH } from "#events/policy/docs.ts";
import { serveDocs } from "#server/docs/serveDocs.ts";
import { addSecurityHeaders } from "#server/plugins/security.ts";
import { resolve } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import { makeUser } from "../src/support/fixtures.ts";

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  await addSecurityHeaders(app, { behindTls: false, hasContainer: false });
  serveDocs(app);
});
afterAll(() => app.close());

const page = async () => (await app.inject(DOCS_PATH)).body;

test("[SUP-3] the documentation is a page at a fixed address, also with a slash at its end", async () => {
  const response = await app.inject(DOCS_PATH);
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.body).toContain("<h1>How to use Provision</h1>");
  const slash = await app.inject(`${DOCS_PATH}/`);
  expect([slash.statusCode, slash.headers.location]).toEqual([308, DOCS_PATH]);
});

test("the page keeps the content security policy: its style is a file, and it has no script", async () => {
  const html = await page();
  expect(html).not.toMatch(/<style|<script|\sstyle=|\son\w+=/i);
  const [, sheet = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const response = await app.inject(sheet);
  expect(response.headers["content-type"]).toBe("text/css; charset=utf-8");
  expect(response.headers["content-security-policy"]).toContain("style-src 'self'");
  const source = new URL("../../server/docs/guide.css", import.meta.url);
  expect(response.body).toBe(readFileSync(source, "utf8"));
});

test("every link of the page leads somewhere", async () => {
  const html = await page();
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);
  expect(links.length).toBeGreaterThan(8);
  const user = makeUser();
  for (const href of links) {
    if (href.startsWith("#")) {
      expect(html, href).toContain(`id="${href.slice(1)}"`);
    } else {
      const session = { known: true, user, client: user.client };
      const found = resolve(ROUTE_TABLE, parsePath(href), session);
      expect(found).toMatchObject({ kind: "screen" });
      expect(found.kind === "screen" && found.route.name, href).not.toBe(ROUTE_TABLE.notFound.name);
    }
  }
});
