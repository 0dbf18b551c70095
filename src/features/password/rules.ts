/** What the form for the own password checks. Pure. */
import { englishText } from "../../kernel/englishText.ts";
import { checkNewPassword, checkRepeated, checkRequired } from "#events/rules/validation.ts";

export interface PasswordInput {
  readonly password: string;
  readonly newPassword: string;
  readonly repeated: string;
}

/** By field: what is wrong with it, or null. */
export type PasswordProblems = { readonly [Field in keyof PasswordInput]: string | null };

export const NO_PROBLEMS: PasswordProblems = { password: null, newPassword: null, repeated: null };

/** @returns null where the form may be sent. */
export function checkPasswordChange(form: PasswordInput): PasswordProblems | null {
  const problems: PasswordProblems = {
    password: englishText(checkRequired(form.password, "labels.currentPassword")),
    newPassword: englishText(checkNewPassword(form.newPassword, "labels.newPassword")),
    repeated: englishText(checkRepeated(form.repeated, form.newPassword)),
  };
  return Object.values(problems).every((problem) => problem === null) ? null : problems;
}
