/** Properties of a request before routing. */
import type { FastifyRequest } from "fastify";

/** The scheme and host in a request to a proxy. */
const ORIGIN = /^https?:\/\/[^/?]*(?=[/?]|$)/i;

/** An address without its query, which may contain tokens. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** @param path as sent: the router also treats `/%61pi` and `http://any.host/api` as `/api`. */
export function isOfApi(path: string): boolean {
  return /^\/api(?:\/|$)/.test(decode(path.replace(ORIGIN, "")));
}

function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export function isRead({ method }: Pick<FastifyRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Opening an address navigates to a page. A page or program that fetches a file name gets that file or nothing. */
export function isOpened({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers.accept?.includes("text/html") === true;
}
