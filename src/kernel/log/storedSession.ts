/** One stored session. */
import type { Envelope } from "#events/kernel/event.ts";
import { broughtUpToDate } from "./compatibility.ts";
import { allOf, firstOf, cursorPages } from "./cursorPages.ts";
import {
  quiet,
  SESSION_STORES,
  type KeptEvent,
  type CheckpointContent,
  type CheckpointHead,
  type LogDatabase,
  type OutcomesContent,
  type OutcomesHead,
} from "./logDatabase.ts";
import type { MaskedCheckpoint } from "./masking.ts";
import { checkpointOf, eventsOf, outcomesIn, payloadIn } from "./sealedRecords.ts";
import { SealBroken, type LogKey } from "./sealing.ts";
import { NO_OUTCOMES, type OutcomeCheck, type Outcomes, type VisibleDigest } from "./outcomes.ts";

export interface SessionContent {
  readonly id: string;
  /** The recording build. */
  readonly build: string;
  readonly checkpoint: MaskedCheckpoint | null;
  /** The parts of the checkpoint that an export with pseudonyms replaces. */
  readonly personal: readonly string[];
  readonly events: readonly Envelope[];
  readonly outcomes: Outcomes;
}

export interface ReadSession extends SessionContent {
  /** Events with invalid content, which are omitted. A replay reports them as missing. */
  readonly unreadable: number;
}

/**
 * Its stored events, upcast to this build, without unknown ones.
 *
 * @param key of its user; records that it cannot decrypt are left out.
 */
export async function readSession(
  db: LogDatabase,
  session: string,
  key: LogKey,
): Promise<ReadSession> {
  const tx = quiet(db.transaction(SESSION_STORES));
  const kept = await tx.objectStore("sessions").get(session);
  const texts = new Map<string, string>();
  const payloads = cursorPages(tx.objectStore("payloads"), session, ({ digest }) => digest);
  for await (const payload of payloads) {
    const text = opened(() => payloadIn(key, payload));
    if (text !== null) texts.set(payload.digest, text);
  }
  const events: Envelope[] = [];
  let firstSeq: number | undefined;
  let unreadable = 0;
  let isOfToday = true;
  for await (const segment of cursorPages(tx.objectStore("segments"), session, firstOf)) {
    firstSeq ??= segment.first;
    const own = opened(() => eventsOf(key, segment));
    if (own === null) unreadable += segment.last - segment.first + 1;
    for (const kept of own ?? []) {
      const newest = broughtUpToDate(withPayload(kept, texts));
      if (newest) events.push(newest);
      else unreadable += 1;
      isOfToday &&= newest === null || newest.version === kept.version;
    }
  }
  const checkpoints = tx.objectStore("checkpoints");
  const latest = await checkpoints.openKeyCursor(allOf(session), "prev");
  const first = firstSeq ?? (latest?.key[1] ?? 0) + 1;
  const before = await checkpoints.get([session, first - 1]);
  const start = before && opened(() => checkpointOf(key, before));
  const outcomes = createJoin(first);
  for await (const batch of cursorPages(tx.objectStore("outcomes"), session, firstOf)) {
    const content = opened(() => outcomesIn(key, batch));
    if (content) outcomes.add({ ...batch, ...content });
  }
  return {
    id: session,
    build: kept?.build ?? "",
    checkpoint: before && start ? checkpointIn(before, start) : null,
    personal: start?.personal ?? [],
    events,
    unreadable,
    // Outcomes of upcast events no longer apply.
    outcomes: isOfToday ? outcomes.all : NO_OUTCOMES,
  };
}

/** Null if the key is another one. */
function opened<Content>(open: () => Content): Content | null {
  try {
    return open();
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

function checkpointIn(
  { seq, time }: CheckpointHead,
  { states, versions, masked }: CheckpointContent,
): MaskedCheckpoint {
  return { seq, time, states, ...(versions && { versions }), ...(masked && { masked }) };
}

function withPayload({ cites, ...event }: KeptEvent, texts: ReadonlyMap<string, string>): Envelope {
  const text = cites === undefined ? undefined : texts.get(cites);
  return text === undefined ? event : { ...event, payload: JSON.parse(text) };
}

/** @param from the seq of the first stored event. */
function createJoin(from: number) {
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const visible: VisibleDigest[] = [];
  const isKept = ({ seq }: { readonly seq: number }) => seq >= from;
  return {
    all: { digests, checks, visible } satisfies Outcomes,
    add(batch: OutcomesHead & OutcomesContent): void {
      const { first, last, digests: text } = batch;
      const digits = text.length / (last - first + 1);
      for (let seq = Math.max(first, from); seq <= last; seq += 1) {
        digests.set(seq, text.slice((seq - first) * digits, (seq - first + 1) * digits));
      }
      checks.push(...batch.checks.filter(isKept));
      visible.push(...batch.visible.filter(isKept));
    },
  };
}
