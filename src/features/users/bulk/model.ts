/** Bulk changes of users by a file: the server checks the file, and the administrator reviews and applies it. */
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { combine } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/bulkChanges.ts";
import * as calls from "#events/calls/bulkChanges.ts";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { createCall, isReportable, reasonOf } from "../../../kernel/calls.ts";
import { createFileInput, fileCheckSteps, type FileCheck } from "../../../kernel/fileInput.ts";
import { createList } from "../../../kernel/list.ts";
import { $screen, navigateTo } from "../../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../../kernel/notifications.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createQuery } from "../../../kernel/query.ts";
import { react } from "../../../kernel/react.ts";
import { createAction, onLive } from "../../../kernel/recorder.ts";
import { $clientId } from "../../../data/session/index.ts";
import { bulkRoute } from "../route.ts";
import { bulkIdOf, bulkPath } from "./rules.ts";

export const openLine = createAction(actions.bulkLineOpened);
export const retry = createAction(actions.bulkRetried);
export const chooseEmails = createAction(actions.bulkEmailsChosen);
export const apply = createAction(actions.bulkApplyWanted);

const checkCall = createCall(calls.checkBulkChange);
const applyCall = createCall(calls.applyBulkChange);

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

export interface BulkState extends FileCheck {
  /** The file of the address. */
  readonly bulkId: string | null;
  readonly sendEmails: boolean;
  readonly isApplying: boolean;
  /** The newest request that applies the file. */
  readonly applyId: string | null;
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
  applyId: null,
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
    ...fileCheckSteps(on, actions.bulkFileRefused, calls.checkBulkChange),
    on(calls.checkBulkChange.succeeded, (state, _reply, { cause }) =>
      cause === state.checkId ? { ...state, isChecking: false } : state,
    ),
    on(actions.bulkLineOpened, (state, { index }) => ({ ...state, openRow: index })),
    on(actions.bulkEmailsChosen, (state, { sendEmails }) => ({ ...state, sendEmails })),
    on(actions.bulkApplyWanted, (state) => ({ ...state, isApplying: true, applyFailure: null })),
    on(calls.applyBulkChange.requested, (state, { params }, { id }) =>
      params.bulkId === state.bulkId ? { ...state, applyId: id } : state,
    ),
    on(calls.applyBulkChange.succeeded, (state, { body }) =>
      body.id === state.bulkId ? { ...state, isApplying: body.left > 0 } : state,
    ),
    on(calls.applyBulkChange.failed, (state, failure, { cause }) =>
      cause === state.applyId
        ? {
            ...state,
            isApplying: false,
            applyFailure: isReportable(failure) ? reasonOf(failure) : null,
          }
        : state,
    ),
  ],
  { version: 4 },
);

const fileInput = createFileInput({
  chosen: actions.bulkFileChosen,
  refused: actions.bulkFileRefused,
  $isBusy: $bulk.map(({ isChecking }) => isChecking),
  check: (bytes) => checkBulkFile({ size: bytes }),
});
export const pickFile = fileInput.pick;
react(
  fileInput.read,
  $clientId,
  (clientId, { payload }) => (clientId === null ? null : { params: { clientId }, body: payload }),
  checkCall.start,
);
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
