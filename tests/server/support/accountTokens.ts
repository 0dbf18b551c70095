/** Tokens of e-mailed links, as the people get them to whom they are sent. */
import { issueToken } from "#server/auth/accountTokens.ts";
import { findUserByName } from "#server/auth/userQueries.ts";
import type { TestApi } from "./api.ts";
import type { UserName } from "./directory.ts";

/** The query parameter of a link in a mail. */
export function tokenIn(text: string, parameter: string): string {
  const [link = ""] = /http:\S+/.exec(text) ?? [];
  return new URL(link).searchParams.get(parameter) ?? "";
}

export async function resetToken(api: TestApi, name: UserName): Promise<string> {
  const { db, now } = api.app.services;
  const found = await findUserByName(db, name);
  return issueToken(db, { userId: found?.user.id ?? "", purpose: "reset", now: now() });
}

/** @param user whether the account is active already; not, unless said otherwise. */
export async function verificationToken(
  api: TestApi,
  userId: string,
  { onboarded = false }: { onboarded?: boolean } = {},
): Promise<string> {
  const { db, now } = api.app.services;
  await db.updateTable("users").set({ onboarded }).where("id", "=", userId).execute();
  return issueToken(db, { userId, purpose: "verify", now: now() });
}
