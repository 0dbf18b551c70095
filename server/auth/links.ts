/** Mailed links. */
import type { FastifyInstance } from "fastify";

/**
 * A link to a screen. It starts with PROVISION_PUBLIC_URL or the server's own address, never with a request's Host
 * header, which the sender controls.
 */
export function linkTo(
  app: FastifyInstance,
  path: string,
  query: Readonly<Record<string, string>>,
): string {
  return `${baseUrl(app)}${path}?${new URLSearchParams(query).toString()}`;
}

/** The address at which browsers reach the server, without a trailing slash. */
export function baseUrl(app: FastifyInstance): string {
  const { publicUrl, host, port } = app.services.config;
  if (publicUrl) return publicUrl.replace(/\/+$/, "");
  const address = app.server.address();
  const actual = address && typeof address === "object" ? address.port : port;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}
