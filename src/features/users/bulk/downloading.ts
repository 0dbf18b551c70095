/** CSV files of users and of outcomes: fetched in chunks, each written before the next is requested. */
import { combine } from "effector";
import * as actions from "#events/actions/bulkChanges.ts";
import * as calls from "#events/calls/bulkChanges.ts";
import { message } from "#events/messages/message.ts";
import { dayOf } from "#events/rules/time.ts";
import { $clientId } from "../../../data/session/index.ts";
import { createCall } from "../../../kernel/calls.ts";
import { BYTE_ORDER_MARK, createDownload } from "../../../kernel/download.ts";
import { notify } from "../../../kernel/notify.ts";
import { notifyFailures } from "../../../kernel/notifyFailures.ts";
import { react } from "../../../kernel/react.ts";
import { createAction, createFollowUp } from "../../../kernel/recorder.ts";
import { $bulkId } from "./model.ts";

export const downloadCsv = createAction(actions.csvWanted);

const usersCall = createCall(calls.exportUsers);
const resultCall = createCall(calls.exportBulkLines);

interface Job {
  readonly of: "users" | "result";
  readonly clientId: string;
  /** null for users. */
  readonly bulkId: string | null;
  readonly records: number;
  /** The next cursor; null at first. */
  readonly from: string | null;
}

const download = createDownload(actions.csvWanted, {
  source: combine({ clientId: $clientId, bulkId: $bulkId }),
  begin: ({ clientId, bulkId }, { payload: { of }, time }) => {
    if (clientId === null || (of === "result" && bulkId === null)) return null;
    const day = dayOf(new Date(time));
    const name = `${of === "users" ? "users" : "bulk-changes"}-${day}.csv`;
    const job: Job = { of, clientId, bulkId, records: 0, from: null };
    return { file: { name, type: "text/csv", extension: ".csv" }, job };
  },
  failedBy: [usersCall.failed, resultCall.failed],
});
export const $isDownloading = download.$isRunning;

const queryOf = ({ from }: Job) => ({ ...(from !== null && { from }) });
react(
  download.due,
  ({ payload: job }) =>
    job.of === "users" ? { params: { clientId: job.clientId }, query: queryOf(job) } : null,
  usersCall.start,
);
react(
  download.due,
  ({ payload: job }) => {
    const { of, clientId, bulkId } = job;
    return of === "result" && bulkId !== null
      ? { params: { clientId, bulkId }, query: queryOf(job) }
      : null;
  },
  resultCall.start,
);
react(
  [usersCall.succeeded, resultCall.succeeded],
  download.$job,
  (job, { payload: { body } }) =>
    job && {
      bytes: new TextEncoder().encode(job.from === null ? BYTE_ORDER_MARK + body.csv : body.csv),
      job: { ...job, records: job.records + body.records, from: body.next },
      isLast: body.next === null,
    },
  download.write,
);
react(
  download.ended,
  ({ payload: { fileName, job } }) => ({ payload: { fileName, records: job.records } }),
  createFollowUp(actions.csvSaved),
);
react(download.failed, ({ payload }) => ({ payload }), createFollowUp(actions.csvFailed));
notify("success", actions.csvSaved, ({ fileName }) =>
  fileName === null ? null : message("bulk.downloaded", { file: fileName }),
);
notifyFailures(actions.csvFailed, (reason) => message("bulk.notDownloaded", { reason }));
