/** The bodies that this browser keeps: in its database, and in memory where it has none. */
import type { BytesDigest } from "#events/kernel/call.ts";
import { isFull } from "./logDatabase.ts";
import type { LogStore } from "./logStore.ts";
import type { KeptReport } from "./ports.ts";

export interface BlobsPorts {
  /** Null where the browser keeps nothing. */
  readonly store: () => Promise<LogStore | null>;
  /** Bytes of all together. */
  readonly most: () => number;
  /** False while it may be more than that: nothing is dropped from the database then. */
  readonly mayTrim: () => boolean;
  readonly now: () => number;
}

export interface Blobs {
  /** Returns at once: bytes are in the hands of the browser, and none is touched here. */
  keep(digest: string, bytes: Blob): void;
  get(digest: string): Promise<Blob | null>;
  /** Each of those once that is kept. */
  known(
    cited: readonly (BytesDigest & { readonly isOwn?: boolean })[],
  ): Promise<readonly KeptReport[]>;
}

export function createBlobs({ store, most, mayTrim, now }: BlobsPorts): Blobs {
  /** On their way to the database, or kept here as there is none; the newest last. */
  const inMemory = new Map<string, Blob>();

  async function put(digest: string, bytes: Blob): Promise<void> {
    const db = await store();
    if (!db) return dropOldest();
    await db.bodies.put(digest, bytes, now()).catch(async (error: unknown) => {
      if (!isFull(error)) throw error;
      // Room is made at the oldest end, once.
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
    // What cannot be read is not kept any more.
    const kept = async () => (await store())?.bodies.get(digest).catch(() => null);
    return inMemory.get(digest) ?? (await kept()) ?? null;
  }

  return {
    keep(digest, bytes) {
      inMemory.delete(digest);
      inMemory.set(digest, bytes);
      // What cannot be written, as where the disk is full, stays here.
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
