/** The answer of the single sign-on provider. State and code are secrets, and never recorded. */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

export type SsoCallback =
  | { readonly kind: "code"; readonly state: string; readonly code: string }
  /** `denied`: the user refused to sign in or has no permission; otherwise the provider failed. */
  | { readonly kind: "error"; readonly denied: boolean };

/** Port: the answer with which the page was opened, once; null if there is none. */
export const ssoCallbackFx = createEffect<void, SsoCallback | null>({
  sid: "port/ssoCallback",
  handler: missingPort("ssoCallback"),
});

/** Port: leaves the app for an address of the provider. */
export const leaveFx = createEffect<{ readonly url: string }, void>({
  sid: "port/leave",
  handler: missingPort("leave"),
});

/** Reads the answer from a query in the provider's format. */
export function readSsoCallback(query: URLSearchParams): SsoCallback | null {
  const [state, code, error] = ["state", "code", "error"].map((name) => query.get(name));
  if (state == null) return null;
  if (error != null) return { kind: "error", denied: error === "access_denied" };
  return code == null ? null : { kind: "code", state, code };
}
