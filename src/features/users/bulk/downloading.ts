/** CSV files of users and of outcomes: fetched in chunks, each written before the next is requested. */
import { message } from "#events/messages/message.ts";
import { attach, createEffect, createStore, sample } from "effector";
import * as actions from "#events/actions/bulkChanges.ts";
import * as calls from "#events/calls/bulkChanges.ts";
import { createCall, isReportable, reasonOf } from "../../../kernel/calls.ts";
import { notificationOf, showNotification } from "../../../kernel/notifications.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { openFileFx, type FileSink } from "../../../kernel/filePorts.ts";
import { reasonOfError } from "../../../kernel/messageError.ts";
import { $clientId, $user } from "../../../data/session/index.ts";
import { $bulkId } from "./model.ts";

export const downloadCsv = createAction(actions.csvWanted);
const saved = createFollowUp(actions.csvSaved);
const failed = createFollowUp(actions.csvFailed);

const usersCall = createCall(calls.exportUsers);
const resultCall = createCall(calls.exportBulkLines);

/** The byte order mark lets spreadsheets recognise UTF-8. The file check skips it. */
const BYTE_ORDER_MARK = "\ufeff";

interface Run {
  /** The id of the requesting event. */
  readonly id: string;
  readonly of: "users" | "result";
  readonly clientId: string;
  readonly bulkId: string;
  readonly fileName: string;
  readonly sink: FileSink;
  readonly records: number;
  /** The next cursor; undefined at first, null at the end. */
  readonly next: string | null | undefined;
}

const openFx = attach({ effect: openFileFx });

/** Opens the file while the click's user activation lasts. Null if the user chose no destination. */
const beginFx = createEffect(async (run: Omit<Run, "sink">): Promise<Run | null> => {
  const sink = await openFx({ name: run.fileName, type: "text/csv", extension: ".csv" });
  return sink && { ...run, sink };
});

interface Piece {
  readonly csv: string;
  readonly records: number;
  readonly next: string | null;
}

const writeFx = createEffect(async ({ run, piece }: { run: Run; piece: Piece }): Promise<Run> => {
  const text = run.next === undefined ? BYTE_ORDER_MARK + piece.csv : piece.csv;
  await run.sink.write(new TextEncoder().encode(text));
  return { ...run, records: run.records + piece.records, next: piece.next };
});
const closeFx = createEffect((run: Run) => run.sink.close());
const abortFx = createEffect((run: Run) => run.sink.abort());

const $run = createStore<Run | null>(null, { serialize: "ignore" })
  .on(beginFx.doneData, (_state, run) => run)
  .on(writeFx.doneData, (state, run) => state && run)
  .reset(closeFx.finally, abortFx.finally);
export const $isDownloading = $run.map((run) => run !== null);

sample({
  clock: onLive(actions.csvWanted),
  source: { run: $run, clientId: $clientId, bulkId: $bulkId },
  filter: ({ run, clientId }) => run === null && clientId !== null,
  fn: ({ clientId, bulkId }, { payload: { of }, id, time }) => ({
    id,
    of,
    clientId: clientId ?? "",
    bulkId: bulkId ?? "",
    fileName: `${of === "users" ? "users" : "bulk-changes"}-${new Date(time).toISOString().slice(0, 10)}.csv`,
    records: 0,
    next: undefined,
  }),
  target: beginFx,
});
sample({
  clock: beginFx.done,
  filter: ({ result }) => result === null,
  fn: ({ params: { id } }) => ({ payload: { fileName: null, records: 0 }, cause: id }),
  target: saved,
});

/** The file was opened or a chunk was written, and the run continues. */
const goesOn = sample({ clock: [beginFx.doneData, writeFx.doneData], source: $run }).filterMap(
  (run) => run ?? undefined,
);
const toFetch = sample({ clock: goesOn, filter: ({ next }) => next !== null });
const queryOf = ({ next }: Run) => ({ ...(typeof next === "string" && { from: next }) });
sample({
  clock: toFetch,
  filter: ({ of }) => of === "users",
  fn: (run) => ({ params: { clientId: run.clientId }, query: queryOf(run), cause: run.id }),
  target: usersCall.start,
});
sample({
  clock: toFetch,
  filter: ({ of }) => of === "result",
  fn: (run) => ({
    params: { clientId: run.clientId, bulkId: run.bulkId },
    query: queryOf(run),
    cause: run.id,
  }),
  target: resultCall.start,
});
sample({
  clock: sample({
    clock: [usersCall.succeeded, resultCall.succeeded],
    source: $run,
    fn: (run, { payload }) => run && { run, piece: payload.body },
  }).filterMap((write) => write ?? undefined),
  target: writeFx,
});
sample({ clock: goesOn, filter: ({ next }) => next === null, target: closeFx });
sample({
  clock: closeFx.done,
  fn: ({ params: { id, fileName, records } }) => ({ payload: { fileName, records }, cause: id }),
  target: saved,
});

const refused = sample({
  clock: [usersCall.failed, resultCall.failed],
  filter: ({ payload }) => isReportable(payload),
  fn: ({ payload }) => reasonOf(payload),
});
const broken = sample({
  clock: [refused, writeFx.failData.map(reasonOfError), closeFx.failData.map(reasonOfError)],
  source: $run,
  fn: (run, reason) => run && { run, reason },
}).filterMap((end) => end ?? undefined);
sample({ clock: broken.map(({ run }) => run), target: abortFx });
// Missing answers are no longer needed.
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
  target: failed,
});
sample({
  clock: onLive(actions.csvSaved),
  filter: ({ payload }) => payload.fileName !== null,
  fn: ({ payload: { fileName }, id }) =>
    notificationOf("success", message("bulk.downloaded", { file: fileName ?? "" }), id),
  target: showNotification,
});
sample({
  clock: onLive(actions.csvFailed),
  fn: ({ payload, id }) =>
    notificationOf("error", message("bulk.notDownloaded", { reason: payload.reason }), id),
  target: showNotification,
});
