/** A file for a field of the configuration, sent in parts. Its id becomes the field's value when all parts arrived. */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/systems.ts";
import * as calls from "#events/calls/systems.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { partsOf } from "#events/rules/directoryImport.ts";
import { readPartFx } from "../../kernel/filePorts.ts";
import { createCall, reasonOf } from "../../kernel/calls.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
import { $configuration, configurationForm } from "./configurationModel.ts";
import { placeOn } from "./place.ts";

const announceCall = createCall(calls.announceFile);
const partCall = createCall(calls.addFilePart);
const chooseFile = createAction(actions.systemFileChosen);
const refuse = createFollowUp(actions.systemFileRefused);

export interface Upload {
  readonly fieldId: string;
  readonly fileName: string;
  /** Bytes. */
  readonly bytes: number;
  /** Parts that arrived. */
  readonly sent: number;
  readonly status: "sending" | "complete" | "refused";
  /** The server's id; null until the server has registered the file. */
  readonly fileId: string | null;
  readonly refusal: Message | null;
}

const refused = (upload: Upload | null, refusal: Message): Upload | null =>
  upload?.status === "sending" ? { ...upload, status: "refused", refusal } : upload;

/** The newest upload of the open screen; null before one. */
export const $upload = createProjection<Upload | null>("systems/upload", null, (on) => [
  on(screenOpened, () => null),
  on(actions.systemFileChosen, (_upload, chosen) => ({
    ...chosen,
    sent: 0,
    status: "sending",
    fileId: null,
    refusal: null,
  })),
  on(actions.systemFileRefused, (upload, { reason }) => refused(upload, reason)),
  on(calls.announceFile.succeeded, (upload, { body }) =>
    upload?.status === "sending" ? { ...upload, fileId: body.id } : upload,
  ),
  on(calls.announceFile.failed, (upload, failure) => refused(upload, reasonOf(failure))),
  on(calls.addFilePart.succeeded, (upload, { body }) =>
    upload?.status === "sending"
      ? { ...upload, sent: body.part + 1, status: body.complete ? "complete" : "sending" }
      : upload,
  ),
  on(calls.addFilePart.failed, (upload, failure) => refused(upload, reasonOf(failure))),
]);

/** Percent of the parts that arrived. */
export function percentSent({ bytes, sent }: Upload): number {
  return (100 * sent) / Math.max(1, partsOf(bytes));
}

/** The file itself, which is not recorded. */
export const pickFile = createEvent<{ readonly fieldId: string; readonly file: File }>();
const $file = createStore<File | null>(null, { serialize: "ignore" }).on(
  pickFile,
  (_file, { file }) => file,
);
sample({
  clock: pickFile,
  source: $upload,
  filter: (upload) => upload?.status !== "sending",
  fn: (_upload, { fieldId, file }) => ({
    fieldId,
    fileName: file.name.slice(0, TEXT_MAX_LENGTH),
    bytes: file.size,
  }),
  target: chooseFile,
});

const $here = placeOn("configuration");
const $maxBytes = $configuration.map(({ value }) => value?.maxFileBytes ?? 0);
const problemOf = (bytes: number, maxBytes: number): Message | null => {
  if (bytes === 0) return message("systems.fileEmpty");
  return bytes > maxBytes ? message("systems.fileTooLarge", { size: maxBytes }) : null;
};
react(
  actions.systemFileChosen,
  $maxBytes,
  (maxBytes, { payload: { bytes } }) => {
    const reason = problemOf(bytes, maxBytes);
    return reason && { payload: { reason } };
  },
  refuse,
);
react(
  actions.systemFileChosen,
  combine($here, $maxBytes, (params, maxBytes) => ({ params, maxBytes })),
  ({ params, maxBytes }, { payload: { fileName, bytes } }) =>
    params === null || problemOf(bytes, maxBytes) !== null
      ? null
      : { params, body: { name: fileName, size: bytes } },
  announceCall.start,
);

const $next = combine($here, $upload, $file, (here, upload, content) =>
  here !== null && content !== null && upload?.status === "sending" && upload.fileId !== null
    ? { params: { ...here, fileId: upload.fileId }, part: upload.sent, content }
    : null,
);
interface Reading {
  readonly params: {
    readonly clientId: string;
    readonly resourceId: string;
    readonly fileId: string;
  };
  readonly part: number;
  readonly content: File;
}
const reading = createTask(attach({ effect: readPartFx, mapParams: (part: Reading) => part }));
react(
  [announceCall.succeeded, partCall.succeeded],
  $next,
  (input) => input && { input },
  reading.start,
);
react(
  reading.done,
  ({ payload: { input, result } }) => ({
    params: input.params,
    body: { part: input.part, content: result },
  }),
  partCall.start,
);
react(reading.failed, () => ({ payload: { reason: message("systems.fileUnreadable") } }), refuse);
sample({
  clock: sample({
    clock: partCall.succeeded,
    source: $upload,
    fn: (upload) => (upload?.status === "complete" ? upload : null),
  }).filterMap((upload) => upload ?? undefined),
  fn: ({ fieldId, fileId }) => ({ values: { [fieldId]: fileId } }),
  target: configurationForm.change,
});
