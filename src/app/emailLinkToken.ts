/**
 * The token of an e-mailed link: taken out of the address before the first event, so that neither the log nor the
 * browser's history nor a referrer holds it. It stays with the page's entry in the history for a reload. Where a program
 * of mail spoiled the path of the link, the token is of no use, and still a token.
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
  // By the whole address: a path of two slashes alone would be another host.
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
