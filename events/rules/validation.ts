/** Field checks shared by forms and server. A check returns null for a valid value. */
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import type { Message } from "../kernel/message.ts";
import { message, type PlainMessageCode } from "../messages/message.ts";

/** Minimum length of a chosen password. */
export const PASSWORD_MIN_LENGTH = 8;
/** The allowed characters of a chosen password. */
export const PASSWORD_HINT = message("passwords.hint", { min: PASSWORD_MIN_LENGTH });
/** Maximum size of a file, in bytes. */
const FILE_MAX_SIZE = 2_000_000;

const NOT_ASCII = /[^\p{ASCII}]/u;

/** A visible character: neither white space nor a zero-width character. */
const VISIBLE = /[^\s\p{Cf}\p{DI}]/u;

/** The name of a field in a message about it. */
export type LabelCode = Extract<PlainMessageCode, `labels.${string}`>;

export function checkRequired(value: string, label?: LabelCode): Message | null {
  if (VISIBLE.test(value)) return null;
  return label
    ? message("fields.labelRequired", { label: message(label) })
    : message("fields.required");
}

/** The problems of required texts, by field; null if there are none. */
export function checkRequiredTexts<Field extends string>(
  texts: Readonly<Record<NoInfer<Field>, string>>,
  labels: Readonly<Record<Field, LabelCode>>,
): Record<Field, Message | null> | null {
  const fields = Object.keys(labels) as Field[];
  const problems = fields.map((field) => [field, checkRequired(texts[field], labels[field])]);
  return problems.every(([, problem]) => problem === null)
    ? null
    : (Object.fromEntries(problems) as Record<Field, Message | null>);
}

/** A form field accepts no more than this. Values from other sources may be longer. */
export function checkLength(value: string): Message | null {
  return value.length > TEXT_MAX_LENGTH
    ? message("fields.tooLong", { max: TEXT_MAX_LENGTH })
    : null;
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For values that appear within single lines, as names do in mails. */
export function checkOneLine(value: string): Message | null {
  return CONTROL.test(value) ? message("fields.notOneLine") : null;
}

/** Digits, with what people write between them. */
const PHONE = /^\+?[\d\s()./-]*\d[\d\s()./-]*$/;

/** @param value empty where there is no number. */
export function checkPhone(value: string): Message | null {
  if (value === "") return null;
  return checkLength(value) ?? (PHONE.test(value) ? null : message("fields.phone"));
}

/** Unlike `checkRequired`, white space counts as content: for values that are used verbatim. */
export function checkNotEmpty(value: string): Message | null {
  return value === "" ? message("fields.empty") : null;
}

export function checkAscii(value: string): Message | null {
  return NOT_ASCII.test(value) ? message("fields.notAscii") : null;
}

export function checkPassword(value: string): Message | null {
  if (value.length < PASSWORD_MIN_LENGTH && !NOT_ASCII.test(value)) {
    return message("passwords.tooShort", { min: PASSWORD_MIN_LENGTH });
  }
  return checkAscii(value);
}

/** @param file null if none was chosen; otherwise its size in bytes. */
export function checkFile(file: { readonly size: number } | null): Message | null {
  if (file === null) return message("fields.fileRequired");
  return file.size > FILE_MAX_SIZE ? message("fields.fileTooLarge") : null;
}

/** @param expected the displayed text that the user must repeat exactly. */
export function checkConfirmation(value: string, expected: string): Message | null {
  return value === expected ? null : message("fields.notConfirmed");
}

/** A chosen password: required and strong enough. Login forms would refuse one of blanks. */
export function checkNewPassword(value: string, label: LabelCode): Message | null {
  return checkRequired(value, label) ?? checkPassword(value);
}

/** The repeated password, which catches typing errors. */
export function checkRepeated(value: string, password: string): Message | null {
  return value === password ? null : message("passwords.differ");
}
