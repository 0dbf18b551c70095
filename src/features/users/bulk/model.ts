/** Changes of many users by a file: the file is checked on the server, looked at, and applied some lines at a time. */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/bulkChanges.ts";
import * as calls from "#events/calls/bulkChanges.ts";
import type { BulkChange, BulkLine } from "#events/entities/bulkChange.ts";
import type { Failure } from "#events/kernel/call.ts";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { englishText } from "../../../kernel/englishText.ts";
import { createCall, isReportable } from "../../../kernel/calls.ts";
import { $screen, navigateTo } from "../../../kernel/navigation.ts";
import { notificationOf, showNotification } from "../../../kernel/notifications.ts";
import { noPages, openPages, receiveItems, wantedPage } from "../../../kernel/pages.ts";
import { createProjection } from "../../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../../kernel/recorder.ts";
import { readFileFx } from "../../../kernel/filePorts.ts";
import { $clientId } from "../../../data/session/index.ts";
import { bulkRoute } from "../route.ts";
import { sentence } from "../../../ui/language/sentence.ts";
import { bulkPath, linesQuery, readBulkAddress } from "./rules.ts";

/** Somebody chose a file or dropped it. */
export const pickFile = createEvent<File>();
const choose = createAction(actions.bulkFileChosen);
const refuse = createFollowUp(actions.bulkFileRefused);
export const chooseLines = createAction(actions.bulkLinesChosen);
export const showRows = createAction(actions.bulkRowsShown);
export const openLine = createAction(actions.bulkLineOpened);
export const retry = createAction(actions.bulkRetried);
export const chooseEmails = createAction(actions.bulkEmailsChosen);
export const apply = createAction(actions.bulkApplyWanted);

export const checkCall = createCall(calls.checkBulkChange);
const getCall = createCall(calls.getBulkChange);
const linesCall = createCall(calls.listBulkLines);
export const applyCall = createCall(calls.applyBulkChange);

export interface BulkState {
  /** The file of the address. */
  readonly bulkId: string | null;
  /** null until it has come. */
  readonly bulk: BulkChange | null;
  readonly failure: Failure | null;
  /** A chosen file is read and checked. */
  readonly isChecking: boolean;
  /** The choice of the newest file of this visit, then the request that it led to. */
  readonly checkId: string | null;
  /** Why the chosen file was not checked. */
  readonly refusal: string | null;
  readonly sendEmails: boolean;
  readonly isApplying: boolean;
  /** Why it stopped before its end. */
  readonly applyFailure: string | null;
  /** The row that is looked at whole. */
  readonly openRow: number | null;
}

const NOTHING: BulkState = {
  bulkId: null,
  bulk: null,
  failure: null,
  isChecking: false,
  checkId: null,
  refusal: null,
  sendEmails: true,
  isApplying: false,
  applyFailure: null,
  openRow: null,
};
const about = (state: BulkState, body: BulkChange): BulkState =>
  body.id === state.bulkId ? { ...state, bulk: body, failure: null } : state;
const messageOf = ({ message, fields }: Failure) => fields?.[0]?.message ?? message;

export const $bulk = createProjection("bulkChanges/bulk", NOTHING, (on) => [
  on(screenOpened, (state, { route, path }) => {
    if (route !== bulkRoute.name) return NOTHING;
    const { bulkId } = readBulkAddress(path);
    return bulkId !== null && bulkId === state.bulkId
      ? { ...state, openRow: null }
      : { ...NOTHING, bulkId };
  }),
  on(actions.bulkFileChosen, (state, _file, { id }) => ({
    ...state,
    isChecking: true,
    checkId: id,
    refusal: null,
  })),
  on(actions.bulkFileRefused, (state, { message }, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false, refusal: message } : state,
  ),
  on(calls.checkBulkChange.requested, (state, _input, { id, cause }) =>
    cause === state.checkId ? { ...state, checkId: id } : state,
  ),
  on(calls.checkBulkChange.failed, (state, failure, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false, refusal: messageOf(failure) } : state,
  ),
  on(calls.checkBulkChange.succeeded, (state, _reply, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false } : state,
  ),
  on(actions.bulkRetried, (state) => ({ ...state, failure: null })),
  on(calls.getBulkChange.succeeded, (state, { body }) => about(state, body)),
  on(calls.getBulkChange.failed, (state, failure) => ({ ...state, failure })),
  on(actions.bulkLineOpened, (state, { index }) => ({ ...state, openRow: index })),
  on(actions.bulkEmailsChosen, (state, { sendEmails }) => ({ ...state, sendEmails })),
  on(actions.bulkApplyWanted, (state) => ({ ...state, isApplying: true, applyFailure: null })),
  on(calls.applyBulkChange.succeeded, (state, { body }) =>
    body.id === state.bulkId ? { ...about(state, body), isApplying: body.left > 0 } : state,
  ),
  on(calls.applyBulkChange.failed, (state, { message }) => ({
    ...state,
    isApplying: false,
    applyFailure: message,
  })),
]);

