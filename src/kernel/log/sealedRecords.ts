/**
 * Encrypted records of the log's database. Each has a readable head, by which the store finds and drops it, and a sealed
 * content. The head names no people. Records of database version 3 have their content in clear text beside the head.
 */
import { cursorPages, firstOf } from "./cursorPages.ts";
import {
  finished,
  SESSION_STORES,
  type CheckpointContent,
  type CheckpointHead,
  type KeptCheckpoint,
  type KeptEvent,
  type KeptOutcomes,
  type KeptPayload,
  type LogDatabase,
  type OutcomesContent,
  type OutcomesHead,
  type PayloadContent,
  type PayloadHead,
  type Segment,
  type SegmentContent,
  type SegmentHead,
  type SegmentSummary,
} from "./logDatabase.ts";
import { seal, unseal, type LogKey } from "./sealing.ts";

export function sealedSegment(key: LogKey, head: SegmentHead, { events }: SegmentContent): Segment {
  const sealed = seal(key, placeOf.segments(head), JSON.stringify(events));
  return { ...head, ...summaryOfSegment(events), sealed };
}

/** @throws SealBroken for another key, as the next ones do. */
export function eventsOf(key: LogKey, segment: Segment): readonly KeptEvent[] {
  if ("events" in segment) return segment.events;
  return JSON.parse(unseal(key, placeOf.segments(segment), segment.sealed)) as KeptEvent[];
}

export function sealedCheckpoint(
  key: LogKey,
  { session, seq, time, bytes }: CheckpointHead,
  { states, versions, masked, personal }: CheckpointContent,
): KeptCheckpoint {
  const content = JSON.stringify({ states, versions, masked, personal });
  const sealed = seal(key, placeOf.checkpoints({ session, seq }), content);
  return { session, seq, time, ...(bytes !== undefined && { bytes }), sealed };
}

export function checkpointOf(key: LogKey, kept: KeptCheckpoint): CheckpointContent {
  if (!("sealed" in kept)) return kept;
  return JSON.parse(unseal(key, placeOf.checkpoints(kept), kept.sealed)) as CheckpointContent;
}

export function sealedOutcomes(
  key: LogKey,
  { session, first, last, bytes }: OutcomesHead,
  { digests, checks, visible }: OutcomesContent,
): KeptOutcomes {
  const content = JSON.stringify({ digests, checks, visible });
  const sealed = seal(key, placeOf.outcomes({ session, first }), content);
  return { session, first, last, ...(bytes !== undefined && { bytes }), sealed };
}

export function outcomesIn(key: LogKey, kept: KeptOutcomes): OutcomesContent {
  if (!("sealed" in kept)) return kept;
  return JSON.parse(unseal(key, placeOf.outcomes(kept), kept.sealed)) as OutcomesContent;
}

export function sealedPayload(
  key: LogKey,
  { session, digest }: PayloadHead,
  { text }: PayloadContent,
): KeptPayload {
  return { session, digest, sealed: seal(key, placeOf.payloads({ session, digest }), text) };
}

export function payloadIn(key: LogKey, kept: KeptPayload): string {
  return "text" in kept ? kept.text : unseal(key, placeOf.payloads(kept), kept.sealed);
}

/** What the store must know of the events in a segment. */
export function summaryOfSegment(events: readonly KeptEvent[]): SegmentSummary {
  return {
    count: events.length,
    from: events[0]?.time,
    to: events.at(-1)?.time ?? 0,
    cites: events.flatMap((event) => event.cites ?? []),
  };
}

/** Encrypts a session of database version 3, in one transaction. */
export async function sealSession(db: LogDatabase, id: string, key: LogKey): Promise<void> {
  const tx = db.transaction(SESSION_STORES, "readwrite");
  const [sessions, segments] = [tx.objectStore("sessions"), tx.objectStore("segments")];
  const [checkpoints, outcomes] = [tx.objectStore("checkpoints"), tx.objectStore("outcomes")];
  const payloads = tx.objectStore("payloads");
  const puts: Promise<unknown>[] = [];
  const seqOf = ({ seq }: { readonly seq: number }) => seq;
  const digestOf = ({ digest }: PayloadHead) => digest;
  for await (const one of cursorPages(segments, id, firstOf)) {
    const { session, first, last, bytes } = one;
    const head = { session, first, last, bytes };
    if ("events" in one) puts.push(segments.put(sealedSegment(key, head, one)));
  }
  for await (const one of cursorPages(checkpoints, id, seqOf)) {
    if (!("sealed" in one)) puts.push(checkpoints.put(sealedCheckpoint(key, one, one)));
  }
  for await (const one of cursorPages(outcomes, id, firstOf)) {
    if (!("sealed" in one)) puts.push(outcomes.put(sealedOutcomes(key, one, one)));
  }
  for await (const one of cursorPages(payloads, id, digestOf)) {
    if ("text" in one) puts.push(payloads.put(sealedPayload(key, one, one)));
  }
  const kept = await sessions.get(id);
  if (kept) puts.push(sessions.put({ ...kept, isSealed: true }));
  await finished(tx, puts);
}

/** Where a record belongs; it cannot be decrypted in another place. */
const placeOf = {
  segments: ({ session, first }: Pick<SegmentHead, "session" | "first">) =>
    `segments ${session} ${first}`,
  checkpoints: ({ session, seq }: Pick<CheckpointHead, "session" | "seq">) =>
    `checkpoints ${session} ${seq}`,
  outcomes: ({ session, first }: Pick<OutcomesHead, "session" | "first">) =>
    `outcomes ${session} ${first}`,
  payloads: ({ session, digest }: PayloadHead) => `payloads ${session} ${digest}`,
};
