/** Redirects HTTP requests to the same page by HTTPS. */
import type { FastifyInstance } from "fastify";
import { HEALTH_PATHS } from "../health.ts";
import { isOfApi, isRead, pathOf } from "./requests.ts";

/**
 * Applies if the public address uses https and a proxy reports that the request came by http. Requests without that
 * information are not redirected, nor are those that any proxy received by https, because they could loop for ever.
 */
export function redirectToHttps(app: FastifyInstance): void {
  const { behindTls, publicUrl, trustProxy } = app.services.config;
  if (!behindTls || publicUrl === null || trustProxy === false) return;
  const { origin } = new URL(publicUrl);
  app.addHook("onRequest", async ({ method, url, headers }, reply) => {
    const path = pathOf(url);
    // Programs that send tokens by HTTP must fail visibly. Probes are not redirected, either.
    const isPage = isRead({ method }) && !isOfApi(path) && !HEALTH_PATHS.has(path);
    if (!isPage || !cameByHttp(headers["x-forwarded-proto"])) return;
    // Set as a path and not resolved, because `//evil.example` would be another host.
    const target = new URL(origin);
    target.pathname = path;
    target.search = url.slice(path.length);
    return reply.redirect(target.href, 308);
  });
}

function cameByHttp(protocols: string | readonly string[] | undefined): boolean {
  if (protocols === undefined) return false;
  return String(protocols)
    .split(",")
    .every((protocol) => protocol.trim().toLowerCase() === "http");
}
