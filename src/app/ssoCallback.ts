/**
 * The answer of a single sign-on, taken out of the address before the first event, so that neither the log nor the
 * browser's history nor a referrer holds it. It is good once, and does not outlive a reload.
 */
import { readSsoCallback, type SsoCallback } from "../kernel/ssoPorts.ts";

/** What providers add to the address, of which some is for nobody here. */
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
  // One without its state is no answer, and its code is a secret all the same.
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
