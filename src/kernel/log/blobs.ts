/** This browser's stored blobs: encrypted in its database, and in memory without one. */
import type { BytesDigest } from "#events/kernel/call.ts";
import { isFull } from "./logDatabase.ts";
import type { LogStore } from "./logStore.ts";
import type { KeptReport } from "./ports.ts";
import { canSealBlobs, sealBlob, unsealBlob } from "./sealedBlobs.ts";
import type { LogKey } from "./sealing.ts";

export interface BlobOwner {
  /** The user's hash. */
  readonly user: string;
  readonly key: LogKey;
}

export interface BlobsPorts {
  /** The user who is signed in; null without a key. */
  readonly owner: () => BlobOwner | null;
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

export function createBlobs({ owner, store, most, mayTrim, now }: BlobsPorts): Blobs {
  /** Blobs being written to the database, or kept in memory where they cannot be stored or encrypted; newest last. */
  const inMemory = new Map<string, Blob>();

  async function put(its: BlobOwner | null, digest: string, bytes: Blob): Promise<void> {
    const db = await store();
    if (!db || !its || !canSealBlobs()) return dropOldest();
    const key = { user: its.user, digest };
    if (!(await db.bodies.touch(key, now()))) {
      const sealed = await sealBlob(its.key, digest, bytes);
      await db.bodies.put(key, sealed, now()).catch(async (error: unknown) => {
        if (!isFull(error)) throw error;
        // Evicts from the oldest end once.
        await db.bodies.trim(most() / 2);
        await db.bodies.put(key, sealed, now());
      });
    }
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

  async function stored(digest: string): Promise<Blob | null> {
    const its = owner();
    const db = its && (await store());
    const sealed = await db?.bodies.get({ user: its?.user ?? "", digest });
    return its && sealed ? unsealBlob(its.key, digest, sealed) : null;
  }

  async function has(digest: string): Promise<boolean> {
    const user = owner()?.user;
    const isStored = async () =>
      user !== undefined && (await store())?.bodies.has({ user, digest }).catch(() => false);
    return inMemory.has(digest) || ((await isStored()) ?? false);
  }

  return {
    keep(digest, bytes) {
      inMemory.delete(digest);
      inMemory.set(digest, bytes);
      // A blob that cannot be written, for example on a full disk, stays in memory.
      put(owner(), digest, bytes).catch(dropOldest);
    },
    // A blob that cannot be read is no longer stored.
    get: async (digest) => inMemory.get(digest) ?? stored(digest).catch(() => null),
    async known(cited) {
      const found = new Map<string, KeptReport>();
      for (const { digest, size, isOwn = false } of cited) {
        if (!found.has(digest) && (await has(digest))) found.set(digest, { digest, size, isOwn });
      }
      return [...found.values()];
    },
  };
}
