/** Tokens of e-mailed links, as their recipients get them. */
import { issueToken } from "#server/auth/accountTokens.ts";
import { findUserByName } from "#server/auth/queries.ts";
import type { TestApi } from "./api.ts";
import type { UserName } from "./directory.ts";

/** The query parameter of a mailed link. */
export function tokenIn(text: string, parameter: string): string {
  const [link = ""] = /http:\S+/.exec(text) ?? [];
  return new URL(link).searchParams.get(parameter) ?? "";
}

export async function resetToken(api: TestApi, name: UserName): Promise<string> {
  const { db, now } = api.app.services;
  const found = await findUserByName(db, name);
  const { id: userId = "", email = null } = found?.user ?? {};
  return issued(await issueToken(db, { userId, email: email ?? "", purpose: "reset", now: now() }));
}

/** @param user whether the account is already active; inactive by default. */
export async function verificationToken(
  api: TestApi,
  userId: string,
  { onboarded = false }: { onboarded?: boolean } = {},
): Promise<string> {
  const { db, now } = api.app.services;
  const { email } = await db
    .updateTable("users")
    .set({ onboarded })
    .where("id", "=", userId)
    .returning("email")
    .executeTakeFirstOrThrow();
  return issued(
    await issueToken(db, { userId, email: email ?? "", purpose: "verify", now: now() }),
  );
}

function issued(token: string | null): string {
  if (token === null) throw new Error("The user has no address");
  return token;
}
