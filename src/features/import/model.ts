/** Import of directory files: sent in parts, checked by the server, applied in the background with progress. */
import { attach, combine, createEvent, createStore, merge, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/import.ts";
import * as calls from "#events/calls/import.ts";
import { type DirectoryImport, type ImportFile } from "#events/entities/directoryImport.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { checkImportFiles, isRunning } from "#events/rules/directoryImport.ts";
import { $clientId } from "../../data/session/index.ts";
import { readPartFx } from "../../kernel/filePorts.ts";
import { createCall, reasonOf } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createList } from "../../kernel/list.ts";
import { $screen } from "../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../kernel/notifications.ts";
import { notifyFailures } from "../../kernel/notifyFailures.ts";
import { pollWhile } from "../../kernel/poll.ts";
import { draft } from "../../kernel/draft.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
import { importRoute } from "./route.ts";
import { partAfter, type ChosenFiles, type FilePart } from "./rules.ts";

const currentCall = createCall(calls.getCurrentImport);
const createImportCall = createCall(calls.createImport);
const partCall = createCall(calls.addImportPart);
const checkCall = createCall(calls.checkImport);
const applyCall = createCall(calls.applyImport);
const cancelCall = createCall(calls.cancelImport);

export const chooseMode = createAction(actions.importModeChosen);
export const removeFile = createAction(actions.importFileRemoved);
export const check = createAction(actions.importCheckWanted);
export const restart = createAction(actions.importRestarted);
export const chooseSkip = createAction(actions.importSkipChosen);
export const cancel = createAction(actions.importCancelWanted);
export const retry = createAction(actions.importRetried);
const chooseFile = createAction(actions.importFileChosen);
const refuse = createFollowUp(actions.importRefused);

export const $place = combine($screen, $clientId, (screen, clientId) =>
  screen?.route === importRoute.name && clientId !== null ? { clientId } : null,
);

/** The client's newest import, and the maximum size of a file. */
export const $current = createQuery("import/current", {
  call: currentCall,
  input: $place.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [
    actions.importPolled,
    actions.importRetried,
    calls.createImport.failed,
    calls.checkImport.failed,
    calls.applyImport.failed,
    calls.cancelImport.failed,
  ],
  changes: (on) => [
    on(calls.createImport.succeeded, (value, { body }) => ({ ...value, current: body })),
    ...[calls.checkImport, calls.applyImport, calls.cancelImport].map(({ succeeded }) =>
      on(succeeded, (value, { body }) => ({ ...value, current: body })),
    ),
  ],
  options: { version: 5 },
});
const $import = $current.map(({ value }) => value?.current ?? null);
const $isRunning = $import.map(isRunning);

export interface UploadState {
  readonly files: ChosenFiles;
  readonly mode: DirectoryImport["mode"];
  /** This tab sends the files. */
  readonly isSending: boolean;
  /** The last part that arrived. */
  readonly sent: FilePart | null;
  /** Why the files cannot be sent or checked. */
  readonly refusal: Message | null;
  readonly skipRejected: boolean;
  /** The outcome of the last import is put away. */
  readonly isRestarted: boolean;
}

const EMPTY_UPLOAD: UploadState = {
  files: { identities: null, access: null },
  mode: "merge",
  isSending: false,
  sent: null,
  refusal: null,
  skipRejected: false,
  isRestarted: false,
};

const stop = (state: UploadState, refusal: Message | null): UploadState => ({
  ...state,
  isSending: false,
  refusal,
});

export const $upload = createProjection<UploadState>("import/upload", EMPTY_UPLOAD, (on) => [
  on(
    actions.importFileChosen,
    draft((state, { file, name, bytes }) => {
      state.files[file] = { name, size: bytes };
      state.refusal = null;
    }),
  ),
  on(
    actions.importFileRemoved,
    draft((state, { file }) => {
      state.files[file] = null;
      state.refusal = null;
    }),
  ),
  on(actions.importModeChosen, (state, { mode }) => ({ ...state, mode, refusal: null })),
  on(actions.importCheckWanted, (state) => ({
    ...state,
    isSending: true,
    sent: null,
    refusal: null,
  })),
  on(actions.importRefused, (state, { reason }) => stop(state, reason)),
  on(calls.createImport.failed, (state, failure) => stop(state, reasonOf(failure))),
  on(calls.addImportPart.requested, (state, { body: { file, part } }) =>
    state.isSending
      ? { ...state, sent: part === 0 ? state.sent : { file, part: part - 1 } }
      : state,
  ),
  on(calls.addImportPart.failed, (state, failure) =>
    state.isSending ? stop(state, reasonOf(failure)) : state,
  ),
  on(calls.checkImport.failed, (state, failure) => stop(state, reasonOf(failure))),
  // Files that were checked are not chosen any more; after a failure they still are.
  on(calls.checkImport.succeeded, ({ mode }) => ({ ...EMPTY_UPLOAD, mode })),
  on(calls.cancelImport.succeeded, ({ mode }) => ({ ...EMPTY_UPLOAD, mode })),
  on(actions.importSkipChosen, (state, { skipRejected }) => ({ ...state, skipRejected })),
  on(actions.importRestarted, (state) => ({ ...state, isRestarted: true })),
  on(screenOpened, (state, { route }) =>
    route === importRoute.name && !state.isSending ? { ...state, isRestarted: false } : state,
  ),
]);

