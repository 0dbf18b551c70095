/** One session of a log, ready for replay: its timeline, the replay's position, and the app in its states. */
import type { Message } from "#events/kernel/message.ts";
import { reportIn } from "../../features/policy-builder/index.ts";
import { createPassingCore } from "../../kernel/analyticsWorker.ts";
import { checkSteps, type Divergence } from "../../kernel/log/checkReplay.ts";
import { createTimeline, type Timeline } from "../../kernel/log/timeline.ts";
import type { LoggedBodies } from "../../kernel/log/loggedBody.ts";
import type { LoggedSession } from "../../kernel/log/writeLog.ts";
import type { ShownDocument } from "../../kernel/ports.ts";
import { allProjections } from "../../kernel/projection.ts";
import { runInSlices } from "../timeSlicing.ts";
import { beforeDivergence, verifyTable } from "./verifyTable.ts";
import { after, type EventHistory } from "./history.ts";
import { missingReport, type MissingReport } from "./missingReports.ts";
import { createPlaybackBarrier } from "./playbackBarrier.ts";
import { createPlayer } from "./player.ts";
import type { ReplayCode } from "./replayCode.ts";
import { createReplayedCore } from "./replayedCore.ts";
import { createReplayScope, type ReplayScope } from "./replayScope.ts";
import { createReportPort } from "./reportPort.ts";

export interface SessionReplay extends EventHistory {
  readonly replayed: ReplayScope;
  /** What the replayed app needs from its document; the newest call wins. */
  readonly onDocument: (tell: (shown: ShownDocument) => void) => void;
  /**
   * Applies all events once, so that each can be reached immediately afterwards, and shows the start.
   * @throws FoldError if an event cannot be replayed.
   */
  readonly prepare: (signal: AbortSignal, progressed: (passed: number) => void) => Promise<boolean>;
  /** Compares the states and the core's tables; resolves to null if it was aborted. */
  readonly check: (signal: AbortSignal) => Promise<CheckedReplay | null>;
  /** The shown screen's report, if the log lacks it. */
  readonly leftOut: () => MissingReport | null;
  readonly end: () => void;
}

export interface CheckedReplay {
  readonly divergence: Divergence | null;
  /** Why tables were not compared; null if they were or if there are none. */
  readonly failure: Message | null;
}

export interface SessionReplayOptions {
  readonly session: LoggedSession;
  readonly bodies: LoggedBodies;
  readonly code: ReplayCode;
}

/** Events per step of the preparation. */
const STRIDE = 500;

export function createSessionReplay({
  session,
  bodies,
  code,
}: SessionReplayOptions): SessionReplay {
  const projections = [...allProjections().values()];
  const timeline = createTimeline(session, projections);
  let document: ShownDocument = {};
  let tell: (shown: ShownDocument) => void = () => undefined;
  let shown = timeline.statesAt(0);
  const core = createPassingCore();
  const reports = createReportPort(core.ask, bodies, () => reportIn(shown));
  const barrier = createPlaybackBarrier(reports, after);
  const player = createPlayer(session.events, barrier.after);
  const replayed = createReplayScope({
    code,
    ask: barrier.ask,
    showDocument(wanted) {
      document = { ...document, ...wanted };
      tell(document);
    },
  });
  let at = 0;
  const unsubscribe = player.subscribe(() => {
    const { position } = player.getState();
    if (position === at) return;
    shown = timeline.statesAt(position);
    const next = position === at + 1 ? session.events[at] : undefined;
    at = position;
    if (next) replayed.step(next);
    else replayed.show(shown);
  });

  return {
    timeline,
    player,
    replayed,
    onDocument(teller) {
      tell = teller;
      tell(document);
    },
    async prepare(signal, progressed) {
      const hasPassed = await runInSlices(passAll(timeline), signal, progressed);
      if (hasPassed) replayed.show(shown);
      return hasPassed !== null;
    },
    async check(signal) {
      const report = await runInSlices(checkSteps(session, projections), signal);
      if (report === null) return null;
      // A separate core, because the screen uses the other one.
      const passing = createPassingCore();
      try {
        const compared = createReplayedCore(passing.ask, bodies);
        const { divergence, failure } = await verifyTable(
          beforeDivergence(session, report.divergence),
          timeline,
          compared,
          signal,
        );
        return { divergence: divergence ?? report.divergence, failure };
      } finally {
        passing.end();
      }
    },
    leftOut() {
      const [first] = session.events;
      const last = session.events[at - 1];
      if (!first || !last) return null;
      const visible = session.outcomes.visible.filter(({ seq }) => seq <= last.seq);
      return missingReport(shown, bodies, visible, (seq) => timeline.statesAt(seq - first.seq + 1));
    },
    end() {
      unsubscribe();
      player.pause();
      core.end();
    },
  };
}

function* passAll({ events, statesAt }: Timeline): Generator<number, true> {
  for (let count = STRIDE; count <= events.length; count += STRIDE) {
    statesAt(count);
    yield count;
  }
  statesAt(events.length);
  return true;
}
