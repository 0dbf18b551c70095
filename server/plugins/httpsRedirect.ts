/** Leads who came by http to the same page by https. */
import type { FastifyInstance } from "fastify";
import { HEALTH_PATHS } from "../health.ts";
import { isOfApi, isRead, pathOf } from "./requests.ts";

/**
 * Where the public address is one of https and a proxy says that the request came to it by http. Proxies that do not say
 * how it came are left alone, and so are those of which any says https: their requests would be redirected for ever.
 */
export function redirectToHttps(app: FastifyInstance): void {
  const { behindTls, publicUrl, trustProxy } = app.services.config;
  if (!behindTls || publicUrl === null || trustProxy === false) return;
  const { origin } = new URL(publicUrl);
  app.addHook("onRequest", async ({ method, url, headers }, reply) => {
    const path = pathOf(url);
    // Programs that send their tokens by http are to fail, and not to be helped unnoticed; probes ask as they do.
    const isPage = isRead({ method }) && !isOfApi(path) && !HEALTH_PATHS.has(path);
    if (!isPage || !cameByHttp(headers["x-forwarded-proto"])) return;
    // Set as a path, and not resolved: `//evil.example` would be another host.
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