/** The chosen files themselves, which are not recorded. */
export const pickFile = createEvent<{ readonly kind: ImportFile; readonly file: File }>();
const $files = createStore<Partial<Record<ImportFile, File>>>({}, { serialize: "ignore" }).on(
  pickFile,
  (files, { kind, file }) => ({ ...files, [kind]: file }),
);
sample({
  clock: pickFile,
  source: $upload,
  filter: ({ isSending }) => !isSending,
  fn: (_state, { kind, file }) => ({
    file: kind,
    name: file.name.slice(0, TEXT_MAX_LENGTH),
    bytes: file.size,
  }),
  target: chooseFile,
});

const $maxBytes = $current.map(({ value }) => value?.maxBytes ?? 0);
const $problem = combine($upload, $maxBytes, ({ files, mode }, maxBytes) =>
  checkImportFiles(files, { mode, maxBytes }),
);
react(
  actions.importCheckWanted,
  $problem,
  (reason) => (reason === null ? null : { payload: { reason } }),
  refuse,
);
react(
  onLive(actions.importCheckWanted),
  combine($place, $upload, $problem, (params, upload, problem) => ({ params, upload, problem })),
  ({ params, upload: { files, mode }, problem }) =>
    params === null || problem !== null ? null : { params, body: { mode, ...files } },
  createImportCall.start,
);

interface Reading extends FilePart {
  readonly content: File;
  readonly clientId: string;
  readonly importId: string;
}
const reading = createTask(attach({ effect: readPartFx, mapParams: (part: Reading) => part }));

/** What the answers of this upload belong to: its import, and the part that was sent last. */
const $sending = createStore<(FilePart & { readonly importId: string }) | null>(null, {
  serialize: "ignore",
}).on(reading.start, (_state, { input: { file, part, importId } }) => ({ file, part, importId }));

const begun = createImportCall.succeeded.map(({ payload: { body }, id }) => ({
  importId: body.id,
  sent: null,
  cause: id,
}));
const continued = sample({
  clock: partCall.succeeded,
  source: $sending,
  fn: (sending, { id }) => sending && { importId: sending.importId, sent: sending, cause: id },
}).filterMap((next) => next ?? undefined);

/** The next part of the files, or null in its place after the last. */
const nextPart = sample({
  clock: [begun, continued],
  source: combine($upload, $files, $clientId, ({ files, isSending }, contents, clientId) => ({
    files,
    isSending,
    contents,
    clientId,
  })),
  fn: ({ files, isSending, contents, clientId }, { importId, sent, cause }) => {
    if (!isSending || clientId === null) return null;
    const next = partAfter(files, sent);
    const content = next && contents[next.file];
    const payload = { importId, clientId, next: next && content ? { ...next, content } : null };
    return { payload, id: cause };
  },
}).filterMap((step) => step ?? undefined);
react(
  nextPart,
  ({ payload: { next, ...place } }) => next && { input: { ...place, ...next } },
  reading.start,
);
react(
  nextPart,
  ({ payload: { clientId, importId, next } }) =>
    next === null ? { params: { clientId, importId } } : null,
  checkCall.start,
);
react(
  reading.done,
  ({ payload: { input, result } }) => {
    const { clientId, importId, file, part } = input;
    return { params: { clientId, importId }, body: { file, part, content: result } };
  },
  partCall.start,
);
react(reading.failed, () => ({ payload: { reason: message("import.unreadable") } }), refuse);

pollWhile(
  actions.importPolled,
  merge<{ readonly id: string }>([
    currentCall.succeeded,
    currentCall.failed,
    checkCall.succeeded,
    applyCall.succeeded,
  ]),
  combine($place, $isRunning, (place, isRunning) => place !== null && isRunning),
);

react(
  actions.importCancelWanted,
  combine($place, $import, (place, current) => place && current && { place, current }),
  (open) => open && { params: { ...open.place, importId: open.current.id } },
  cancelCall.start,
);
react(
  cancelCall.succeeded,
  $import,
  (_import, { id }) => notificationOf("info", message("import.cancelled"), id),
  showNotification,
);
notifyFailures(cancelCall.failed);

export const importConfirmation = createConfirmation(actions.importConfirmation, {
  call: applyCall,
  source: combine(
    $place,
    $import,
    $upload,
    (place, current, { skipRejected }) =>
      place &&
      current && { ...place, importId: current.id, skipRejected, hash: current.hash ?? null },
  ),
  request: (_subject, { clientId, importId, skipRejected, hash }) => ({
    params: { clientId, importId },
    body: { skipRejected, hash },
  }),
  failedMessage: (_subject, reason) => message("import.notStarted", { reason }),
});

export const rejectList = createList(actions.importRejects, {
  call: createCall(calls.listImportRejects),
  routes: [importRoute.name],
  inAddress: false,
  source: combine($place, $import, (place, current) =>
    place && current && current.rejected > 0 ? { ...place, importId: current.id } : null,
  ),
  request: (params) => ({ params, query: {} }),
  itemsOf: ({ _embedded }) => _embedded.rejects,
  refreshOn: [],
});
