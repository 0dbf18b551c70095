/** The built client: its files, and its page for every path that the client routes itself. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyRequest } from "fastify";
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
    const path = request.url.split("?", 1)[0] ?? "";
    const isRead = request.method === "GET" || request.method === "HEAD";
    const isFile =
      path.startsWith("/assets/") || (/\/[^/]*\.\w+$/.test(path) && !isOpened(request));
    const isPage = isRead && !/^\/api(?:\/|$)/.test(path) && !isFile;
    if (!isPage || !isBuilt) throw new ApiError("ENOTFOUND", "Nothing is found at this address");
    return reply.sendFile(PAGE, directory);
  });
}

/** Whoever opens an address reads a page; what a page or a program fetches by a file's name is that file or nothing. */
function isOpened({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}
