/** What a request says of itself before any route is known. */
import type { FastifyRequest } from "fastify";

/** An address without its query, in which tokens may stand. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? "";
}

export function isOfApi(path: string): boolean {
  return /^\/api(?:\/|$)/.test(path);
}

export function isRead({ method }: Pick<FastifyRequest, "method">): boolean {
  return method === "GET" || method === "HEAD";
}

/** Whoever opens an address reads a page; what a page or a program fetches by a file's name is that file or nothing. */
export function isOpened({ headers }: Pick<FastifyRequest, "headers">): boolean {
  return headers.accept?.includes("text/html") === true;
}
