/** Validation of the sign-in form, and its destination. */
import type { Message } from "#events/kernel/message.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import { checkRequired } from "#events/rules/validation.ts";

export interface LoginProblems {
  readonly username: Message | null;
  readonly password: Message | null;
}

/** @returns null if the form may be sent. */
export function checkLogin(form: { username: string; password: string }): LoginProblems | null {
  const username = checkRequired(form.username, "labels.username");
  const password = checkRequired(form.password, "labels.password");
  return username === null && password === null ? null : { username, password };
}

/** The request's destination: the `redirect` parameter of the address, percent-encoded. */
export function redirectOf(search: string): { readonly redirectPath?: string } {
  const redirect = new URLSearchParams(search).get("redirect");
  return redirect ? { redirectPath: encodeURIComponent(redirect) } : {};
}

/** The same for a single sign-on. */
export function pathOf({ redirectPath }: { readonly redirectPath?: string }): {
  readonly path?: string;
} {
  return redirectPath === undefined ? {} : { path: redirectPath };
}

/** A signed-in user's destination: the decoded path of the response, within the app, or the dashboard. */
export function landingPath(redirectPath: string | null): string {
  return decodeRedirectPath(redirectPath) ?? "/dashboard";
}
