/** The event log of a sent request, saved as the file that was attached. */
import { attach, createEffect, createStore, sample } from "effector";
import * as actions from "#events/actions/requestSupport.ts";
import * as calls from "#events/calls/support.ts";
import { message } from "#events/messages/message.ts";
import { $clientId, $user } from "../../data/session/index.ts";
import { createCall, isReportable, reasonOf } from "../../kernel/calls.ts";
import { openFileFx, type FileSink } from "../../kernel/filePorts.ts";
import { bytesOfBase64 } from "../../kernel/log/base64.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";

export const downloadLog = createAction(actions.logWanted);
const saved = createFollowUp(actions.logSaved);
const notSaved = createFollowUp(actions.logNotSaved);

const logCall = createCall(calls.getSupportLog);

interface Run {
  /** The event that wants the file. */
  readonly id: string;
  readonly clientId: string;
  readonly requestId: string;
  readonly fileName: string;
  readonly sink: FileSink;
}

const openFx = attach({ effect: openFileFx });

/** Opens the file while the click's user activation lasts. Null if the user chose no destination. */
const beginFx = createEffect(async (run: Omit<Run, "sink">): Promise<Run | null> => {
  const sink = await openFx({ name: run.fileName, type: "application/gzip", extension: ".gz" });
  return sink && { ...run, sink };
});
const saveFx = createEffect(async ({ run, content }: { run: Run; content: string }) => {
  await run.sink.write(bytesOfBase64(content));
  await run.sink.close();
});
const abortFx = createEffect((run: Run) => run.sink.abort());

const $run = createStore<Run | null>(null, { serialize: "ignore" })
  .on(beginFx.doneData, (_state, run) => run)
  .reset(saveFx.done, abortFx.finally);
export const $isDownloading = $run.map((run) => run !== null);

sample({
  clock: sample({
    clock: onLive(actions.logWanted),
    source: { run: $run, clientId: $clientId },
    fn: ({ run, clientId }, { payload: { requestId }, id }) =>
      run === null && clientId !== null
        ? { id, clientId, requestId, fileName: `provision-log-${requestId.slice(0, 8)}.ndjson.gz` }
        : null,
  }).filterMap((run) => run ?? undefined),
  target: beginFx,
});
sample({
  clock: beginFx.done.filter({ fn: ({ result }) => result === null }),
  fn: ({ params: { id } }) => ({ payload: { fileName: null }, cause: id }),
  target: saved,
});
sample({
  clock: beginFx.doneData.filterMap((run) => run ?? undefined),
  fn: ({ clientId, requestId, id }) => ({ params: { clientId, requestId }, cause: id }),
  target: logCall.start,
});
sample({
  clock: sample({
    clock: logCall.succeeded,
    source: $run,
    fn: (run, { payload: { body } }) => run && { run, content: body.content },
  }).filterMap((one) => one ?? undefined),
  target: saveFx,
});
sample({
  clock: saveFx.done,
  fn: ({ params: { run } }) => ({ payload: { fileName: run.fileName }, cause: run.id }),
  target: saved,
});

const refused = sample({
  clock: logCall.failed,
  filter: ({ payload }) => isReportable(payload),
  fn: ({ payload }) => reasonOf(payload),
});
const broken = sample({
  clock: [refused, saveFx.failData.map(reasonOfError)],
  source: $run,
  fn: (run, reason) => run && { run, reason },
}).filterMap((end) => end ?? undefined);
sample({ clock: broken.map(({ run }) => run), target: abortFx });
// The answer of an ended session is dropped.
sample({
  clock: sample({
    clock: $user.updates,
    source: $run,
    fn: (run, user) => (user === null ? run : null),
  }).filterMap((run) => run ?? undefined),
  target: abortFx,
});
sample({
  clock: [broken, beginFx.failData.map((error) => ({ run: null, reason: reasonOfError(error) }))],
  fn: ({ run, reason }) => ({ payload: { reason }, cause: run?.id ?? null }),
  target: notSaved,
});
sample({
  clock: onLive(actions.logSaved).filterMap(({ payload: { fileName }, id }) =>
    fileName === null ? undefined : { fileName, id },
  ),
  fn: ({ fileName, id }) =>
    notificationOf("success", message("support.logDownloaded", { file: fileName }), id),
  target: showNotification,
});
sample({
  clock: onLive(actions.logNotSaved),
  fn: ({ payload: { reason }, id }) =>
    notificationOf("error", message("support.logNotDownloaded", { reason }), id),
  target: showNotification,
});
