/** The event log that goes with a request: which session, and its file, made as soon as it is chosen. */
import { attach, combine, createEffect, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/requestSupport.ts";
import { SUPPORT_LOG_MAX_SIZE } from "#events/entities/supportRequest.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readFileFx } from "../../kernel/filePorts.ts";
import {
  exportedSession,
  listedSessions,
  orderSessions,
  type ListedSession,
} from "../../kernel/log/listedSessions.ts";
import { measureLogFx, packLogFx } from "../../kernel/log/ports.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import { requestSupportRoute } from "./route.ts";

const found = createFollowUp(actions.logSessionsFound);
const packed = createFollowUp(actions.logPacked);
const notPacked = createFollowUp(actions.logNotPacked);

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
  on(actions.requestForm.changed, (state, { values: { attachLog, logSession } }) => {
    if (attachLog !== undefined) return { ...NONE, session: state.session };
    if (logSession === undefined) return state;
    return { ...state, session: logSession, packed: null, failure: null };
  }),
  on(actions.requestForm.discarded, () => NONE),
  on(actions.logSessionsFound, (state, { sessions }) => ({
    ...state,
    sessions: orderSessions(sessions),
  })),
  on(actions.logPacked, (state, file) => ({ ...state, packed: file, failure: null })),
  on(actions.logNotPacked, (state, { reason }) => ({ ...state, packed: null, failure: reason })),
  on(screenOpened, (state, { route }) => (route === requestSupportRoute.name ? state : NONE)),
]);

/** The event that wants the file is the cause of its outcome. */
interface Wanted {
  readonly cause: string;
  readonly session: string | null;
}
const measureFx = attach({
  effect: measureLogFx,
  mapParams: (_asked: Pick<Wanted, "cause">) => undefined,
});
/** Names are replaced, and reports left out, which a log of this size could not hold. */
const packFx = createEffect(async ({ session }: Wanted) => {
  const { file, fileName, events, bytes } = await packFileFx({
    span: "session",
    session,
    minutes: 1,
    withNames: false,
    withReports: false,
  });
  return { content: await readContentFx(new File([file], fileName)), events, bytes };
});
const packFileFx = attach({ effect: packLogFx });
const readContentFx = attach({ effect: readFileFx });

sample({
  clock: onLive(actions.requestForm.changed),
  filter: ({ payload }) => payload.values.attachLog === true,
  fn: ({ id }) => ({ cause: id }),
  target: measureFx,
});
sample({
  clock: measureFx.done,
  fn: ({ params, result }) => ({
    payload: { sessions: listedSessions(result) },
    cause: params.cause,
  }),
  target: found,
});
// Where no log is stored, this tab still has its own in memory.
sample({
  clock: measureFx.fail,
  fn: ({ params }) => ({ payload: { sessions: [] }, cause: params.cause }),
  target: found,
});
sample({
  clock: [
    onLive(actions.logSessionsFound),
    onLive(actions.requestForm.changed).filter({
      fn: ({ payload }) => payload.values.logSession !== undefined,
    }),
  ],
  source: $attachedLog,
  fn: ({ sessions, session }, { id }) => ({
    session: exportedSession(sessions ?? [], session)?.id ?? null,
    cause: id,
  }),
  target: packFx,
});

/** The file that is made or was made last. */
const $wanted = createStore<string | null>(null, { serialize: "ignore" }).on(
  packFx,
  (_cause, wanted) => wanted.cause,
);
const wasPacked = sample({
  clock: packFx.done,
  source: $wanted,
  filter: (wanted, { params }) => params.cause === wanted,
  fn: (_wanted, done) => done,
});
/** Files do not belong into the log. */
const $content = createStore<string | null>(null, { serialize: "ignore" })
  .on(wasPacked, (_content, { result }) => result.content)
  .reset(packFx, measureFx);
sample({
  clock: wasPacked,
  fn: ({ params, result: { events, bytes } }) => ({
    payload: { events, bytes },
    cause: params.cause,
  }),
  target: packed,
});
sample({
  clock: packFx.fail,
  source: $wanted,
  filter: (wanted, { params }) => params.cause === wanted,
  fn: (_wanted, { params, error }) => ({
    payload: { reason: reasonOfError(error) },
    cause: params.cause,
  }),
  target: notPacked,
});

export interface Attachment extends Pick<AttachedLog, "packed" | "failure"> {
  /** In Base64. */
  readonly content: string | null;
}

export const $attachment = combine($attachedLog, $content, (log, content): Attachment => ({
  packed: log.packed,
  failure: log.failure,
  content,
}));

/** @returns why the log cannot be sent; null if it can. */
export function checkAttachment({ packed: file, failure, content }: Attachment): Message | null {
  if (failure !== null) return failure;
  if (file === null || content === null) return message("support.logNotReady");
  if (file.bytes <= SUPPORT_LOG_MAX_SIZE) return null;
  return message("support.logTooLarge", { max: SUPPORT_LOG_MAX_SIZE });
}
