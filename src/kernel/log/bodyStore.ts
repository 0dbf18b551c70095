/**
 * Encrypted blobs that events reference by digest, such as the builder's reports. Each is stored once per user, until it
 * is evicted as least recently seen or no stored session of the user references it.
 */
import { finished, type BlobKey, type LogDatabase } from "./logDatabase.ts";

export interface BodyStore {
  /** @returns whether the blob is stored; then it was last seen now. */
  touch(key: BlobKey, now: number): Promise<boolean>;
  put(key: BlobKey, sealed: Blob, now: number): Promise<void>;
  has(key: BlobKey): Promise<boolean>;
  /** Null for a blob that is not stored, or no longer. */
  get(key: BlobKey): Promise<Blob | null>;
  /** Evicts the least recently seen down to that many bytes; a single larger blob is dropped, too. */
  trim(most: number): Promise<void>;
  /**
   * Drops blobs that no stored session references.
   * @param before epoch milliseconds; blobs seen since are kept, because their session may not be written yet.
   */
  dropUncited(before: number): Promise<void>;
}

export function createBodyStore(db: LogDatabase): BodyStore {
  return {
    async touch(key, now) {
      const tx = db.transaction("bodies", "readwrite");
      const known = await tx.store.get(idOf(key));
      await finished(tx, known ? [tx.store.put({ ...known, at: now })] : []);
      return known !== undefined;
    },

    async put({ user, digest }, sealed, now) {
      await db.put("bodies", { user, digest, at: now, sealed });
    },

    has: async (key) => (await db.count("bodies", idOf(key))) > 0,

    async get(key) {
      return (await db.get("bodies", idOf(key)))?.sealed ?? null;
    },

    async trim(most) {
      const tx = db.transaction("bodies", "readwrite");
      // A blob read from the database is a handle; its bytes stay on disk.
      const newestFirst = (await tx.store.getAll()).sort((one, other) => other.at - one.at);
      let sum = 0;
      const tooMany = newestFirst.filter(({ sealed }) => (sum += sealed.size) > most);
      await finished(
        tx,
        tooMany.map((one) => tx.store.delete(idOf(one))),
      );
    },

    async dropUncited(before) {
      const tx = db.transaction(["sessions", "bodies"], "readwrite");
      const bodies = tx.objectStore("bodies");
      const [sessions, kept] = await Promise.all([
        tx.objectStore("sessions").getAll(),
        bodies.getAll(),
      ]);
      const cited = new Set(
        sessions.flatMap(({ user, cites = [] }) =>
          cites.map(({ digest }) => idOf({ user: user ?? "", digest }).join(" ")),
        ),
      );
      const uncited = kept.filter((one) => one.at < before && !cited.has(idOf(one).join(" ")));
      await finished(
        tx,
        uncited.map((one) => bodies.delete(idOf(one))),
      );
    },
  };
}

function idOf({ user, digest }: BlobKey): [user: string, digest: string] {
  return [user, digest];
}
