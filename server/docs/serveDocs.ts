/** The docs site: one page per language with its style sheet, icon and theme script, read once. */
import { readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import { DOCS_PATH, docsPath } from "#events/rules/docs.ts";

const FILES = [
  { path: docsPath("en"), file: "guide.html", type: "text/html; charset=utf-8" },
  { path: docsPath("de"), file: "guide.de.html", type: "text/html; charset=utf-8" },
  { path: `${DOCS_PATH}/guide.css`, file: "guide.css", type: "text/css; charset=utf-8" },
  { path: `${DOCS_PATH}/theme.js`, file: "theme.js", type: "text/javascript; charset=utf-8" },
  // The product's own icon. The built one has a content hash in its name.
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
