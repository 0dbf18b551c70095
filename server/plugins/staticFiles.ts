/** The built client: its files, and its page for every path that the client routes itself. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { isOfApi, opensPage, pathOf } from "./errorReplies.ts";
import { ApiError } from "./errors.ts";

const PAGE = "index.html";
/** Vite names these files by their content. */
const HASHED = /[\\/]assets[\\/]/;

/** @param directory of the built client; without one, or where it is absent, only the API answers. */
export async function serveClient(app: FastifyInstance, directory: string | null): Promise<void> {
  const isBuilt = directory !== null && existsSync(join(directory, PAGE));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: join(directory, "assets"),
      // Nothing else is looked up as a file: any other path, however odd, is the client's to judge.
      prefix: "/assets/",
      index: false,
      preCompressed: true,
      dotfiles: "ignore",
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header(
          "cache-control",
          HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url);
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isFile =
      path.startsWith("/assets/") || (/\/[^/]*\.\w+$/.test(path) && !opensPage(request));
    const isPage = isRead && !isOfApi(path) && !isFile;
    if (!isPage || !isBuilt) throw new ApiError("ENOTFOUND", "Nothing is found at this address");
    return reply.sendFile(PAGE, directory);
  });
}
