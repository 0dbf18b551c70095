/** What a request says of itself before any route is known. */
import type { FastifyRequest } from "fastify";

/** What a request to a proxy names before the path. */
const ORIGIN = /^https?:\/\/[^/?]*(?=[/?]|$)/i;

/** An address without its query, in which tokens may stand. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

/** @param path as it was sent: the router reads `/%61pi` and `http://any.host/api` as `/api`, too. */
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

/** Whoever opens an address reads a page; what a page or a program fetches by a file's name is that file or nothing. */
export function isOpened({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers.accept?.includes("text/html") === true;
}
