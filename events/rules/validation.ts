/** Checks of fields, for forms and server alike. A check returns null for a valid value. */
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import type { Message } from "../kernel/message.ts";
import { message, type PlainMessageCode } from "../messages/message.ts";

/** The fewest characters of a password that somebody chooses. */
export const PASSWORD_MIN_LENGTH = 8;
/** What a password consists of, for those who choose one. */
export const PASSWORD_HINT = message("passwords.hint", { min: PASSWORD_MIN_LENGTH });
/** The largest file that is taken, in bytes. */
export const FILE_MAX_SIZE = 2_000_000;

const NOT_ASCII = /[^\p{ASCII}]/u;

/** Something that is seen: neither white space nor one of the characters that have no width. */
const VISIBLE = /[^\s\p{Cf}\p{DI}]/u;

/** The name of a field, within a message about it. */
export type LabelCode = Extract<PlainMessageCode, `labels.${string}`>;

export function checkRequired(value: string, label?: LabelCode): Message | null {
  if (VISIBLE.test(value)) return null;
  return label
    ? message("fields.labelRequired", { label: message(label) })
    : message("fields.required");
}

/** A form's field takes no more than this; what comes in another way may hold more. */
export function checkLength(value: string): Message | null {
  return value.length > TEXT_MAX_LENGTH
    ? message("fields.tooLong", { max: TEXT_MAX_LENGTH })
    : null;
}

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For what stands within lines of others, as names do in mails. */
export function checkOneLine(value: string): Message | null {
  return CONTROL.test(value) ? message("fields.notOneLine") : null;
}

/** Unlike `checkRequired`, white space counts as content: for values that are taken as they stand. */
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

/** @param file null where none was chosen; its size in bytes. */
export function checkFile(file: { readonly size: number } | null): Message | null {
  if (file === null) return message("fields.fileRequired");
  return file.size > FILE_MAX_SIZE ? message("fields.fileTooLarge") : null;
}

/** @param expected the text that is displayed, to be repeated to the letter. */
export function checkConfirmation(value: string, expected: string): Message | null {
  return value === expected ? null : message("fields.notConfirmed");
}

/** A password that somebody chooses: it must be there, and must be good. One of blanks no form would take later. */
export function checkNewPassword(value: string, label: LabelCode): Message | null {
  return checkRequired(value, label) ?? checkPassword(value);
}

/** The second writing of a password that nobody sees. */
export function checkRepeated(value: string, password: string): Message | null {
  return value === password ? null : message("passwords.differ");
}
