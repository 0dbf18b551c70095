/** One session as the browser kept it. */
import type { Envelope } from "#events/kernel/event.ts";
import { broughtUpToDate } from "./otherBuilds.ts";
import { allOf, firstOf, inPages } from "./inPages.ts";
import {
  SESSION_STORES,
  type KeptEvent,
  type KeptOutcomes,
  type LogDatabase,
} from "./logDatabase.ts";
import type { MaskedCheckpoint } from "./masking.ts";
import { NO_OUTCOMES, type OutcomeCheck, type Outcomes, type VisibleDigest } from "./outcomes.ts";

export interface SessionContent {
  readonly id: string;
  /** That recorded it. */
  readonly build: string;
  readonly checkpoint: MaskedCheckpoint | null;
  /** What an export with pseudonyms replaces in the checkpoint. */
  readonly personal: readonly string[];
  readonly events: readonly Envelope[];
  readonly outcomes: Outcomes;
}

/** What is kept of it, its events brought up to date: nothing of one that is not known. */
export async function readSession(db: LogDatabase, session: string): Promise<SessionContent> {
  const tx = db.transaction(SESSION_STORES);
  const kept = await tx.objectStore("sessions").get(session);
  const texts = new Map<string, string>();
  const payloads = inPages(tx.objectStore("payloads"), session, ({ digest }) => digest);
  for await (const { digest, text } of payloads) texts.set(digest, text);
  const events: Envelope[] = [];
  let isOfToday = true;
  for await (const segment of inPages(tx.objectStore("segments"), session, firstOf)) {
    for (const kept of segment.events) {
      const event = withPayload(kept, texts);
      const newest = broughtUpToDate(event);
      isOfToday &&= newest === event;
      events.push(newest);
    }
  }
  const checkpoints = tx.objectStore("checkpoints");
  const latest = await checkpoints.openKeyCursor(allOf(session), "prev");
  const first = events[0]?.seq ?? (latest?.key[1] ?? 0) + 1;
  const before = await checkpoints.get([session, first - 1]);
  const outcomes = createJoin(first);
  for await (const batch of inPages(tx.objectStore("outcomes"), session, firstOf)) {
    outcomes.add(batch);
  }
  return {
    id: session,
    build: kept?.build ?? "",
    checkpoint: before ? checkpointIn(before) : null,
    personal: before?.personal ?? [],
    events,
    // What old shapes led to then is not what they lead to now.
    outcomes: isOfToday ? outcomes.all : NO_OUTCOMES,
  };
}

function checkpointIn(kept: MaskedCheckpoint): MaskedCheckpoint {
  const { seq, time, states, versions, masked } = kept;
  return { seq, time, states, ...(versions && { versions }), ...(masked && { masked }) };
}

function withPayload({ cites, ...event }: KeptEvent, texts: ReadonlyMap<string, string>): Envelope {
  const text = cites === undefined ? undefined : texts.get(cites);
  return text === undefined ? event : { ...event, payload: JSON.parse(text) };
}

/** @param from the seq of the first event that is kept. */
function createJoin(from: number) {
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  const visible: VisibleDigest[] = [];
  const isKept = ({ seq }: { readonly seq: number }) => seq >= from;
  return {
    all: { digests, checks, visible } satisfies Outcomes,
    add(batch: KeptOutcomes): void {
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
