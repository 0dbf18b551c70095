/**
 * Blobs that events reference by digest, such as the builder's reports. Each is stored once, until it is evicted as
 * least recently seen or no stored session references it.
 */
import { finished, type LogDatabase } from "./logDatabase.ts";

export interface BodyStore {
  put(digest: string, bytes: Blob, now: number): Promise<void>;
  /** Null for a blob that is not stored, or no longer. */
  get(digest: string): Promise<Blob | null>;
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
    async put(digest, bytes, now) {
      const tx = db.transaction("bodies", "readwrite");
      const known = await tx.store.get(digest);
      await finished(tx, [tx.store.put({ digest, at: now, bytes: known?.bytes ?? bytes })]);
    },

    async get(digest) {
      return (await db.get("bodies", digest))?.bytes ?? null;
    },

    async trim(most) {
      const tx = db.transaction("bodies", "readwrite");
      // A blob read from the database is a handle; its bytes stay on disk.
      const newestFirst = (await tx.store.getAll()).sort((one, other) => other.at - one.at);
      let sum = 0;
      const tooMany = newestFirst.filter(({ bytes }) => (sum += bytes.size) > most);
      await finished(
        tx,
        tooMany.map(({ digest }) => tx.store.delete(digest)),
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
        sessions.flatMap(({ cites = [] }) => cites.map(({ digest }) => digest)),
      );
      const uncited = kept.filter(({ digest, at }) => at < before && !cited.has(digest));
      await finished(
        tx,
        uncited.map(({ digest }) => bodies.delete(digest)),
      );
    },
  };
}
