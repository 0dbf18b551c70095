/**
 * Bodies that events cite by their digest, as the reports of the builder: each is kept once, whoever cites it, until
 * those that were seen longest ago have to make room, or no session that is kept cites it any more.
 */
import { finished, type LogDatabase } from "./logDatabase.ts";

export interface BodyStore {
  put(digest: string, bytes: Blob, now: number): Promise<void>;
  /** Null for what is not kept, or no more. */
  get(digest: string): Promise<Blob | null>;
  /** Drops those that were seen longest ago, down to so many bytes; a body that alone is larger is dropped as well. */
  trim(most: number): Promise<void>;
  /**
   * Drops those that no kept session cites.
   * @param before epoch milliseconds; what was seen since stays: the session that cites it may not be written yet.
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
      // A blob that is read from the database is a name of it: its bytes stay where they are.
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
