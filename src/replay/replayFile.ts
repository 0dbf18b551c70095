/** Replays an event log from a file with the app's own projections, without a browser. */
import type { Failure } from "#events/kernel/call.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { reasonOfError } from "../kernel/messageError.ts";
import "../app/models.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import type { AnalyticsCore } from "#workers/analytics/contract.ts";
import { beforeDivergence, verifyTable, type VisibleReport } from "../app/replay/verifyTable.ts";
import { createReplayedCore } from "../app/replay/replayedCore.ts";
import { createLocalAsk } from "../kernel/analyticsWorker.ts";
import { checkReplay, type ReplayReport } from "../kernel/log/checkReplay.ts";
import { isFailed } from "../kernel/log/failures.ts";
import type { LogHeader } from "../kernel/log/format.ts";
import { withKnownStates } from "../kernel/log/checkpoints.ts";
import { byDigest, type LoggedBodies } from "../kernel/log/loggedBody.ts";
import { readLog } from "../kernel/log/readLog.ts";
import { createTimeline } from "../kernel/log/timeline.ts";
import type { LoggedSession } from "../kernel/log/writeLog.ts";
import { allProjections } from "../kernel/projection.ts";

export interface SessionReplay extends ReplayReport, Omit<VisibleReport, "failure"> {
  /** Why the table comparison stopped; null if it is complete. */
  readonly failure: string | null;
  readonly id: string;
  /** The session's number of events, or that up to the requested end. */
  readonly of: number;
  /** Events of failures in the recorded session, such as failed calls. */
  readonly failed: readonly FailedEvent[];
  /** Projections whose start state is unknown: they start empty. */
  readonly lost: readonly string[];
  /** The builder's final table as JSON, with its counts; null if there is none or its report is missing. */
  readonly table: {
    readonly shown: unknown;
    readonly counts: Readonly<Record<string, number>>;
  } | null;
}

export interface FailedEvent {
  readonly seq: number;
  readonly time: number;
  readonly type: string;
  /** HTTP status and code, as far as there are any, and the reason in English: "503 EUNAVAILABLE: Try again later". */
  readonly reason: string;
}

export interface FileReplay {
  readonly header: LogHeader;
  readonly sessions: readonly SessionReplay[];
}

export interface ReplayOptions {
  /** Replays each session up to and including the event of that seq; null replays everything. */
  readonly until: number | null;
  /** This build's analytics core, or one to compare with it. */
  readonly core?: () => AnalyticsCore;
}

/** @throws LogFileError that names the line, or FoldError that names the event, and says what to do. */
export async function replayFile(
  file: ReadableStream<Uint8Array>,
  options: ReplayOptions = { until: null },
): Promise<FileReplay> {
  const { header, sessions, bodies } = await readLog(file);
  const found = byDigest(bodies);
  const replayed: SessionReplay[] = [];
  for (const session of sessions) replayed.push(await replaySession(session, found, options));
  return { header, sessions: replayed };
}

async function replaySession(
  logged: LoggedSession,
  bodies: LoggedBodies,
  { until, core = createAnalyticsCore }: ReplayOptions,
): Promise<SessionReplay> {
  const projections = [...allProjections().values()];
  const session = withKnownStates(logged, projections);
  const cut = until === null ? session : sessionUntil(session, until);
  const report = checkReplay(cut, projections);
  const replayedCore = createReplayedCore(createLocalAsk(core()), bodies);
  const visible = await verifyTable(
    beforeDivergence(cut, report.divergence),
    createTimeline(cut, projections),
    replayedCore,
  );
  let failure = visible.failure && renderMessage(ENGLISH, visible.failure);
  const canShow = failure === null && replayedCore.holds(report.states);
  const shown = canShow
    ? await replayedCore.show(report.states, null).catch((error: unknown) => {
        failure = renderMessage(ENGLISH, reasonOfError(error));
        return null;
      })
    : null;
  return {
    ...report,
    ...visible,
    failure,
    divergence: visible.divergence ?? report.divergence,
    id: session.id,
    of: cut.events.length,
    failed: cut.events.filter(isFailed).map(describeFailed),
    lost: session.checkpoint?.lost ?? [],
    table: shown && { shown: shown.read(), counts: shown.counts },
  };
}

function describeFailed({ seq, time, type, payload }: Envelope): FailedEvent {
  const { status, code, reason, message } = (payload ?? {}) as Partial<Failure> & {
    readonly message?: unknown;
  };
  const kind = [status, code].filter((part) => part != null).join(" ");
  const text = reason ? renderMessage(ENGLISH, reason) : typeof message === "string" ? message : "";
  return { seq, time, type, reason: [kind, text].filter((part) => part !== "").join(": ") };
}

function sessionUntil(session: LoggedSession, seq: number): LoggedSession {
  return { ...session, events: session.events.filter((event) => event.seq <= seq) };
}
