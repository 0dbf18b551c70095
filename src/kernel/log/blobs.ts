/** This browser's stored blobs: in its database, and in memory without one. */
import type { BytesDigest } from "#events/kernel/call.ts";
import { isFull } from "./logDatabase.ts";
import type { LogStore } from "./logStore.ts";
import type { KeptReport } from "./ports.ts";

export interface BlobsPorts {
  /** Null if the browser stores nothing. */
  readonly store: () => Promise<LogStore | null>;
  /** Total bytes. */
  readonly most: () => number;
  /** False while the limit may be higher; nothing is dropped from the database then. */
  readonly mayTrim: () => boolean;
  readonly now: () => number;
}

export interface Blobs {
  /** Returns immediately: the browser holds the bytes, and they are not copied here. */
  keep(digest: string, bytes: Blob): void;
  get(digest: string): Promise<Blob | null>;
  /** The stored ones among them, without duplicates. */
  known(
    cited: readonly (BytesDigest & { readonly isOwn?: boolean })[],
  ): Promise<readonly KeptReport[]>;
}

export function createBlobs({ store, most, mayTrim, now }: BlobsPorts): Blobs {
  /** Blobs being written to the database, or kept in memory without one; newest last. */
  const inMemory = new Map<string, Blob>();

  async function put(digest: string, bytes: Blob): Promise<void> {
    const db = await store();
    if (!db) return dropOldest();
    await db.bodies.put(digest, bytes, now()).catch(async (error: unknown) => {
      if (!isFull(error)) throw error;
      // Evicts from the oldest end once.
      await db.bodies.trim(most() / 2);
      await db.bodies.put(digest, bytes, now());
    });
    inMemory.delete(digest);
    if (mayTrim()) await db.bodies.trim(most());
  }

  function dropOldest(): void {
    let sum = 0;
    for (const [digest, { size }] of [...inMemory].toReversed()) {
      sum += size;
      if (sum > most()) inMemory.delete(digest);
    }
  }

  async function get(digest: string): Promise<Blob | null> {
    // A blob that cannot be read is no longer stored.
    const kept = async () => (await store())?.bodies.get(digest).catch(() => null);
    return inMemory.get(digest) ?? (await kept()) ?? null;
  }

  return {
    keep(digest, bytes) {
      inMemory.delete(digest);
      inMemory.set(digest, bytes);
      // A blob that cannot be written, for example on a full disk, stays in memory.
      put(digest, bytes).catch(dropOldest);
    },
    get,
    async known(cited) {
      const found = new Map<string, KeptReport>();
      for (const { digest, size, isOwn = false } of cited) {
        if (!found.has(digest) && (await get(digest))) found.set(digest, { digest, size, isOwn });
      }
      return [...found.values()];
    },
  };
}
