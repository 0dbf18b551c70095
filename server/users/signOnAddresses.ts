/**
 * E-mail addresses that identify users in single sign-on: each belongs to one active user across all clients. Two users
 * with one address could not sign in.
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

/** @returns the key of the address that identifies the user only since the change; null if there is none. */
function newKeyOf({ before, after }: HoldingChange): string | null {
  return before.email !== after.email || before.archived ? keyOf(after) : null;
}

/** @returns null for a user without such an address. */
function keyOf({ email, archived }: Holding): string | null {
  return archived || email === null ? null : email.toLowerCase();
}

/** The owners of the looked-up addresses, updated by later changes. */
export class SignOnAddresses {
  readonly #holders = new Map<string, Set<string>>();
  /** Keeps known users, even after they lost their address. */
  readonly #keys = new Map<string, string | null>();

  /**
   * Looks up the owners of the new addresses. If there are new addresses, other transactions that assign addresses wait
   * for this one.
   */
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

  /** Records a user's new address. */
  give(userId: string, holding: Holding): void {
    const [old, key] = [this.#keys.get(userId), keyOf(holding)];
    if (old) this.#holders.get(old)?.delete(userId);
    this.#keys.set(userId, key);
    if (key === null) return;
    const holders = this.#holders.get(key) ?? new Set();
    this.#holders.set(key, holders.add(userId));
  }

  /** @param userId null for a new user. */
  isTaken(userId: string | null, change: HoldingChange): boolean {
    const key = newKeyOf(change);
    if (key === null) return false;
    const holders = this.#holders.get(key) ?? [];
    return [...holders].some((holder) => holder !== userId);
  }
}
