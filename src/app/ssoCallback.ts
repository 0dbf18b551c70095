/**
 * The answer of a provider: of single sign-on, or of a connected system that grants access. It is removed from the address
 * before the first event, so that the log, the browser's history and referrers do not contain it. It is valid once and
 * does not survive a reload.
 */
import { readGrantReply, type GrantReply } from "../kernel/grantPorts.ts";
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

/** The sign-in, and the configuration of a connected system. */
const RETURNS = /^\/(?:resources\/[\da-f-]+\/configuration)?$/i;

let answer: { readonly path: string; readonly query: URLSearchParams } | null = null;

/** Call once, before the address is read. */
export function storeSsoCallback(): void {
  const url = new URL(window.location.href);
  if (!RETURNS.test(url.pathname)) return;
  // An answer without state is invalid, but its code is still secret.
  const there = PARAMETERS.filter((name) => url.searchParams.has(name));
  if (there.length === 0) return;
  answer = { path: url.pathname, query: new URLSearchParams(url.searchParams) };
  for (const name of there) url.searchParams.delete(name);
  window.history.replaceState(null, "", url.href);
}

export function takeSsoCallback(): SsoCallback | null {
  const query = take("/");
  return query && readSsoCallback(query);
}

/** The answer stays for its own screen. */
export function takeGrantReply({ path }: { readonly path: string }): GrantReply | null {
  const query = take(path);
  return query && readGrantReply(query);
}

function take(path: string): URLSearchParams | null {
  if (answer?.path.toLowerCase() !== path.toLowerCase()) return null;
  const { query } = answer;
  answer = null;
  return query;
}
