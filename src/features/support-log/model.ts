/** Saves the event log of a sent support request as a file. */
import * as actions from "#events/actions/supportLog.ts";
import { getSupportLog } from "#events/calls/supportLog.ts";
import { message } from "#events/messages/message.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createDownload } from "../../kernel/download.ts";
import { bytesOfBase64 } from "../../kernel/log/base64.ts";
import { notify } from "../../kernel/notify.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";

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
