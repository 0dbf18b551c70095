import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LANGUAGES } from "#events/actions/app.ts";
import { DOCS_PATH, docsPath } from "#events/rules/docs.ts";
import { serveDocs } from "#server/docs/serveDocs.ts";
import { NOTICES_FILE, thirdPartyNotices } from "#server/docs/thirdParty.ts";
import { answerErrors } from "#server/plugins/errorReplies.ts";
import { addSecurityHeaders } from "#server/plugins/security.ts";
import { resolve } from "#src/app/router.ts";
import { ROUTE_TABLE } from "#src/app/routes.ts";
import { parsePath } from "#src/kernel/navigation.ts";
import { makeUser } from "../src/support/fixtures.ts";

const client = mkdtempSync(join(tmpdir(), "provision-client-"));
const NOTICES = "The notices of all packages: © everybody";
let app: FastifyInstance;
beforeAll(async () => {
  writeFileSync(join(client, NOTICES_FILE), NOTICES);
  app = Fastify();
  await addSecurityHeaders(app, { behindTls: false, hasContainer: false });
  answerErrors(app);
  serveDocs(app, client);
});
afterAll(async () => {
  rmSync(client, { recursive: true });
  await app.close();
});

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
    } else if (href.startsWith(`${DOCS_PATH}/`)) {
      expect((await app.inject(href)).statusCode, href).toBe(200);
    } else {
      const session = { known: true, user, client: user.client };
      const found = resolve(ROUTE_TABLE, parsePath(href), session);
      expect(found).toMatchObject({ kind: "screen" });
      expect(found.kind === "screen" && found.route.name, href).not.toBe(ROUTE_TABLE.notFound.name);
    }
  }
});

test("the notices that were built with the client are shown as text", async () => {
  const response = await app.inject(`${DOCS_PATH}/${NOTICES_FILE}`);
  expect(response.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(response.body).toBe(NOTICES);
  const bare = Fastify();
  answerErrors(bare);
  serveDocs(bare, null);
  expect((await bare.inject(`${DOCS_PATH}/${NOTICES_FILE}`)).json().code).toBe("ENOTFOUND");
});

test("the notices name each package that is not for development alone, with its licence and its text", () => {
  const root = join(import.meta.dirname, "../..");
  const notices = thirdPartyNotices(root);
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
  for (const [name, version] of Object.entries(dependencies)) {
    expect(notices).toContain(`\n${name} ${version} (`);
  }
  for (const name of ["vitest", "oxlint", "happy-dom", "@playwright/test"]) {
    expect(devDependencies).toHaveProperty([name]);
    expect(notices).not.toContain(`\n${name} `);
  }
  const react = readFileSync(join(root, "node_modules/react/LICENSE"), "utf8").trim();
  expect(notices.split(react)).toHaveLength(2);
  // Parts of parts are named, too.
  expect(notices).toMatch(/\nscheduler \d/);
});
