/** The event log of a support request: it is made as soon as its session is chosen, and is saved from a sent request. */
import { combine, createEffect, createStore } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { requestForm } from "#events/actions/requestSupport.ts";
import * as actions from "#events/actions/supportLog.ts";
import { getSupportLog } from "#events/calls/supportLog.ts";
import {
  type LogChoice,
  SUPPORT_LOG_MAX_SIZE,
  type SupportLog,
} from "#events/entities/supportLog.ts";
import { type Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDownload } from "../../kernel/download.ts";
import { readFileFx } from "../../kernel/filePorts.ts";
import { bytesOfBase64 } from "../../kernel/log/base64.ts";
import {
  exportedSession,
  type ListedSession,
  listedSessions,
  orderSessions,
} from "../../kernel/log/listedSessions.ts";
import { measureLogFx, packLogFx } from "../../kernel/log/ports.ts";
import { notify } from "../../kernel/notify.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
import { requestSupportRoute } from "../request-support/index.ts";

const found = createFollowUp(actions.logSessionsFound);

export interface AttachedLog {
  /** The last chosen session; empty for the first of the list. */
  readonly session: string;
  /** null until they were looked up. */
  readonly sessions: readonly ListedSession[] | null;
  /** The file's content in numbers; null until it is ready. */
  readonly packed: { readonly events: number; readonly bytes: number } | null;
  readonly failure: Message | null;
}

const NONE: AttachedLog = { session: "", sessions: null, packed: null, failure: null };

export const $attachedLog = createProjection<AttachedLog>("requestSupport/log", NONE, (on) => [
  on(requestForm.changed, (state, { values: { attachLog, logSession } }) => {
    if (attachLog !== undefined) return { ...NONE, session: state.session };
    if (logSession === undefined) return state;
    return { ...state, session: logSession, packed: null, failure: null };
  }),
  on(requestForm.discarded, () => NONE),
  on(actions.logSessionsFound, (state, { sessions }) => ({
    ...state,
    sessions: orderSessions(sessions),
  })),
  on(actions.logPacked, (state, file) => ({ ...state, packed: file, failure: null })),
  on(actions.logNotPacked, (state, { reason }) => ({ ...state, packed: null, failure: reason })),
  on(screenOpened, (state, { route }) => (route === requestSupportRoute.name ? state : NONE)),
]);

const measure = createTask(measureLogFx);
const pack = createTask(
  createEffect(async ({ session }: { readonly session: string | null }) => {
    // Names are replaced, and reports left out, which a log of this size could not hold.
    const { file, fileName, events, bytes } = await packLogFx({
      span: "session",
      session,
      minutes: 1,
      withNames: false,
      withReports: false,
    });
    return { content: await readFileFx(new File([file], fileName)), events, bytes };
  }),
  { newestOnly: true },
);
/** Files do not belong into the log. */
const $content = createStore<string | null>(null, { serialize: "ignore" })
  .on(pack.done, (_content, { payload: { result } }) => result.content)
  .reset(pack.start, measure.start);

react(
  requestForm.changed,
  ({ payload: { values } }) => (values.attachLog === true ? { input: undefined } : null),
  measure.start,
);
react(
  measure.done,
  ({ payload: { result } }) => ({ payload: { sessions: listedSessions(result) } }),
  found,
);
// Where no log is stored, this tab still has its own in memory.
react(measure.failed, () => ({ payload: { sessions: [] } }), found);

const sessionChosen = onLive(requestForm.changed).filter({
  fn: ({ payload }) => payload.values.logSession !== undefined,
});
react(
  [onLive(actions.logSessionsFound), sessionChosen],
  $attachedLog,
  ({ sessions, session }) => ({
    input: { session: exportedSession(sessions ?? [], session)?.id ?? null },
  }),
  pack.start,
);
react(
  pack.done,
  ({ payload: { result } }) => ({ payload: { events: result.events, bytes: result.bytes } }),
  createFollowUp(actions.logPacked),
);
react(
  pack.failed,
  ({ payload: { reason } }) => ({ payload: { reason } }),
  createFollowUp(actions.logNotPacked),
);

/** The log that is ready to be sent. */
export interface Attachment extends Pick<AttachedLog, "packed" | "failure"> {
  /** In Base64. */
  readonly content: string | null;
}

export const $attachment = combine(
  $attachedLog,
  $content,
  ({ packed, failure }, content): Attachment => ({ packed, failure, content }),
);

/** @returns why the chosen log cannot be sent; null if it can, or if none is chosen. */
export function checkLog(
  { attachLog }: LogChoice,
  { packed, failure, content }: Attachment,
): Message | null {
  if (!attachLog) return null;
  if (failure !== null) return failure;
  if (packed === null || content === null) return message("support.logNotReady");
  if (packed.bytes <= SUPPORT_LOG_MAX_SIZE) return null;
  return message("support.logTooLarge", { max: SUPPORT_LOG_MAX_SIZE });
}

/** The part of a request with the chosen log. */
export function withLog(
  { attachLog }: LogChoice,
  { content }: Attachment,
): { readonly log?: SupportLog } {
  return attachLog && content !== null ? { log: { content } } : {};
}

export const downloadLog = createAction(actions.logWanted);
const logCall = createCall(getSupportLog);

const download = createDownload(actions.logWanted, {
  source: $clientId,
  begin: (clientId, { payload: { requestId } }) => {
    const name = `provision-log-${requestId.slice(0, 8)}.ndjson.gz`;
    const file = { name, type: "application/gzip", extension: ".gz" };
    return clientId === null ? null : { file, job: { clientId, requestId } };
  },
  failedBy: [logCall.failed],
});
export const $isDownloading = download.$isRunning;

react(download.due, ({ payload: params }) => ({ params }), logCall.start);
react(
  logCall.succeeded,
  download.$job,
  (job, { payload: { body } }) => job && { bytes: bytesOfBase64(body.content), job, isLast: true },
  download.write,
);
react(
  download.ended,
  ({ payload: { fileName } }) => ({ payload: { fileName } }),
  createFollowUp(actions.logSaved),
);
react(download.failed, ({ payload }) => ({ payload }), createFollowUp(actions.logNotSaved));
notify("success", actions.logSaved, ({ fileName }) =>
  fileName === null ? null : message("support.logDownloaded", { file: fileName }),
);
notifyFailures(actions.logNotSaved, (reason) => message("support.logNotDownloaded", { reason }));
