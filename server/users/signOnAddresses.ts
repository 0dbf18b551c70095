/**
 * E-mail addresses where people sign on by them: each is one active user's, of whichever client. Of two users with one
 * address neither could sign in.
 */
import { sql, type Kysely } from "kysely";
import type { EditableUser } from "#events/entities/managedUser.ts";
import type { Config } from "../config.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";

type Holding = Pick<EditableUser, "email" | "archived">;

export function isEmailSignOn({ singleSignOn }: Pick<Config, "singleSignOn">): boolean {
  return singleSignOn?.claim === "email";
}

export interface HoldingChange {
  readonly before: Holding;
  readonly after: Holding;
}

/** @returns the key of the address by which a user signs on only since the change; null where there is none. */
function newKeyOf({ before, after }: HoldingChange): string | null {
  return before.email !== after.email || before.archived ? keyOf(after) : null;
}

/** @returns null of a user who signs on by none. */
function keyOf({ email, archived }: Holding): string | null {
  return archived || email === null ? null : email.toLowerCase();
}

/** Who has which of the addresses that were looked up, and what changes since then make of it. */
export class SignOnAddresses {
  readonly #holders = new Map<string, Set<string>>();
  /** Of those who are known, also if they have none any more. */
  readonly #keys = new Map<string, string | null>();

  /** Looks for those who have the new addresses. Where there are any, others who give addresses wait for this transaction. */
  async look(db: Kysely<Database>, changes: readonly HoldingChange[]): Promise<void> {
    const keys = changes.flatMap((change) => newKeyOf(change) ?? []);
    if (keys.length === 0) return;
    await holdLock(db, "signOnAddresses");
    const { rows } = await sql<{ id: string; email: string }>`
      select id, email from users where lower(email collate "C") = any(${keys}::text[]) and not archived
    `.execute(db);
    for (const { id, email } of rows) {
      if (!this.#keys.has(id)) this.give(id, { email, archived: false });
    }
  }

  /** What a user has from now on. */
  give(userId: string, holding: Holding): void {
    const [old, key] = [this.#keys.get(userId), keyOf(holding)];
    if (old) this.#holders.get(old)?.delete(userId);
    this.#keys.set(userId, key);
    if (key === null) return;
    const holders = this.#holders.get(key) ?? new Set();
    this.#holders.set(key, holders.add(userId));
  }

  /** @param userId null of a new user. */
  isTaken(userId: string | null, change: HoldingChange): boolean {
    const key = newKeyOf(change);
    if (key === null) return false;
    const holders = this.#holders.get(key) ?? [];
    return [...holders].some((holder) => holder !== userId);
  }
}
