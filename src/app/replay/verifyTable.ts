/** Holds what the analytics core showed when a log was recorded against what it shows now. */
import type { Message } from "#events/kernel/message.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import type { Divergence, Expected } from "../../kernel/log/checkReplay.ts";
import { stateDigest } from "../../kernel/log/digest.ts";
import type { Timeline } from "../../kernel/log/timeline.ts";
import type { LoggedSession } from "../../kernel/log/writeLog.ts";
import type { ReplayedCore } from "./replayedCore.ts";

export interface VisibleReport {
  /** Answers that were as recorded. */
  readonly results: number;
  /** Those whose report the log does not hold. */
  readonly leftOut: number;
  /** Why no more were compared; null where all were. */
  readonly failure: Message | null;
  readonly divergence: Divergence | null;
}

/**
 * @param session up to where its events are replayed.
 * @param signal aborted where nobody waits for it any more.
 */
export async function verifyTable(
  { outcomes, events }: Pick<LoggedSession, "outcomes" | "events">,
  { statesAt }: Pick<Timeline, "statesAt">,
  core: ReplayedCore,
  signal?: AbortSignal,
): Promise<VisibleReport> {
  const places = new Map(events.map(({ seq }, at) => [seq, at]));
  const done = { results: 0, leftOut: 0, failure: null, divergence: null };
  for (const { seq, start, end, digest, counts } of outcomes.visible) {
    if (signal?.aborted) break;
    const at = places.get(seq);
    const event = at === undefined ? undefined : events[at];
    if (at === undefined || !event) continue;
    const states = statesAt(at + 1);
    if (!core.holds(states)) {
      done.leftOut += 1;
      continue;
    }
    try {
      const shown = await core.show(states, { start, end });
      if (shown && stateDigest(shown.read()) === digest) {
        done.results += 1;
        continue;
      }
      const expected = otherCounts(counts, shown?.counts ?? {});
      const divergence = {
        kind: "visible",
        event,
        changes: [],
        suspects: [],
        unknown: [],
      } as const;
      return { ...done, divergence: { ...divergence, expected } };
    } catch (error) {
      return { ...done, failure: reasonOfError(error) };
    }
  }
  return done;
}

/** The part of a session whose states are as recorded. */
export function beforeDivergence(
  session: LoggedSession,
  divergence: Divergence | null,
): Pick<LoggedSession, "outcomes" | "events"> {
  if (!divergence) return session;
  const { seq } = divergence.event;
  return { ...session, events: session.events.filter((event) => event.seq < seq) };
}

function otherCounts(
  expected: Readonly<Record<string, number>>,
  got: Readonly<Record<string, number>>,
): readonly Expected[] {
  return Object.keys(expected)
    .filter((path) => expected[path] !== got[path])
    .map((path) => ({ path, expected: expected[path], got: got[path] }));
}
