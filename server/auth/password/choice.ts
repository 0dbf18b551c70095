/** Which passwords people may choose: not short, not one of the commonest, not little more than a name of theirs. */
import { readFileSync } from "node:fs";
import type { User } from "#events/entities/user.ts";
import { checkNewPassword, PASSWORD_MIN_LENGTH } from "#events/rules/validation.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { invalid } from "../../plugins/errors.ts";

const LIST = new URL("commonPasswords.txt", import.meta.url);
const PRODUCT_NAME = "provision";
/** Shorter parts of names stand in too many words. */
const SHORTEST_WORD = 3;

let common: ReadonlySet<string> | null = null;

/** Those of the list, in any case. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(
    readFileSync(LIST, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#")),
  );
  return common.has(password.toLowerCase());
}

/** Whose password it is to be, and the client in use. */
export type PasswordOwner = Pick<User, "username" | "givenName" | "familyName" | "email"> & {
  readonly client: { readonly name: string } | null;
};

/**
 * The words that anybody would try first: of the product's and the client's name, and of what the person is called.
 * They are in lower case, the longest first.
 */
function wordsAbout({ username, givenName, familyName, email, client }: PasswordOwner): string[] {
  const names = [PRODUCT_NAME, username, givenName, familyName, email ?? "", client?.name ?? ""];
  const parts = names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(parts.map((part) => part.trim().toLowerCase()))]
    .filter((part) => part.length >= SHORTEST_WORD)
    .toSorted((a, b) => b.length - a.length);
}

/** @returns what is wrong with the password for its form; null where it may be chosen. */
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

/** @throws ApiError EINVALID with the message that forms show, at the field of the path. */
export function requireGoodPassword(password: string, owner: PasswordOwner, path: string): void {
  const problem = checkChosenPassword(password, owner);
  if (problem) throw invalid(path, problem);
}
