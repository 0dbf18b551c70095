/** Password hashes: argon2id with 19 MiB and two passes. */
import { randomInt } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { message } from "#events/messages/message.ts";
import type { Config } from "../../config.ts";
import { ApiError } from "../../plugins/errors.ts";

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random password, so that an unknown user takes as long as a wrong password. */
let decoy: Promise<string> | null = null;

export async function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** @param stored null for an unknown user or one without a password: returns false after the usual time. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash(randomPassword(), COST);
  const matches = await verify(stored ?? (await decoy), password);
  return matches && stored !== null;
}

/** @throws ApiError EFORBIDDEN if users sign in by single sign-on only. */
export function requirePasswords({ passwordSignIn }: Pick<Config, "passwordSignIn">): void {
  if (passwordSignIn) return;
  throw new ApiError("EFORBIDDEN", message("accounts.noPasswords"));
}

/** Without characters that are easily confused. */
const READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

/** Seven groups: 138 bits. */
export function randomPassword(): string {
  return randomGroups(7);
}

/** Groups of four characters, each of about 20 bits, with hyphens between them. */
export function randomGroups(count: number): string {
  const group = () =>
    Array.from({ length: 4 }, () => READABLE[randomInt(READABLE.length)]).join("");
  return Array.from({ length: count }, group).join("-");
}
