/** The docs site: a page in each language with its style sheet, icon and script of the theme, read once. */
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { DOCS_PATH, docsPath } from "#events/rules/docs.ts";

const FILES = [
  { path: docsPath("en"), file: "guide.html", type: "text/html; charset=utf-8" },
  { path: docsPath("de"), file: "guide.de.html", type: "text/html; charset=utf-8" },
  { path: `${DOCS_PATH}/guide.css`, file: "guide.css", type: "text/css; charset=utf-8" },
  { path: `${DOCS_PATH}/theme.js`, file: "theme.js", type: "text/javascript; charset=utf-8" },
  // The icon of the product itself: the built one is named by its content.
  {
    path: `${DOCS_PATH}/favicon.svg`,
    file: "../../src/ui/assets/favicon.svg",
    type: "image/svg+xml",
  },
];

export function serveDocs(app: FastifyInstance): void {
  for (const { path, file, type } of FILES) {
    const content = readFileSync(new URL(file, import.meta.url));
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
  app.get(`${DOCS_PATH}/`, { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(DOCS_PATH, 308),
  );
}
