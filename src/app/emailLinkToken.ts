/**
 * The token of an e-mailed link. It is removed from the address before the first event, so that the log, the browser's
 * history and referrers do not contain it. It stays with the page's history entry for a reload. If a mail program
 * damaged the link's path, the token is useless but still secret.
 */
const PARAMETERS: Readonly<Record<string, string>> = {
  "/reset-password": "token",
  "/activate": "verificationToken",
};

let token: string | null = null;

/** Call once, before the address is read. */
export function takeLinkToken(): void {
  const url = new URL(window.location.href);
  const parameter = PARAMETERS[url.pathname.replace(/\/+$/, "")];
  if (parameter !== undefined) token = url.searchParams.get(parameter) ?? keptToken();
  const there = Object.values(PARAMETERS).filter((name) => url.searchParams.has(name));
  if (parameter === undefined && there.length === 0) return;
  for (const name of there) url.searchParams.delete(name);
  const state = parameter === undefined ? null : { linkToken: token };
  // The full address, because a path that starts with two slashes would be another host.
  window.history.replaceState(state, "", url.href);
}

export function linkToken(): string | null {
  return token;
}

function keptToken(): string | null {
  const state: unknown = window.history.state;
  if (state === null || typeof state !== "object" || !("linkToken" in state)) return null;
  return typeof state.linkToken === "string" ? state.linkToken : null;
}
