/** Drops stored data: whole sessions, or the events of a session up to a checkpoint. */
import { wait } from "../sleep.ts";
import { allOf, cursorPages, firstOf } from "./cursorPages.ts";
import {
  finished,
  isUnreadableRecord,
  quiet,
  SECOND_TRY,
  SESSION_STORES,
  unreadableIsNull,
  type KeptSession,
  type LogDatabase,
  type SegmentHead,
  type SegmentSummary,
} from "./logDatabase.ts";
import { summaryOfSegment } from "./sealedRecords.ts";

/**
 * Oldest first. A session that is unreadable twice would prevent dropping all others, so it is dropped itself.
 *
 * @param open sessions that a tab holds, which are skipped.
 */
export async function readableSessions(
  db: LogDatabase,
  open: ReadonlySet<string>,
): Promise<KeptSession[]> {
  const all = await quiet(db.transaction("sessions"))
    .store.getAll()
    .catch(async (error: unknown) => {
      if (!isUnreadableRecord(error)) throw error;
      await wait(SECOND_TRY);
      const sessions: KeptSession[] = [];
      for (const id of await db.getAllKeys("sessions")) {
        const session = await quiet(db.transaction("sessions"))
          .store.get(id)
          .catch(unreadableIsNull);
        if (session) sessions.push(session);
        else if (session === null && !open.has(id))
          await dropSession(db, id).catch(() => undefined);
      }
      return sessions;
    });
  return all.sort((a, b) => a.to - b.to);
}

export async function dropSession(db: LogDatabase, session: string): Promise<void> {
  const tx = db.transaction(SESSION_STORES, "readwrite");
  await finished(tx, [
    tx.objectStore("sessions").delete(session),
    tx.objectStore("segments").delete(allOf(session)),
    tx.objectStore("checkpoints").delete(allOf(session)),
    tx.objectStore("outcomes").delete(allOf(session)),
    tx.objectStore("payloads").delete(allOf(session)),
  ]);
}

/**
 * Drops the events up to the first checkpoint that frees enough and leaves none older than `oldest`, or up to the
 * last worthwhile one.
 */
export async function dropHead(
  db: LogDatabase,
  id: string,
  excess: number,
  oldest: number,
): Promise<void> {
  const tx = quiet(db.transaction(SESSION_STORES, "readwrite"));
  const session = await tx.objectStore("sessions").get(id);
  const segments: SegmentInShort[] = [];
  for await (const one of cursorPages(tx.objectStore("segments"), id, firstOf)) {
    const { first, last, bytes } = one;
    const { count, from, to, cites } = "events" in one ? summaryOfSegment(one.events) : one;
    segments.push({ first, last, bytes, count, from, to, cites });
  }
  const outcomes: Sized<"first" | "last">[] = [];
  for await (const { first, last, bytes } of cursorPages(tx.objectStore("outcomes"), id, firstOf)) {
    outcomes.push({ first, last, bytes });
  }
  const checkpoints: Sized<"seq">[] = [];
  for await (const { seq, bytes } of cursorPages(tx.objectStore("checkpoints"), id, seqOf)) {
    checkpoints.push({ seq, bytes });
  }
  const payloads = await tx.objectStore("payloads").getAllKeys(allOf(id));
  const upTo = (seq: number) => segments.filter(({ last }) => last <= seq);
  const freed = (seq: number) =>
    sumOf(upTo(seq)) +
    sumOf(outcomes.filter(({ last }) => last <= seq)) +
    sumOf(checkpoints.filter((one) => one.seq < seq));
  const large = checkpoints.find(({ seq }) => freed(seq) >= excess) ?? checkpoints.at(-1);
  const old = checkpoints.findLast(({ seq }) => upTo(seq).every(({ to }) => to < oldest));
  const wanted = excess > 0 && large && large.seq > (old?.seq ?? 0) ? large : old;
  const chosen = wanted && (await tx.objectStore("checkpoints").get([id, wanted.seq]));
  const changes: Promise<unknown>[] = [];
  if (session && chosen) {
    const dropped = upTo(chosen.seq);
    const kept = segments.filter(({ last }) => last > chosen.seq);
    const cited = new Set(kept.flatMap(({ cites }) => cites));
    changes.push(
      ...dropped.map(({ first }) => tx.objectStore("segments").delete([id, first])),
      ...checkpoints
        .filter(({ seq }) => seq < chosen.seq)
        .map(({ seq }) => tx.objectStore("checkpoints").delete([id, seq])),
      ...outcomes
        .filter(({ last }) => last <= chosen.seq)
        .map(({ first }) => tx.objectStore("outcomes").delete([id, first])),
      ...payloads
        .filter(([, digest]) => !cited.has(digest))
        .map((key) => tx.objectStore("payloads").delete(key)),
      tx.objectStore("sessions").put({
        ...session,
        from: kept[0]?.from ?? chosen.time,
        events: session.events - dropped.reduce((sum, { count }) => sum + count, 0),
        bytes: session.bytes - freed(chosen.seq),
      }),
    );
  }
  await finished(tx, changes);
}

type SegmentInShort = Omit<SegmentHead, "session"> & SegmentSummary;

type Sized<Names extends string> = Readonly<Record<Names, number>> & { readonly bytes?: number };

function sumOf(all: readonly { readonly bytes?: number }[]): number {
  return all.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

const seqOf = ({ seq }: { readonly seq: number }) => seq;
