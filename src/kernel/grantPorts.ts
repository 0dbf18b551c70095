/** What the provider of a connected system answered (OAuth 2). State and code are secrets, and never recorded. */
import { createEffect } from "effector";
import { missingPort } from "./ports.ts";

export type GrantReply =
  | { readonly kind: "code"; readonly state: string; readonly code: string }
  /** `error` is a code of OAuth 2, such as access_denied. */
  | { readonly kind: "error"; readonly error: string };

/** Port: the answer with which the page was opened at that path, once; null if there is none. */
export const grantReplyFx = createEffect<{ readonly path: string }, GrantReply | null>({
  sid: "port/grantReply",
  handler: missingPort("grantReply"),
});

/** Reads the answer from a query in the provider's format. An unusual error code is not repeated. */
export function readGrantReply(query: URLSearchParams): GrantReply | null {
  const [state, code, error] = ["state", "code", "error"].map((name) => query.get(name));
  if (error != null) {
    return { kind: "error", error: /^[a-z_]{1,60}$/.test(error) ? error : "server_error" };
  }
  return state == null || code == null ? null : { kind: "code", state, code };
}
