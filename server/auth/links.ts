/** Links that are sent by mail. */
import type { FastifyInstance } from "fastify";

/**
 * A link to a screen. It never begins with the Host of a request, which whoever sends the request could choose: it
 * begins with PROVISION_PUBLIC_URL, or with the address that the server listens at.
 */
export function linkTo(
  app: FastifyInstance,
  path: string,
  query: Readonly<Record<string, string>>,
): string {
  return `${baseUrl(app)}${path}?${new URLSearchParams(query).toString()}`;
}

/** Where browsers reach the server, without a slash at its end. */
export function baseUrl(app: FastifyInstance): string {
  const { publicUrl, host, port } = app.services.config;
  if (publicUrl) return publicUrl.replace(/\/+$/, "");
  const address = app.server.address();
  const actual = address && typeof address === "object" ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}
