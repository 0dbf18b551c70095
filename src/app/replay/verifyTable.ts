/** Compares the recorded tables of the analytics core with its current ones. */
import type { Message } from "#events/kernel/message.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import type { Divergence, Expected } from "../../kernel/log/checkReplay.ts";
import { stateDigest } from "../../kernel/log/digest.ts";
import type { Timeline } from "../../kernel/log/timeline.ts";
import type { LoggedSession } from "../../kernel/log/writeLog.ts";
import type { ReplayedCore } from "./replayedCore.ts";

export interface VisibleReport {
  /** Matching answers. */
  readonly results: number;
  /** Answers whose report the log lacks. */
  readonly leftOut: number;
  /** Why the comparison stopped; null if it is complete. */
  readonly failure: Message | null;
  readonly divergence: Divergence | null;
}

/**
 * @param session up to the point where its events can be replayed.
 * @param signal aborted when the result is no longer needed.
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

/** The part of a session whose states match the recording. */
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
