/** Replays a logged session and reports the first event whose outcome differs from the recorded one. */
import type { Envelope } from "#events/kernel/event.ts";
import type { Projection } from "../projection.ts";
import { summaryOf } from "./summary.ts";
import { differencesOf, type Difference } from "./diff.ts";
import { outcomeDigest } from "./digest.ts";
import type { OutcomeCheck } from "./outcomes.ts";
import type { StateChange, States } from "./states.ts";
import { runSteps } from "./steps.ts";
import { foldSession, type FoldedEvent } from "./foldSession.ts";
import type { LoggedSession } from "./writeLog.ts";

export interface Divergence {
  /**
   * `missing`: events between this one and the previous one are not in the log. `outcome`: the event changed the states
   * differently. `state`: states differ after it although no earlier event was seen to diverge. `visible`: the
   * analytics core shows a different table after it, although the states match.
   */
  readonly kind: "missing" | "outcome" | "state" | "visible";
  readonly event: Envelope;
  /** The replay's changes by the event. */
  readonly changes: readonly ProjectionChange[];
  /** Projections with other recorded values; empty if unknown. */
  readonly suspects: readonly string[];
  /** Projections of the recording build that this build lacks. */
  readonly unknown: readonly string[];
  /** Recorded values that differ now: at that event, or at the next one with recorded values. */
  readonly expected: readonly Expected[];
}

export interface Expected {
  /** The value's projection and path. */
  readonly path: string;
  /** Undefined for a missing value. */
  readonly expected: unknown;
  readonly got: unknown;
}

export interface ProjectionChange {
  readonly projection: string;
  readonly differences: readonly Difference[];
}

export interface ReplayReport {
  /** Replayed events, up to the divergence. */
  readonly events: number;
  /** Matching outcomes and checks. */
  readonly outcomes: number;
  readonly checks: number;
  readonly divergence: Divergence | null;
  /** After the last replayed event. */
  readonly states: States;
}

/** @param projections all of this build. */
export function checkReplay(
  session: Pick<LoggedSession, "checkpoint" | "events" | "outcomes">,
  projections: Iterable<Projection>,
): ReplayReport {
  return runSteps(checkSteps(session, projections));
}

/** The same in steps of one event, for callers that may not block: yields the number of replayed events. */
export function* checkSteps(
  session: Pick<LoggedSession, "checkpoint" | "events" | "outcomes">,
  projections: Iterable<Projection>,
): Generator<number, ReplayReport> {
  const { digests, checks } = session.outcomes;
  const checkAt = new Map(checks.map((check) => [check.seq, check]));
  const walk = foldSession(session, projections);
  const { states, unknown } = walk;
  /** Summaries as recorded up to the last passed check. */
  const values = new Map([...states].map(([name, state]) => [name, summaryOf(state)]));
  /** Digests as recorded up to the last check. */
  const known = new Map<string, string>();
  const done = { events: 0, outcomes: 0, checks: 0 };
  let lastSeq = session.checkpoint?.seq ?? 0;

  function divergesAt(
    { event, changes }: Pick<FoldedEvent, "event" | "changes">,
    kind: Divergence["kind"],
    suspects: readonly string[],
  ): ReplayReport {
    const described = changes.map(({ projection, before, after }) => ({
      projection,
      differences: differencesOf(before, after),
    }));
    const statesThere = new Map(states);
    const expected = kind === "missing" ? [] : expectedFrom(event.seq);
    return {
      ...done,
      states: statesThere,
      divergence: {
        kind,
        event,
        changes: described,
        suspects,
        unknown: [...unknown],
        expected,
      },
    };
  }

  /** Continues to the next check with recorded values. */
  function expectedFrom(seq: number): readonly Expected[] {
    const next = checks.find((check) => check.seq >= seq);
    if (!next?.values) return [];
    let at = seq;
    while (at < next.seq) {
      const step = walk.steps.next();
      if (step.done) return [];
      at = step.value.event.seq;
    }
    for (const [name, value] of Object.entries(next.values)) values.set(name, value);
    return otherValues(values, states, walk.counted);
  }

  for (let step = walk.steps.next(); !step.done; step = walk.steps.next()) {
    const walked = step.value;
    const { event, changes, digest } = walked;
    if (event.seq !== lastSeq + 1) return divergesAt({ event, changes: [] }, "missing", []);
    lastSeq = event.seq;
    done.events += 1;
    const recorded = digests.get(event.seq);
    const check = checkAt.get(event.seq);
    for (const [name, state] of Object.entries(check?.states ?? {})) known.set(name, state);
    const differing = check ? differingIn(known, walked.check().states) : [];
    if (recorded !== undefined && recorded !== digest) {
      const unchanged = unchangedIn(changes, recorded);
      return divergesAt(walked, "outcome", unchanged === null ? differing : [unchanged]);
    }
    if (differing.length > 0) return divergesAt(walked, "state", differing);
    if (recorded !== undefined) done.outcomes += 1;
    if (check) done.checks += 1;
    for (const [name, value] of Object.entries(check?.values ?? {})) values.set(name, value);
    yield done.events;
  }
  return { ...done, states, divergence: null };
}

/** The state summaries that differ from the recording. */
function otherValues(
  values: ReadonlyMap<string, unknown>,
  states: States,
  counted: ReadonlySet<string>,
): readonly Expected[] {
  return [...counted].flatMap((name) =>
    differencesOf(values.get(name), summaryOf(states.get(name))).map(({ path, before, after }) => ({
      path: name + path,
      expected: before,
      got: after,
    })),
  );
}

/** The projection without whose change the outcome would match. */
function unchangedIn(changes: readonly StateChange[], recorded: string): string | null {
  const found = changes.find((one) => {
    const others = changes.filter((other) => other !== one);
    return (
      outcomeDigest(new Map(others.map(({ projection, after }) => [projection, after]))) ===
      recorded
    );
  });
  return found?.projection ?? null;
}

function differingIn(
  recorded: ReadonlyMap<string, string>,
  replayed: OutcomeCheck["states"],
): readonly string[] {
  return [...recorded.keys()].filter((name) => recorded.get(name) !== replayed[name]);
}
