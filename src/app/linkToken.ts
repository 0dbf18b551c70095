/**
 * The token of an e-mailed link: taken out of the address before the first event, so that neither the log nor the
 * browser's history nor a referrer holds it. It stays with the page's entry in the history for a reload.
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
  if (parameter === undefined) return;
  token = url.searchParams.get(parameter) ?? keptToken();
  url.searchParams.delete(parameter);
  window.history.replaceState({ linkToken: token }, "", url.pathname + url.search);
}

export function linkToken(): string | null {
  return token;
}

function keptToken(): string | null {
  const state: unknown = window.history.state;
  if (state === null || typeof state !== "object" || !("linkToken" in state)) return null;
  return typeof state.linkToken === "string" ? state.linkToken : null;
}
