import { readFileSync } from "node:fs";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "#events/actions/app.ts";
import { DOCS_PATH, docsPath } from "#events/rules/docs.ts";
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

const page = async (path = DOCS_PATH) => (await app.inject(path)).body;
const hrefsOf = (html: string) =>
  [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);

test("[SUP-3] the documentation is a page at a fixed address, with or without a trailing slash", async () => {
  const response = await app.inject(DOCS_PATH);
  expect(response.statusCode).toBe(200);
  expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(response.body).toContain("<h1>How to use Provision</h1>");
  const slash = await app.inject(`${DOCS_PATH}/`);
  expect([slash.statusCode, slash.headers.location]).toEqual([308, DOCS_PATH]);
});

test("the page names its icon, so that browsers request no other", async () => {
  for (const language of LANGUAGES) {
    const html = await page(docsPath(language));
    const [, icon = ""] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(html) ?? [];
    const response = await app.inject(icon);
    expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  }
});

test("the page complies with the content security policy: its style and its script are files", async () => {
  const html = await page();
  expect(html).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/i);
  const [, sheet = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const response = await app.inject(sheet);
  expect(response.headers["content-type"]).toBe("text/css; charset=utf-8");
  expect(response.headers["content-security-policy"]).toContain("style-src 'self'");
  const source = new URL("../../server/docs/guide.css", import.meta.url);
  expect(response.body).toBe(readFileSync(source, "utf8"));
});

test("the theme is set before the first paint: each page's head blocks on its script", async () => {
  for (const language of LANGUAGES) {
    const [head = ""] = (await page(docsPath(language))).split("</head>");
    const [tag, address = ""] = /<script src="([^"]+)"><\/script>/.exec(head) ?? [];
    expect(tag, language).toBeDefined();
    const response = await app.inject(address);
    expect(response.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect(response.headers["content-security-policy"]).toContain("script-src 'self'");
  }
});

test("both languages have the same page, linked to each other", async () => {
  const [english, german] = [await page(), await page(docsPath("de"))];
  expect(german).toContain('<html lang="de">');
  const headings = (html: string) => html.match(/<h2 id="\w+"/g);
  expect(headings(german)).toEqual(headings(english));
  expect(hrefsOf(german).slice(1)).toEqual(hrefsOf(english).slice(1));
  expect([hrefsOf(english)[0], hrefsOf(german)[0]]).toEqual(["/docs/de", "/docs"]);
});

test.each(LANGUAGES)("every link of the page in %s has a target", async (language) => {
  const html = await page(docsPath(language));
  const links = hrefsOf(html);
  expect(links.length).toBeGreaterThan(8);
  const user = makeUser();
  for (const href of links.slice(1)) {
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
