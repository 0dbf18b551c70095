/** The event log that the request form attaches: it is packed as soon as its session is chosen. */
import { combine, createEffect, createStore, type Store } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { requestForm } from "#events/actions/requestSupport.ts";
import * as actions from "#events/actions/supportLog.ts";
import {
  type LogChoice,
  SUPPORT_LOG_MAX_SIZE,
  type SupportLog,
} from "#events/entities/supportLog.ts";
import { type Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readFileFx } from "../../kernel/filePorts.ts";
import {
  exportedSession,
  type ListedSession,
  listedSessions,
  orderSessions,
} from "../../kernel/log/listedSessions.ts";
import { measureLogFx, packLogFx } from "../../kernel/log/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";

export interface ChosenLog {
  /** The last chosen session; empty for the first of the list. */
  readonly session: string;
  /** null until they were looked up. */
  readonly sessions: readonly ListedSession[] | null;
  /** The file's content in numbers; null until it is ready. */
  readonly packed: { readonly events: number; readonly bytes: number } | null;
  readonly failure: Message | null;
}

const NONE: ChosenLog = { session: "", sessions: null, packed: null, failure: null };

/** A log that can be attached to a request. */
export interface Attachment extends ChosenLog {
  /** In Base64; not recorded, because files do not belong in the log. */
  readonly content: string | null;
}

const packFx = createEffect(async ({ session }: { readonly session: string | null }) => {
  // Names are replaced, and reports left out, which a log of this size could not hold.
  const { file, fileName, events, bytes } = await packLogFx({
    span: "session",
    session,
    minutes: 1,
    withNames: false,
    withReports: false,
  });
  return { content: await readFileFx(new File([file], fileName)), events, bytes };
});

/** @param route of the request form: the attached log is forgotten when another screen opens. */
export function createAttachment(route: string): Store<Attachment> {
  const $chosen = createProjection<ChosenLog>("requestSupport/log", NONE, (on) => [
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
    on(screenOpened, (state, { route: opened }) => (opened === route ? state : NONE)),
  ]);

  const measure = createTask(measureLogFx);
  const pack = createTask(packFx, { newestOnly: true });
  const found = createFollowUp(actions.logSessionsFound);
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
    $chosen,
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

  return combine($chosen, $content, (chosen, content): Attachment => ({ ...chosen, content }));
}

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
