/** Bulk changes of users by a file: the server checks the file, and the administrator reviews and applies it. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/bulkChanges.ts";
import * as calls from "#events/calls/bulkChanges.ts";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { createCall, isReportable, reasonOf } from "../../../kernel/calls.ts";
import { readFileFx } from "../../../kernel/filePorts.ts";
import { createList } from "../../../kernel/list.ts";
import { $screen, navigateTo } from "../../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../../kernel/notifications.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createQuery } from "../../../kernel/query.ts";
import { react } from "../../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { $clientId } from "../../../data/session/index.ts";
import { bulkRoute } from "../route.ts";
import { bulkIdOf, bulkPath } from "./rules.ts";

/** The user chose or dropped a file. */
export const pickFile = createEvent<File>();
const choose = createAction(actions.bulkFileChosen);
const refuse = createFollowUp(actions.bulkFileRefused);
export const openLine = createAction(actions.bulkLineOpened);
export const retry = createAction(actions.bulkRetried);
export const chooseEmails = createAction(actions.bulkEmailsChosen);
export const apply = createAction(actions.bulkApplyWanted);

export const checkCall = createCall(calls.checkBulkChange);
export const applyCall = createCall(calls.applyBulkChange);

/** The address's file; null if it names none. */
export const $bulkId = $screen.map((screen) =>
  screen?.route === bulkRoute.name ? bulkIdOf(screen.path) : null,
);
const $place = combine($bulkId, $clientId, (bulkId, clientId) =>
  bulkId === null || clientId === null ? null : { clientId, bulkId },
);

/** The checked file of the address. */
export const $checked = createQuery("bulkChanges/checked", {
  call: createCall(calls.getBulkChange),
  input: $place.map((params) => params && { params }),
  valueOf: ({ body }) => body,
  refreshOn: [actions.bulkRetried],
  changes: (on) => [
    on(calls.applyBulkChange.succeeded, (bulk, { body }) => (body.id === bulk.id ? body : bulk)),
  ],
});

export const lineList = createList(actions.bulkLines, {
  call: createCall(calls.listBulkLines),
  routes: [bulkRoute.name],
  source: $place,
  request: (params, { show }) => ({ params, query: { ...(show !== "all" && { show }) } }),
  itemsOf: ({ _embedded }) => _embedded.lines,
  kept: ["check"],
  refreshOn: [calls.applyBulkChange.succeeded, calls.applyBulkChange.failed],
});

export interface BulkState {
  /** The file of the address. */
  readonly bulkId: string | null;
  /** A chosen file is read and checked. */
  readonly isChecking: boolean;
  /** The choice of this visit's newest file, then the id of its request. */
  readonly checkId: string | null;
  /** Why the chosen file was not checked. */
  readonly refusal: Message | null;
  readonly sendEmails: boolean;
  readonly isApplying: boolean;
  /** Why it stopped before its end. */
  readonly applyFailure: Message | null;
  /** The row that is shown in full. */
  readonly openRow: number | null;
}

const EMPTY_BULK: BulkState = {
  bulkId: null,
  isChecking: false,
  checkId: null,
  refusal: null,
  sendEmails: true,
  isApplying: false,
  applyFailure: null,
  openRow: null,
};

export const $bulk = createProjection(
  "bulkChanges/bulk",
  EMPTY_BULK,
  (on) => [
    on(screenOpened, (state, { route, path }) => {
      if (route !== bulkRoute.name) return EMPTY_BULK;
      const bulkId = bulkIdOf(path);
      return bulkId !== null && bulkId === state.bulkId
        ? { ...state, openRow: null }
        : { ...EMPTY_BULK, bulkId };
    }),
    on(actions.bulkFileChosen, (state, _file, { id }) => ({
      ...state,
      isChecking: true,
      checkId: id,
      refusal: null,
    })),
    on(actions.bulkFileRefused, (state, { reason }, { cause }) =>
      cause === state.checkId ? { ...state, isChecking: false, refusal: reason } : state,
    ),
    on(calls.checkBulkChange.requested, (state, _input, { id, cause }) =>
      cause === state.checkId ? { ...state, checkId: id } : state,
    ),
    on(calls.checkBulkChange.failed, (state, failure, { cause }) =>
      cause === state.checkId ? { ...state, isChecking: false, refusal: reasonOf(failure) } : state,
    ),
    on(calls.checkBulkChange.succeeded, (state, _reply, { cause }) =>
      cause === state.checkId ? { ...state, isChecking: false } : state,
    ),
    on(actions.bulkLineOpened, (state, { index }) => ({ ...state, openRow: index })),
    on(actions.bulkEmailsChosen, (state, { sendEmails }) => ({ ...state, sendEmails })),
    on(actions.bulkApplyWanted, (state) => ({ ...state, isApplying: true, applyFailure: null })),
    on(calls.applyBulkChange.succeeded, (state, { body }) =>
      body.id === state.bulkId ? { ...state, isApplying: body.left > 0 } : state,
    ),
    on(calls.applyBulkChange.failed, (state, { reason }) => ({
      ...state,
      isApplying: false,
      applyFailure: reason,
    })),
  ],
  { version: 3 },
);