export const $linePages = createProjection(
  "bulkChanges/lines",
  noPages<BulkLine>(),
  (on) => [
    on(screenOpened, (state, { route, path }) =>
      route === bulkRoute.name && readBulkAddress(path).bulkId !== null
        ? openPages(state, path)
        : noPages<BulkLine>(),
    ),
    on(actions.bulkRetried, (state) => ({ ...state, failure: null })),
    on(actions.bulkRowsShown, (state, { first, end }) => ({ ...state, first, end })),
    // What became of the lines is told anew.
    on(calls.applyBulkChange.succeeded, (state, { body }) =>
      body.left === 0 ? { ...state, isStale: true, requestId: null } : state,
    ),
    on(calls.applyBulkChange.failed, (state) => ({ ...state, isStale: true, requestId: null })),
    on(calls.listBulkLines.requested, (state, _input, { id }) => ({ ...state, requestId: id })),
    on(calls.listBulkLines.succeeded, (state, { body }, { cause }) =>
      cause === state.requestId
        ? receiveItems(state, body.page.number, body._embedded.lines, body.page.totalElements)
        : state,
    ),
    on(calls.listBulkLines.failed, (state, failure, { cause }) =>
      cause === state.requestId ? { ...state, requestId: null, failure } : state,
    ),
  ],
  { version: 2 },
);

/** Which lines the address shows. */
export const $address = $screen.map((screen) =>
  readBulkAddress(screen?.route === bulkRoute.name ? screen.path : bulkRoute.path),
);
const $place = combine($address, $clientId, ({ bulkId }, clientId) =>
  bulkId === null || clientId === null ? null : { clientId, bulkId },
);
/** Stands where a filter has let nothing of the kind pass. */
const NOWHERE = { clientId: "", bulkId: "" };

/** Files are not the log's business. */
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
const chosen = onLive(actions.bulkFileChosen).map(({ payload, id }) => ({
  problem: englishText(checkBulkFile({ size: payload.bytes })),
  id,
}));
sample({
  clock: chosen,
  filter: ({ problem }) => problem !== null,
  fn: ({ problem, id }) => ({ payload: { message: problem ?? "" }, cause: id }),
  target: refuse,
});
sample({
  clock: chosen,
  source: $file,
  filter: (file, { problem }) => file !== null && problem === null,
  fn: (file, { id }) => ({ file: file as File, cause: id }),
  target: readFx,
});
sample({
  clock: readFx.fail,
  fn: ({ params }) => ({
    payload: { message: "This file cannot be read; choose it again" },
    cause: params.cause,
  }),
  target: refuse,
});
sample({
  clock: readFx.done,
  source: $clientId,
  filter: (clientId) => clientId !== null,
  fn: (clientId, { params, result }) => ({
    params: { clientId: clientId ?? "" },
    body: { fileName: params.file.name.slice(0, TEXT_MAX_LENGTH), content: result },
    cause: params.cause,
  }),
  target: checkCall.start,
});
sample({
  clock: checkCall.succeeded,
  source: $bulk,
  filter: ({ checkId }, { cause }) => cause === checkId,
  fn: (_state, { payload: { body }, id }) => ({
    path: bulkPath({ bulkId: body.id, show: "all" }),
    cause: id,
  }),
  target: navigateTo,
});
// Who has gone on meanwhile is not called back.
sample({
  clock: checkCall.succeeded,
  source: $bulk,
  filter: ({ checkId }, { cause }) => cause !== checkId,
  fn: (_state, { payload: { body }, id }) =>
    notificationOf(
      "info",
      `${body.fileName} was checked, and nothing is changed. To see what it would change, choose it again in Bulk Changes.`,
      id,
    ),
  target: showNotification,
});
sample({
  clock: checkCall.failed,
  source: $bulk,
  filter: ({ checkId }, { payload, cause }) => cause !== checkId && isReportable(payload),
  fn: (_state, { payload, id }) =>
    notificationOf("error", `The file was not checked: ${sentence(messageOf(payload))}`, id),
  target: showNotification,
});

sample({
  clock: [onLive(screenOpened), onLive(actions.bulkRetried)],
  source: { place: $place, state: $bulk },
  filter: ({ place, state }) => place !== null && state.bulk === null,
  fn: ({ place }, { id }) => ({ params: place ?? NOWHERE, cause: id }),
  target: getCall.start,
});
sample({
  clock: [
    onLive(screenOpened),
    onLive(actions.bulkRetried),
    onLive(actions.bulkRowsShown),
    applyCall.succeeded,
    applyCall.failed,
    linesCall.succeeded,
  ],
  source: { place: $place, pages: $linePages, address: $address },
  filter: ({ place, pages }) => place !== null && wantedPage(pages) !== null,
  fn: ({ place, pages, address: { show } }, { id }) => ({
    params: place ?? NOWHERE,
    query: linesQuery(show, wantedPage(pages) ?? 0),
    cause: id,
  }),
  target: linesCall.start,
});
sample({
  clock: onLive(actions.bulkLinesChosen),
  source: $address,
  fn: ({ bulkId }, { payload: { show }, id }) => ({
    path: bulkPath({ bulkId, show }),
    replace: true,
    cause: id,
  }),
  target: navigateTo,
});

sample({
  clock: [onLive(actions.bulkApplyWanted), applyCall.succeeded],
  source: { place: $place, state: $bulk, status: applyCall.$status },
  filter: ({ place, state, status }) =>
    place !== null && state.isApplying && status !== "InProgress",
  fn: ({ place, state: { sendEmails } }, { id }) => ({
    params: place ?? NOWHERE,
    body: { sendEmails },
    cause: id,
  }),
  target: applyCall.start,
});
sample({
  clock: applyCall.succeeded,
  filter: ({ payload: { body } }) => body.left === 0,
  fn: ({ payload: { body }, id }) =>
    notificationOf(
      body.late > 0 ? "warning" : "success",
      body.late > 0 ? "The file was applied, but not all of its lines." : "The file was applied.",
      id,
    ),
  target: showNotification,
});
