/** Constants of a session that client and server share. */
import type { Milliseconds } from "../entities/common.ts";

export const SESSION_COOKIE = "prov.session";
export const CSRF_HEADER = "x-csrf-token";
export const SESSION_LENGTH: Milliseconds = 1_780_000;
export const KEEP_ALIVE_THRESHOLD: Milliseconds = 300_000;

/** The client takes a session for over this much earlier than the server. */
export const EXPIRY_MARGIN: Milliseconds = 20_000;

/**
 * The path within the app that a redirect parameter stands for, or null where it is none: malformed, another
 * origin (`//host`, `/\host`, a scheme) or holding control characters.
 *
 * @param encoded a path, percent-encoded once or not at all. One that begins with a slash is not: what is encoded in it is
 *   part of it, as the `%25` of a text that is searched for.
 */
export function decodeRedirectPath(encoded: string | null | undefined): string | null {
  if (!encoded) return null;
  const path = encoded.startsWith("/") ? encoded : decoded(encoded);
  if (path === null || !isWithinApp(path)) return null;
  // Whoever decodes the segments of the path is not led out of the app, either.
  const segments = decoded(path.replace(/[?#].*$/su, ""));
  return segments !== null && isWithinApp(segments) && !DOTS.test(segments) ? path : null;
}

/** Steps that browsers take at once: `/.//host` is `//host` then, which is an address of another server. */
const DOTS = /\/\.{1,2}(?:\/|$)/u;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A backslash counts as a slash to browsers, and tabs and newlines are dropped from URLs: all refused. */
function isWithinApp(path: string): boolean {
  return /^\/(?![/\\])/u.test(path) && !/[\\\p{Cc}]/u.test(path);
}
