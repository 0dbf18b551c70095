/** The docs site: one page per language with its style sheet, icon and theme script, read once; and the notices. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { DOCS_PATH, docsPath } from "#events/rules/docs.ts";
import { message } from "#events/messages/message.ts";
import { ApiError } from "../plugins/errors.ts";
import { NOTICES_FILE } from "./thirdParty.ts";

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

/** @param client the directory of the built client, with the notices of its packages; null where there is none. */
export function serveDocs(app: FastifyInstance, client: string | null): void {
  for (const { path, file, type } of FILES) {
    const content = readFileSync(new URL(file, import.meta.url));
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header("cache-control", "no-cache").send(content),
    );
  }
  app.get(`${DOCS_PATH}/`, { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect(DOCS_PATH, 308),
  );
  const notices = client === null ? null : join(client, NOTICES_FILE);
  app.get(`${DOCS_PATH}/${NOTICES_FILE}`, { schema: { hide: true } }, async (_request, reply) => {
    if (notices === null || !existsSync(notices)) {
      throw new ApiError("ENOTFOUND", message("requests.noSuchAddress"));
    }
    reply.type("text/plain; charset=utf-8").header("cache-control", "no-cache");
    return reply.send(readFileSync(notices));
  });
}
