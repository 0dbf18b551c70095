/** Policies from a CSV file: the server says what it would do, people look at that and apply it. */
import { attach, combine, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyChanges.ts";
import * as calls from "#events/calls/policyChanges.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { PolicyFileCheck } from "#events/entities/policyChange.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { createCall, reasonOf } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { readFileFx } from "../../kernel/filePorts.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { $bulkClient } from "./bulkModel.ts";
import { bulkRoute } from "./route.ts";

/** Somebody chose a file or dropped it. */
export const pickFile = createEvent<File>();
const choose = createAction(actions.policyFileChosen);
const refuse = createFollowUp(actions.policyFileRefused);
export const dropFile = createAction(actions.policyFileDropped);

const checkCall = createCall(calls.checkPolicyFile);

export interface FileState {
  readonly fileName: string | null;
  readonly isChecking: boolean;
  /** The choice of the newest file, then the request that it led to. */
  readonly checkId: string | null;
  /** Why the file cannot be used as a whole. */
  readonly refusal: Message | null;
  readonly check: PolicyFileCheck | null;
}

const NO_FILE: FileState = {
  fileName: null,
  isChecking: false,
  checkId: null,
  refusal: null,
  check: null,
};

export const $policyFile = createProjection("policyChanges/file", NO_FILE, (on) => [
  on(screenOpened, (state, { route }) => (route === bulkRoute.name ? state : NO_FILE)),
  on(actions.policyFileDropped, () => NO_FILE),
  on(actions.policyFileChosen, (_state, { fileName }, { id }) => ({
    ...NO_FILE,
    fileName,
    isChecking: true,
    checkId: id,
  })),
  on(actions.policyFileRefused, (state, { reason }, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false, refusal: reason } : state,
  ),
  on(calls.checkPolicyFile.requested, (state, _input, { id, cause }) =>
    cause === state.checkId ? { ...state, checkId: id } : state,
  ),
  on(calls.checkPolicyFile.succeeded, (state, { body }, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false, check: body } : state,
  ),
  on(calls.checkPolicyFile.failed, (state, failure, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false, refusal: reasonOf(failure) } : state,
  ),
  on(calls.applyPolicyFile.succeeded, () => NO_FILE),
  // Policies changed since the check: the file is checked anew.
  on(calls.applyPolicyFile.failed, (state, { code }, { id }) =>
    code === "ECONFLICT" ? { ...state, isChecking: true, checkId: id } : state,
  ),
]);

/** The bytes of the chosen file in Base64. They are never recorded. */
const $content = createStore<string | null>(null, { serialize: "ignore" }).reset(
  pickFile,
  dropFile,
);
const $file = createStore<File | null>(null, { serialize: "ignore" })
  .on(pickFile, (_file, file) => file)
  .reset(dropFile);
sample({
  clock: pickFile,
  source: $policyFile,
  filter: ({ isChecking }) => !isChecking,
  fn: (_state, { name, size }) => ({ fileName: name.slice(0, TEXT_MAX_LENGTH), bytes: size }),
  target: choose,
});
const readFx = attach({
  effect: readFileFx,
  mapParams: ({ file }: { readonly file: File; readonly cause: string }) => file,
});
const chosen = sample({
  clock: onLive(actions.policyFileChosen),
  source: $file,
  fn: (file, { payload: { bytes }, id }) => ({
    file,
    cause: id,
    problem: checkBulkFile({ size: bytes }),
  }),
});
sample({
  clock: chosen.filterMap(({ problem, cause }) =>
    problem === null ? undefined : { payload: { reason: problem }, cause },
  ),
  target: refuse,
});
sample({
  clock: chosen.filterMap(({ file, problem, cause }) =>
    file === null || problem !== null ? undefined : { file, cause },
  ),
  target: readFx,
});
sample({
  clock: readFx.fail,
  fn: ({ params: { cause } }) => ({ payload: { reason: message("bulk.unreadable") }, cause }),
  target: refuse,
});
sample({ clock: readFx.doneData, target: $content });
sample({
  clock: sample({
    clock: readFx.done,
    source: $bulkClient,
    fn: (clientId, { params: { cause }, result }) =>
      clientId === null ? null : { params: { clientId }, body: { content: result }, cause },
  }).filterMap((request) => request ?? undefined),
  target: checkCall.start,
});

export const fileApply = createConfirmation(actions.fileApply, {
  call: createCall(calls.applyPolicyFile),
  source: combine($bulkClient, $content, (clientId, content) =>
    clientId === null || content === null ? null : { clientId, content },
  ),
  request: ({ changeId, fingerprint }, { clientId, content }) => ({
    params: { clientId },
    body: { content, id: changeId, fingerprint },
  }),
  doneMessage: (_subject, { body: { orgCount } }) =>
    message("policies.bulkApplied", { orgs: orgCount }),
  failedMessage: (_subject, reason) => message("policies.bulkNotApplied", { reason }),
});

react(
  calls.applyPolicyFile.failed,
  combine($bulkClient, $content, (clientId, content) => ({ clientId, content })),
  ({ clientId, content }, { payload: { code } }) =>
    code === "ECONFLICT" && clientId !== null && content !== null
      ? { params: { clientId }, body: { content } }
      : null,
  checkCall.start,
);
