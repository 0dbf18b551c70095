/** The built client: its files, and its page for every path that the client routes. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { message } from "#events/messages/message.ts";
import { ApiError } from "./errors.ts";
import { isOfApi, isOpened, isRead, pathOf } from "./requests.ts";

const PAGE = "index.html";
/** Vite names these files by their content. */
const HASHED = /[\\/]assets[\\/]/;

/** @param directory of the built client; if it is null or missing, only the API answers. */
export async function serveClient(app: FastifyInstance, directory: string | null): Promise<void> {
  const isBuilt = directory !== null && existsSync(join(directory, PAGE));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: join(directory, "assets"),
      // Nothing else is looked up as a file. The client handles any other path.
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
    const isFile =
      path.startsWith("/assets/") || (/\/[^/]*\.\w+$/.test(path) && !isOpened(request));
    const isPage = isRead(request) && !isOfApi(path) && !isFile;
    if (!isPage || !isBuilt) throw new ApiError("ENOTFOUND", message("requests.noSuchAddress"));
    return reply.sendFile(PAGE, directory);
  });
}
