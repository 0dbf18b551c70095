/**
 * Exports CSV by chunk, so that the table stays responsive. An export has one state: if the worker has moved on, it
 * stops, reports that and leaves no file.
 */
import { combine, createEffect } from "effector";
import * as actions from "#events/actions/policyBuilder.ts";
import { message } from "#events/messages/message.ts";
import type { CsvCursor } from "#workers/analytics/contract.ts";
import { $org } from "../../../data/orgs/index.ts";
import { askAnalytics } from "../../../kernel/analytics.ts";
import { BYTE_ORDER_MARK, createDownload } from "../../../kernel/download.ts";
import { MessageError } from "../../../kernel/messageError.ts";
import { notify } from "../../../kernel/notify.ts";
import { notifyFailures } from "../../../kernel/notifyFailures.ts";
import { react } from "../../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { createTask } from "../../../kernel/task.ts";
import { $tableResult, askView, type TableResult } from "../table/tableQuery.ts";
import { exportFileName, type ExportOf } from "./rules.ts";

export const exportTable = createAction(actions.exportWanted);
export const cancelExport = createAction(actions.exportCancelled);

interface Job {
  readonly of: ExportOf;
  /** The exported state. */
  readonly tableResult: TableResult;
  /** The worker's name for that state. */
  readonly generation: number;
  /** Null before the first chunk and after the last. */
  readonly from: CsvCursor | null;
  readonly records: number;
  /** The total number of rows. */
  readonly total: number;
  readonly bytes: number;
}

interface Step {
  readonly job: Job;
  /** The currently shown state. */
  readonly report: TableResult["report"] | undefined;
}

/** The next chunk, and the job after it. */
const chunkFx = createEffect(async ({ job, report }: Step) => {
  const isFirst = job.from === null;
  let { generation } = job;
  let chunk = await askAnalytics("csv", generation, job.of, job.from);
  if (chunk === null && isFirst && report === job.tableResult.report) {
    // Another query intervened before the first write, so the worker's steps are unknown here.
    ({ generation } = await askView(job.tableResult.builder, null));
    chunk = await askAnalytics("csv", generation, job.of, job.from);
  }
  if (chunk === null) throw new MessageError(message("builder.tableChanged"));
  const bytes = isFirst ? withMark(chunk.bytes) : chunk.bytes;
  const next: Job = {
    ...job,
    generation,
    from: chunk.next,
    records: job.records + chunk.records,
    bytes: job.bytes + bytes.byteLength,
  };
  return { bytes, job: next, isLast: chunk.next === null };
});

function withMark(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const mark = new TextEncoder().encode(BYTE_ORDER_MARK);
  const marked = new Uint8Array(mark.length + bytes.length);
  marked.set(mark);
  marked.set(bytes, mark.length);
  return marked;
}

const chunks = createTask(chunkFx);
const download = createDownload(actions.exportWanted, {
  source: combine({ tableResult: $tableResult, org: $org }),
  check: ({ tableResult }) => (tableResult === null ? message("builder.noReport") : null),
  begin: ({ tableResult, org }, { payload: { of }, time }) => {
    if (tableResult === null) return null;
    const { shown, ticked, generation } = tableResult.view;
    const total = of === "shown" ? shown.entitlements : ticked.entitlements;
    const name = exportFileName(org?.displayName ?? "", of, time);
    const job: Job = { of, tableResult, generation, total, from: null, records: 0, bytes: 0 };
    return { file: { name, type: "text/csv", extension: ".csv" }, job };
  },
  failedBy: [chunks.failed],
  cancelledBy: onLive(actions.exportCancelled),
});
export const $exporting = download.$isRunning;
/** The progress of an export with more than one chunk; null if there is none. */
export const $exportProgress = download.$job.map((job) =>
  job !== null && job.records > 0 && job.from !== null
    ? { of: job.of, records: job.records, total: job.total }
    : null,
);

react(
  download.due,
  $tableResult,
  (now, { payload: job }) => ({ input: { job, report: now?.report } }),
  chunks.start,
);
react(chunks.done, ({ payload: { result } }) => result, download.write);

react(
  download.ended,
  ({ payload: { fileName } }) => (fileName === null ? { payload: {} } : null),
  createFollowUp(actions.exportCancelled),
);
react(
  download.ended,
  ({ payload: { fileName, job } }) => {
    const { of, records, bytes } = job;
    return fileName === null ? null : { payload: { of, records, bytes, fileName } };
  },
  createFollowUp(actions.exported),
);
react(download.failed, ({ payload }) => ({ payload }), createFollowUp(actions.exportFailed));
notify("success", actions.exported, ({ records, fileName }) =>
  message("builder.exported", { count: records, file: fileName }),
);
notifyFailures(actions.exportFailed, (reason) => message("builder.notExported", { reason }));
