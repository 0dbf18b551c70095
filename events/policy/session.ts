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
 * @param encoded a path, percent-encoded once or not at all.
 */
export function decodeRedirectPath(encoded: string | null | undefined): string | null {
  if (!encoded) return null;
  let path: string;
  try {
    path = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  // A backslash counts as a slash to browsers, and tabs and newlines are dropped from URLs: all refused.
  const isWithinApp = /^\/(?![/\\])/u.test(path) && !/[\\\p{Cc}]/u.test(path);
  return isWithinApp ? path : null;
}