/** The content of a file is never recorded. */
const $file = createStore<File | null>(null, { serialize: "ignore" }).on(
  pickFile,
  (_state, file) => file,
);
const readFx = attach({
  effect: readFileFx,
  mapParams: ({ file }: { readonly file: File; readonly cause: string }) => file,
});
sample({
  clock: pickFile,
  source: $bulk,
  filter: ({ isChecking }) => !isChecking,
  fn: (_state, { name, size }) => ({ fileName: name.slice(0, TEXT_MAX_LENGTH), bytes: size }),
  target: choose,
});
const problemOf = (bytes: number) => checkBulkFile({ size: bytes });
react(
  actions.bulkFileChosen,
  $file,
  (_file, { payload: { bytes } }) => {
    const problem = problemOf(bytes);
    return problem === null ? null : { payload: { reason: problem } };
  },
  refuse,
);
sample({
  clock: sample({
    clock: onLive(actions.bulkFileChosen),
    source: $file,
    fn: (file, { payload: { bytes }, id }) =>
      file === null || problemOf(bytes) !== null ? null : { file, cause: id },
  }).filterMap((read) => read ?? undefined),
  target: readFx,
});
sample({
  clock: readFx.fail,
  fn: ({ params }) => ({
    payload: { reason: message("bulk.unreadable") },
    cause: params.cause,
  }),
  target: refuse,
});
sample({
  clock: sample({
    clock: readFx.done,
    source: $clientId,
    fn: (clientId, { params: { file, cause }, result }) =>
      clientId && {
        params: { clientId },
        body: { fileName: file.name.slice(0, TEXT_MAX_LENGTH), content: result },
        cause,
      },
  }).filterMap((request) => request || undefined),
  target: checkCall.start,
});
react(
  checkCall.succeeded,
  $bulk,
  ({ checkId }, { payload: { body }, cause }) =>
    cause === checkId ? { path: bulkPath(body.id) } : null,
  navigateTo,
);
// Don't navigate if the user has left the page.
react(
  checkCall.succeeded,
  $bulk,
  ({ checkId }, { payload: { body }, cause, id }) =>
    cause === checkId
      ? null
      : notificationOf("info", message("bulk.checkedElsewhere", { file: body.fileName }), id),
  showNotification,
);
react(
  checkCall.failed,
  $bulk,
  ({ checkId }, { payload, cause, id }) =>
    cause === checkId || !isReportable(payload)
      ? null
      : notificationOf("error", message("bulk.notChecked", { reason: reasonOf(payload) }), id),
  showNotification,
);

react(
  [onLive(actions.bulkApplyWanted), applyCall.succeeded],
  combine($place, $bulk, applyCall.$status, (place, { isApplying, sendEmails }, status) =>
    place === null || !isApplying || status === "InProgress"
      ? null
      : { params: place, body: { sendEmails } },
  ),
  (request) => request,
  applyCall.start,
);
react(
  applyCall.succeeded,
  $bulk,
  (_state, { payload: { body }, id }) => {
    if (body.left > 0) return null;
    return body.late > 0
      ? notificationOf("warning", message("bulk.partlyApplied"), id)
      : notificationOf("success", message("bulk.applied"), id);
  },
  showNotification,
);
