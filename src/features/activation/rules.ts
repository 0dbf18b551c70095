/** What the activation form checks. Pure. */
import { englishText } from "../../kernel/englishText.ts";
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
    givenName: englishText(checkRequired(form.givenName, "labels.givenName")),
    familyName: englishText(checkRequired(form.familyName, "labels.familyName")),
    password: englishText(checkNewPassword(form.password, "labels.password")),
    repeated: englishText(checkRepeated(form.repeated, form.password)),
  };
  return Object.values(problems).every((problem) => problem === null) ? null : problems;
}
