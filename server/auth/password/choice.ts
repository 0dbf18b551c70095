/** Rules for chosen passwords: not short, not common, and not derived from the user's names. */
import { readFileSync } from "node:fs";
import type { User } from "#events/entities/user.ts";
import { checkNewPassword, PASSWORD_MIN_LENGTH } from "#events/rules/validation.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { invalid } from "../../plugins/errors.ts";

const LIST = new URL("commonPasswords.txt", import.meta.url);
const PRODUCT_NAME = "provision";
/** Shorter parts of names occur in too many words. */
const SHORTEST_WORD = 3;

let common: ReadonlySet<string> | null = null;

/** The listed passwords, in any case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(LIST, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
  return common.has(password.toLowerCase());
}

/** The user whose password is chosen, and the current client. */
export type PasswordOwner = Pick<User, "username" | "givenName" | "familyName" | "email"> & {
  readonly client: { readonly name: string } | null;
};

/**
 * Words that an attacker would try first: the names of the product, the client and the user. Lower case, longest first.
 */
function wordsAbout({ username, givenName, familyName, email, client }: PasswordOwner): string[] {
  const names = [PRODUCT_NAME, username, givenName, familyName, email ?? "", client?.name ?? ""];
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts.map((part) => part.trim().toLowerCase()))]
    .filter((part) => part.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length);
}

/** @returns the problem of the password, for its form; null if it may be chosen. */
export function checkChosenPassword(password: string, owner: PasswordOwner): Message | null {
  const problem = checkNewPassword(password, "labels.password");
  if (problem) return problem;
  if (isCommonPassword(password)) return message("passwords.tooCommon");
  const rest = wordsAbout(owner).reduce(
    (left, word) => left.replaceAll(word, ""),
    password.toLowerCase(),
  );
  if (rest.length >= PASSWORD_MIN_LENGTH && !isCommonPassword(rest)) return null;
  return message("passwords.guessable");
}

/** @throws ApiError EINVALID with the message for the form at the field of the path. */
export function requireGoodPassword(password: string, owner: PasswordOwner, path: string): void {
  const problem = checkChosenPassword(password, owner);
  if (problem) throw invalid(path, problem);
}
