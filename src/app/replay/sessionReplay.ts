/** One session of a log, ready to be replayed: its timeline, where the replay stands, and the app as it was there. */
import { checkSteps, type ReplayReport } from "../../kernel/log/checkReplay.ts";
import { createTimeline, type Timeline } from "../../kernel/log/timeline.ts";
import type { LoggedBody, LoggedSession } from "../../kernel/log/writeLog.ts";
import type { ShownDocument } from "../../kernel/ports.ts";
import { allProjections } from "../../kernel/projection.ts";
// A log may have been where this tab was not.
import "../models.ts";
import { after, type EventHistory } from "./history.ts";
import { citedReport, leftOutReport, type LeftOutReport } from "./leftOut.ts";
import { createPlayer } from "./player.ts";
import type { ReplayCode } from "./replayCode.ts";
import { createReplayScope, type ReplayScope } from "./replayScope.ts";
import { createReportPort } from "./reportPort.ts";
import { runInSlices } from "./slices.ts";

export interface SessionReplay extends EventHistory {
  readonly replayed: ReplayScope;
  /** What the replayed app wants of its document; the newest counts. */
  readonly onDocument: (tell: (shown: ShownDocument) => void) => void;
  /** Passes all events once, so that each is reached at once afterwards. */
  readonly prepare: (signal: AbortSignal, progressed: (passed: number) => void) => Promise<boolean>;
  readonly check: (signal: AbortSignal) => Promise<ReplayReport | null>;
  /** The report of the shown screen, if the log does not hold it. */
  readonly leftOut: () => LeftOutReport | null;
  readonly end: () => void;
}

export interface SessionReplayOptions {
  readonly session: LoggedSession;
  readonly bodies: readonly LoggedBody[];
  readonly code: ReplayCode;
}

/** Events that the preparation passes in one step. */
const STRIDE = 500;

export function createSessionReplay({
  session,
  bodies,
  code,
}: SessionReplayOptions): SessionReplay {
  const projections = [...allProjections().values()];
  const timeline = createTimeline(session, projections);
  const player = createPlayer(session.events, after);
  let document: ShownDocument = {};
  let tell: (shown: ShownDocument) => void = () => undefined;
  let shown = timeline.statesAt(0);
  const report = createReportPort(bodies, () => citedReport(shown)?.digest ?? null);
  const replayed = createReplayScope({
    code,
    analytics: report.ask,
    showDocument(wanted) {
      document = { ...document, ...wanted };
      tell(document);
    },
  });
  replayed.show(shown);
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
    prepare: async (signal, progressed) =>
      (await runInSlices(passAll(timeline), signal, progressed)) !== null,
    check: (signal) => runInSlices(checkSteps(session, projections), signal),
    leftOut: () => leftOutReport(shown, bodies),
    end() {
      unsubscribe();
      player.pause();
      report.end();
    },
  };
}

function* passAll({ events, statesAt }: Timeline): Generator<number, true> {
  for (let count = STRIDE; count <= events.length; count += STRIDE) {
    statesAt(count);
    yield count;
  }
  return true;
}
