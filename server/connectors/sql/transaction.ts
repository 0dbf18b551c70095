/** Transactions whose settings make values read the same on every server. */
import type { Session } from "./session.ts";

const SETTINGS: readonly (readonly [string, string])[] = [
  ["bytea_output", "hex"],
  ["datestyle", "ISO, YMD"],
  ["extra_float_digits", "1"],
  ["intervalstyle", "iso_8601"],
  ["standard_conforming_strings", "on"],
  ["timezone", "UTC"],
];

/**
 * One snapshot, however many statements follow: a row that another session changes in the meantime appears once, as it was.
 * @param answerTime milliseconds after which the server ends a statement
 */
export async function begin(
  session: Session,
  access: "read only" | "read write",
  answerTime: number,
): Promise<void> {
  await session.query(`begin transaction isolation level repeatable read ${access}`);
  const settings = [...SETTINGS, ["statement_timeout", String(Math.ceil(answerTime))] as const];
  const calls = settings.map((_, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`);
  await session.query(`select ${calls.join(", ")}`, settings.flat());
}
