/**
 * The answer of a single sign-on. It is removed from the address before the first event, so that the log, the browser's
 * history and referrers do not contain it. It is valid once and does not survive a reload.
 */
import { readSsoCallback, type SsoCallback } from "../kernel/ssoPorts.ts";

/** Parameters that providers add to the address, some of which are unused. */
const PARAMETERS = [
  "state",
  "code",
  "iss",
  "session_state",
  "error",
  "error_description",
  "error_uri",
];

let answer: SsoCallback | null = null;

/** Call once, before the address is read. */
export function storeSsoCallback(): void {
  const url = new URL(window.location.href);
  if (url.pathname !== "/") return;
  answer = readSsoCallback(url.searchParams);
  // An answer without state is invalid, but its code is still secret.
  const there = PARAMETERS.filter((name) => url.searchParams.has(name));
  if (there.length === 0) return;
  for (const name of there) url.searchParams.delete(name);
  window.history.replaceState(null, "", url.href);
}

export function takeSsoCallback(): SsoCallback | null {
  const taken = answer;
  answer = null;
  return taken;
}
