/** The logout screen's action for each state of the session. */
import type { RequestState } from "../../kernel/calls.ts";
import type { Session } from "../../data/session/index.ts";

export type LogoutStep = "wait" | "signOut" | "leave";

/**
 * Signing out waits until the server has reported the session, because the answer contains the CSRF token. If the
 * server reports no session, there is none to end; if it was unreachable, there may be one.
 */
export function logoutStep({ known, user }: Session, currentUser: RequestState): LogoutStep {
  if (!known) return "wait";
  if (user !== null) return "signOut";
  const unanswered = currentUser.failure !== null && currentUser.failure.code !== "EBADSESSION";
  return unanswered ? "signOut" : "leave";
}
