/** What the logout screen does, by what is known of the session. */
import type { RequestState } from "../../kernel/calls.ts";
import type { Session } from "../../data/session/index.ts";

export type LogoutStep = "wait" | "signOut" | "leave";

/**
 * Nobody is signed out before the server has said who is signed in, as the security token comes with that answer.
 * Where the server does not know a session there is none to end; where it could not be asked there may be one.
 */
export function logoutStep({ known, user }: Session, currentUser: RequestState): LogoutStep {
  if (!known) return "wait";
  if (user !== null) return "signOut";
  const unanswered = currentUser.failure !== null && currentUser.failure.code !== "EBADSESSION";
  return unanswered ? "signOut" : "leave";
}
