/**
 * Assigns events to log sessions of at most one user each, because browsers are shared. The end of a sign-in starts a
 * new session, and so does the next sign-in, because answers for the previous user may arrive in between.
 */
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import { authenticate, getCurrentUser, login } from "#events/calls/session.ts";
import { endsSession } from "../kernel/projection.ts";

interface Draft {
  readonly type: string;
  readonly payload: unknown;
}

const SIGNED_IN: ReadonlySet<string> = new Set(
  [getCurrentUser, login, verifyCode, verifyPasskey, authenticate].map(
    ({ succeeded }) => succeeded.type,
  ),
);

/** The id of the user whom an event signs in; null for all other events. */
export function userIn({ type, payload }: Draft): string | null {
  if (!SIGNED_IN.has(type)) return null;
  const { body } = payload as { readonly body?: { readonly id?: string; readonly user?: unknown } };
  const { id } = (body?.user ?? body ?? {}) as { readonly id?: unknown };
  return typeof id === "string" ? id : null;
}

/** The log key of the user whom an answer signs in. The recorded event lacks it. */
export function logKeyIn({ type, payload }: Draft): string | null {
  if (!SIGNED_IN.has(type)) return null;
  const { body } = payload as { readonly body?: { readonly logKey?: unknown } };
  return typeof body?.logKey === "string" ? body.logKey : null;
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
