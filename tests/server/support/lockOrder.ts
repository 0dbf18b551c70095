/**
 * Fails, in all tests of this process, when a lock is taken out of order: two transactions that take the same locks in
 * different orders deadlock. It reads the statements that `pg` sends to either database, so that it sees row locks as
 * well as those of `server/db/advisoryLocks.ts`.
 */
import pg from "pg";
import { LOCK_IDS } from "#server/db/advisoryLocks.ts";

/**
 * Earlier locks first. Tables missing here are written only while a row of these is held: sessions and tokens with
 * their user, parts with their report. `schema` is held alone during migrations.
 */
export const LOCK_ORDER: readonly string[] = [
  "imports",
  "clientNames",
  "bulk_changes",
  "orgs",
  "entitlements",
  "clients",
  "mining_reports",
  "users",
  "signOnAddresses",
  "directory_imports",
];

const ADVISORY = new Map(Object.entries(LOCK_IDS).map(([name, id]) => [String(id), name]));
const ROW_LOCK = /(.*?)\sfor (?:no key update|update|key share|share)\b(?: of (\w+))?/;
const WRITING = /(?:^|[ (])(?:update|delete from) (\w+)/g;

/** @returns the locks of a statement, in terms of `LOCK_ORDER`. */
export function locksOf(statement: string): readonly string[] {
  const text = statement.replaceAll('"', "").replaceAll(/\s+/g, " ").trim().toLowerCase();
  const advisory = ADVISORY.get(/pg_advisory_xact_lock\((\d+)\)/.exec(text)?.[1] ?? "");
  const [, before = "", of] = ROW_LOCK.exec(text) ?? [];
  const named = of ?? /.* from (\w+)/.exec(before)?.[1];
  const aliased = new RegExp(`(?:from|join) (\\w+) (?:as )?${named}\\b`).exec(before)?.[1];
  const written = [...text.matchAll(WRITING)].map(([, table]) => table);
  return [advisory, named, aliased, ...written].flatMap((name) =>
    name !== undefined && LOCK_ORDER.includes(name) ? [name] : [],
  );
}

/** The locks of one transaction. */
export class HeldLocks {
  readonly #held = new Set<string>();

  /** @throws Error if a lock precedes one that is held. Taking a held lock again is allowed. */
  take(statement: string): void {
    for (const lock of locksOf(statement)) {
      const rank = LOCK_ORDER.indexOf(lock);
      const later = [...this.#held].find((held) => LOCK_ORDER.indexOf(held) > rank);
      if (later !== undefined && !this.#held.has(lock)) {
        throw new Error(`${lock} is locked after ${later}: see LOCK_ORDER. ${statement}`);
      }
      this.#held.add(lock);
    }
  }
}

const transactions = new WeakMap<object, HeldLocks>();

function watch(client: object, statement: string): void {
  if (/^(?:begin|start transaction)\b/i.test(statement)) transactions.set(client, new HeldLocks());
  else if (/^(?:commit|rollback)\b/i.test(statement)) transactions.delete(client);
  else if (statement.includes(String(LOCK_IDS.schema))) transactions.delete(client);
  else transactions.get(client)?.take(statement);
}

function textOf(query: unknown): string {
  if (typeof query === "string") return query;
  const isNamed = typeof query === "object" && query !== null && "text" in query;
  return isNamed && typeof query.text === "string" ? query.text : "";
}

/** Once per process: patches the methods of every `pg` client. */
export function refuseLocksOutOfOrder(): void {
  pg.Client.prototype.query = new Proxy(pg.Client.prototype.query, {
    apply(send, client: pg.Client, given: unknown[]): unknown {
      try {
        watch(client, textOf(given[0]).trim());
      } catch (error) {
        return Promise.reject(error);
      }
      return Reflect.apply(send, client, given);
    },
  });
}
