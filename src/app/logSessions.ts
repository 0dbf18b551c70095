/**
 * Which session of the log an event belongs to: each is of one user at most, as browsers are shared. What follows the
 * end of a sign-in begins another, and so does the next sign-in: in between, answers to the one before may still come.
 */
import { authenticate, getCurrentUser, login } from "#events/calls/session.ts";
import { endsSession } from "../kernel/projection.ts";

interface Draft {
  readonly type: string;
  readonly payload: unknown;
}

const SIGNED_IN: ReadonlySet<string> = new Set(
  [getCurrentUser, login, authenticate].map(({ succeeded }) => succeeded.type),
);

/** The id of the user that an event says is signed in; null for all other events. */
export function userIn({ type, payload }: Draft): string | null {
  if (!SIGNED_IN.has(type)) return null;
  const { body } = payload as { readonly body?: { readonly id?: string; readonly user?: unknown } };
  const { id } = (body?.user ?? body ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : null;
}

/** @returns the session of each event, in the order in which they are recorded. */
export function createLogSessions(newId: () => string): (draft: Draft) => string {
  let id = newId();
  let user: string | null = null;
  let hasEnded = false;
  let hadUser = false;
  return (draft) => {
    const comes = userIn(draft);
    const isAnother = comes !== null && comes !== user && hadUser;
    if (hasEnded || isAnother) {
      id = newId();
      user = null;
    }
    user = comes ?? user;
    hadUser ||= comes !== null;
    hasEnded = user !== null && endsSession(draft.type);
    return id;
  };
}
