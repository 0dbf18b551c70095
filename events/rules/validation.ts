/** Messages of forms; client and server check by the same functions. A check gives null where all is well. */

import { TEXT_MAX_LENGTH } from "../entities/limits.ts";

/** The fewest characters of a password that somebody chooses. */
export const PASSWORD_MIN_LENGTH = 8;
/** What a password consists of, for those who choose one. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters, of letters, digits and signs of the keyboard`;
/** The largest file that is taken, in bytes. */
export const FILE_MAX_SIZE = 2_000_000;

export const NOT_ASCII_MESSAGE = "Only ascii characters are allowed";

const NOT_ASCII = /[^\p{ASCII}]/u;

/** Something that is seen: neither white space nor one of the characters that have no width. */
const VISIBLE = /[^\s\p{Cf}\p{DI}]/u;

export function checkRequired(value: string, label?: string): string | null {
  if (VISIBLE.test(value)) return null;
  return label ? `${label} is required` : "This field is required";
}

/** A form's field takes no more than this; what comes in another way may hold more. */
export function checkLength(value: string): string | null {
  return value.length > TEXT_MAX_LENGTH
    ? `At most ${TEXT_MAX_LENGTH} characters are possible`
    : null;
}

export const NOT_ONE_LINE_MESSAGE = "Line breaks and other control characters are not allowed";

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** For what stands within lines of others, as names do in mails. */
export function checkOneLine(value: string): string | null {
  return CONTROL.test(value) ? NOT_ONE_LINE_MESSAGE : null;
}

/** Unlike `checkRequired`, white space counts as content: for values that are taken as they stand. */
export function checkNotEmpty(value: string): string | null {
  return value === "" ? "Field must not be empty" : null;
}

export function checkAscii(value: string): string | null {
  return NOT_ASCII.test(value) ? NOT_ASCII_MESSAGE : null;
}

export function checkPassword(value: string): string | null {
  if (value.length < PASSWORD_MIN_LENGTH && !NOT_ASCII.test(value)) {
    return `Password must contain at least ${PASSWORD_MIN_LENGTH} characters`;
  }
  return checkAscii(value);
}

/** @param file null where none was chosen; its size in bytes. */
export function checkFile(file: { readonly size: number } | null): string | null {
  if (file === null) return "A file is required";
  return file.size > FILE_MAX_SIZE ? "This file is too large" : null;
}

/** @param expected the text that is displayed, to be repeated to the letter. */
export function checkConfirmation(value: string, expected: string): string | null {
  return value === expected ? null : "Please enter the text exactly as it is displayed to continue";
}

/** A password that somebody chooses: it must be there, and must be good. One of blanks no form would take later. */
export function checkNewPassword(value: string, label: string): string | null {
  return checkRequired(value, label) ?? checkPassword(value);
}

/** The second writing of a password that nobody sees. */
export function checkRepeated(value: string, password: string): string | null {
  return value === password ? null : "The passwords are not the same";
}
