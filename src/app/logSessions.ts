/**
 * Assigns events to log sessions of at most one user each, because browsers are shared. The end of a sign-in starts a
 * new session, and so does the next sign-in, because answers for the previous user may arrive in between.
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

/** The id of the user whom an event signs in; null for all other events. */
export function userIn({ type, payload }: Draft): string | null {
  if (!SIGNED_IN.has(type)) return null;
  const { body } = payload as { readonly body?: { readonly id?: string; readonly user?: unknown } };
  const { id } = (body?.user ?? body ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : null;
}

/** @returns the session of each event, in recording order. */
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
