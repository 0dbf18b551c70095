/** What the form of a reset checks, and where it leads. Pure. */
import { englishText } from "../../kernel/englishText.ts";
import { checkNewPassword, checkRepeated } from "#events/rules/validation.ts";

export interface ResetProblems {
  readonly newPassword: string | null;
  readonly repeated: string | null;
}

/** @returns null where the form may be sent. */
export function checkReset(form: { newPassword: string; repeated: string }): ResetProblems | null {
  const newPassword = englishText(checkNewPassword(form.newPassword, "labels.newPassword"));
  const repeated = englishText(checkRepeated(form.repeated, form.newPassword));
  return newPassword === null && repeated === null ? null : { newPassword, repeated };
}

/** Where to go after the reset: to the sign-in, which leads on to the landing page. */
export function pathAfterReset(landingPage: string | null): string {
  return landingPage === null
    ? "/"
    : `/?${new URLSearchParams({ redirect: landingPage }).toString()}`;
}
