/**
 * The session cookie: random and stored as a hash, so that a copy of the database opens no session. Visitors have a
 * cookie without a row, to which their CSRF token belongs.
 */
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { CSRF_HEADER, SESSION_COOKIE } from "#events/rules/session.ts";
import type { Services } from "../../services.ts";

const COOKIE = /^[\w-]{43}$/;

/** 256 random bits. */
export function newCookie(): string {
  return randomBytes(32).toString("base64url");
}

/** The request's session cookie, if it is well-formed. */
export function readCookie(request: FastifyRequest): string | null {
  const value = request.cookies[SESSION_COOKIE];
  return value !== undefined && COOKIE.test(value) ? value : null;
}

/** Sends a cookie with its CSRF token. */
export function sendCookie(
  { config, csrf }: Pick<Services, "config" | "csrf">,
  reply: FastifyReply,
  cookie: string,
): void {
  reply.setCookie(SESSION_COOKIE, cookie, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: config.behindTls || reply.request.protocol === "https",
  });
  reply.header(CSRF_HEADER, csrf.tokenOf(cookie));
}

export function hashOf(cookie: string): Buffer {
  return createHash("sha256").update(cookie).digest();
}
