/** Constants of a session that client and server share. */
import type { Milliseconds } from "../entities/common.ts";

export const SESSION_COOKIE = "prov.session";
export const CSRF_HEADER = "x-csrf-token";
export const SESSION_LENGTH: Milliseconds = 1_780_000;
export const KEEP_ALIVE_THRESHOLD: Milliseconds = 300_000;

/** The client treats a session as over this much earlier than the server. */
export const EXPIRY_MARGIN: Milliseconds = 20_000;

/**
 * The path within the app of a redirect parameter, or null if it is invalid: malformed, on another origin (`//host`,
 * `/\host`, a scheme) or with control characters.
 *
 * @param encoded a path, percent-encoded once or not at all. A leading slash means that it is not encoded, and its
 * escapes belong to it, for example the `%25` of a search text.
 */
export function decodeRedirectPath(encoded: string | null | undefined): string | null {
  if (!encoded) return null;
  const path = encoded.startsWith("/") ? encoded : decoded(encoded);
  if (path === null || !isWithinApp(path)) return null;
  // Decoding the path's segments must not lead out of the app, either.
  const segments = decoded(path.replace(/[?#].*$/su, ""));
  return segments !== null && isWithinApp(segments) && !DOTS.test(segments) ? path : null;
}

/** Browsers resolve dot segments: `/.//host` becomes `//host`, which is an address of another server. */
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
