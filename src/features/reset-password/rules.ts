/** How the link stands by which a password is reset, and what the form checks. Pure. */
import { checkNewPassword, checkRepeated } from "#events/policy/validation.ts";
import type { RequestState } from "../../kernel/calls.ts";

export type LinkState = "checking" | "good" | "bad" | "unreachable";

/** @param incomplete the address had no token. */
export function linkState(incomplete: boolean, { status, failure }: RequestState): LinkState {
  if (incomplete) return "bad";
  if (status === "Success") return "good";
  if (failure === null) return "checking";
  return failure.code === "EBADTOKEN" ? "bad" : "unreachable";
}

export interface ResetProblems {
  readonly newPassword: string | null;
  readonly repeated: string | null;
}

/** @returns null where the form may be sent. */
export function checkReset(form: { newPassword: string; repeated: string }): ResetProblems | null {
  const newPassword = checkNewPassword(form.newPassword, "New password");
  const repeated = checkRepeated(form.repeated, form.newPassword);
  return newPassword === null && repeated === null ? null : { newPassword, repeated };
}

/** Where to go after the reset: to the sign-in, which leads on to the landing page. */
export function pathAfterReset(landingPage: string | null): string {
  return landingPage === null
    ? "/"
    : `/?${new URLSearchParams({ redirect: landingPage }).toString()}`;
}
