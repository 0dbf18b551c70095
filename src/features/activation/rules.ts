/** What the activation form checks. Pure. */
import { checkNewPassword, checkRepeated, checkRequired } from "#events/rules/validation.ts";

export interface ActivationInput {
  readonly givenName: string;
  readonly familyName: string;
  readonly password: string;
  readonly repeated: string;
}

/** By field: what is wrong with it, or null. */
export type ActivationProblems = { readonly [Field in keyof ActivationInput]: string | null };

export const NO_PROBLEMS: ActivationProblems = {
  givenName: null,
  familyName: null,
  password: null,
  repeated: null,
};

/** @returns null where the form may be sent. */
export function checkActivation(form: ActivationInput): ActivationProblems | null {
  const problems: ActivationProblems = {
    givenName: checkRequired(form.givenName, "First name"),
    familyName: checkRequired(form.familyName, "Last name"),
    password: checkNewPassword(form.password, "Password"),
    repeated: checkRepeated(form.repeated, form.password),
  };
  return Object.values(problems).every((problem) => problem === null) ? null : problems;
}
