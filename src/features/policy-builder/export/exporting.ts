/**
 * Exports CSV by chunk, so that the table stays responsive. An export has one state: if the worker has moved on, it
 * stops, reports that and leaves no file.
 */
import { message } from "#events/messages/message.ts";
import { attach, combine, createEffect, createStore, sample } from "effector";
import * as actions from "#events/actions/policyBuilder.ts";
import type { CsvCursor } from "#workers/analytics/contract.ts";
import { askAnalytics } from "../../../kernel/analytics.ts";
import { notificationOf, showNotification } from "../../../kernel/notifications.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { openFileFx, type FileSink } from "../../../kernel/filePorts.ts";
import { reasonOfError, MessageError } from "../../../kernel/messageError.ts";
import { $org } from "../../../data/orgs/index.ts";
import { $tableResult, askView, type TableResult } from "../table/tableQuery.ts";
import { exportFileName, type ExportOf } from "./rules.ts";

export const exportTable = createAction(actions.exportWanted);
export const cancelExport = createAction(actions.exportCancelled);
const dismissed = createFollowUp(actions.exportCancelled);
const exported = createFollowUp(actions.exported);
const failed = createFollowUp(actions.exportFailed);

/** The byte order mark lets spreadsheets recognise UTF-8. CSV readers, including the import, skip it. */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

interface Run {
  /** The id of the requesting event. */
  readonly id: string;
  readonly of: ExportOf;
  readonly fileName: string;
  /** The exported state. */
  readonly tableResult: TableResult;
  readonly sink: FileSink;
  /** The worker's name for that state. */
  readonly generation: number;
  /** Null before the first chunk and after the last. */
  readonly from: CsvCursor | null;
  readonly records: number;
  /** The total number of rows. */
  readonly total: number;
  readonly bytes: number;
}

const openFx = attach({ effect: openFileFx });

interface Begin {
  readonly id: string;
  readonly of: ExportOf;
  readonly tableResult: TableResult | null;
  readonly fileName: string;
}

/** Opens the file while the click's user activation lasts. Null if the user chose no destination. */
const beginFx = createEffect(
  async ({ id, of, tableResult, fileName }: Begin): Promise<Run | null> => {
    if (tableResult === null) throw new MessageError(message("builder.noReport"));
    const { shown, ticked } = tableResult.view;
    const total = of === "shown" ? shown.entitlements : ticked.entitlements;
    const { generation } = tableResult.view;
    const sink = await openFx({ name: fileName, type: "text/csv", extension: ".csv" });
    const run = { id, of, fileName, tableResult, generation, total, from: null };
    return sink && { ...run, sink, records: 0, bytes: 0 };
  },
);

interface Step {
  readonly run: Run;
  /** The currently shown state. */
  readonly report: TableResult["report"] | undefined;
}

/** Writes one chunk. @returns the next run, whose `from` is null after the last chunk */
const stepFx = attach({
  source: $tableResult,
  mapParams: (run: Run, now) => ({ run, report: now?.report }),
  effect: createEffect(async ({ run, report }: Step): Promise<Run> => {
    const first = run.from === null;
    let { generation } = run;
    let chunk = await askAnalytics("csv", generation, run.of, run.from);
    if (chunk === null && first && report === run.tableResult.report) {
      // Another query intervened before the first write, so the worker's steps are unknown here.
      ({ generation } = await askView(run.tableResult.builder, null));
      chunk = await askAnalytics("csv", generation, run.of, run.from);
    }
    if (chunk === null) throw new MessageError(message("builder.tableChanged"));
    const bytes = first ? withMark(chunk.bytes) : chunk.bytes;
    await run.sink.write(bytes);
    return {
      ...run,
      generation,
      from: chunk.next,
      records: run.records + chunk.records,
      bytes: run.bytes + bytes.byteLength,
    };
  }),
});

function withMark(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const marked = new Uint8Array(BYTE_ORDER_MARK.length + bytes.length);
  marked.set(BYTE_ORDER_MARK);
  marked.set(bytes, BYTE_ORDER_MARK.length);
  return marked;
}

const closeFx = createEffect((run: Run) => run.sink.close());
const discardFx = createEffect((run: Run) => run.sink.abort());

/** The running export. */
const $run = createStore<Run | null>(null, { serialize: "ignore" })
  .on(beginFx.doneData, (_state, run) => run)
  .on(stepFx.doneData, (_state, run) => run)
  .reset(closeFx.finally, discardFx.finally);
const $cancelled = createStore(false, { serialize: "ignore" })
  .on(onLive(actions.exportCancelled), () => true)
  .reset(beginFx);

export const $exporting = combine(
  $run,
  beginFx.pending,
  (run, beginning) => run !== null || beginning,
);
/** The progress of an export with more than one chunk; null if there is none. */
export const $exportProgress = $run.map((run) =>
  run !== null && run.records > 0 && run.from !== null
    ? { of: run.of, records: run.records, total: run.total }
    : null,
);

sample({
  clock: onLive(actions.exportWanted),
  source: { tableResult: $tableResult, org: $org, exporting: $exporting },
  filter: ({ exporting }) => !exporting,
  fn: ({ tableResult, org }, { payload, id, time }) => ({
    id,
    of: payload.of,
    tableResult,
    fileName: exportFileName(org?.displayName ?? "", payload.of, time),
  }),
  target: beginFx,
});
sample({
  clock: beginFx.done,
  filter: ({ result }) => result === null,
  fn: ({ params }) => ({ payload: {}, cause: params.id }),
  target: dismissed,
});
sample({ clock: beginFx.doneData.filterMap((run) => run ?? undefined), target: stepFx });

const stepped = sample({
  clock: stepFx.doneData,
  source: $cancelled,
  fn: (cancelled, run) => ({ cancelled, run }),
});
const nextOf = (wanted: "step" | "close" | "discard") =>
  stepped.filterMap(({ cancelled, run }) => {
    const next = cancelled ? "discard" : run.from === null ? "close" : "step";
    return next === wanted ? run : undefined;
  });
sample({ clock: nextOf("step"), target: stepFx });
sample({ clock: nextOf("close"), target: closeFx });
sample({ clock: nextOf("discard"), target: discardFx });
sample({ clock: [stepFx.fail, closeFx.fail], fn: ({ params }) => params, target: discardFx });

sample({
  clock: closeFx.done,
  fn: ({ params: { id, of, records, bytes, fileName } }) => ({
    payload: { of, records, bytes, fileName },
    cause: id,
  }),
  target: exported,
});
sample({
  clock: onLive(actions.exported),
  fn: ({ payload, id }) =>
    notificationOf(
      "success",
      message("builder.exported", { count: payload.records, file: payload.fileName }),
      id,
    ),
  target: showNotification,
});
sample({
  clock: [beginFx.fail, stepFx.fail, closeFx.fail],
  fn: ({ params, error }) => ({ payload: { reason: reasonOfError(error) }, cause: params.id }),
  target: failed,
});
sample({
  clock: onLive(actions.exportFailed),
  fn: ({ payload, id }) =>
    notificationOf("error", message("builder.notExported", { reason: payload.reason }), id),
  target: showNotification,
});
