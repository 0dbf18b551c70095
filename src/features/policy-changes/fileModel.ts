/** Policies from a CSV file: the server checks the file and computes its effect, and the administrator reviews and applies it. */
import { combine, createStore } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/policyChanges.ts";
import * as calls from "#events/calls/policyChanges.ts";
import type { PolicyFileCheck } from "#events/entities/policyChange.ts";
import { message } from "#events/messages/message.ts";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { createCall } from "../../kernel/calls.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { createFileInput, fileCheckSteps, type FileCheck } from "../../kernel/fileInput.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction } from "../../kernel/recorder.ts";
import { $bulkPlace } from "./bulkModel.ts";
import { bulkRoute } from "./route.ts";

export const dropFile = createAction(actions.policyFileDropped);

const checkCall = createCall(calls.checkPolicyFile);

export interface FileState extends FileCheck {
  readonly fileName: string | null;
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
  ...fileCheckSteps(on, actions.policyFileRefused, calls.checkPolicyFile),
  on(calls.checkPolicyFile.succeeded, (state, { body }, { cause }) =>
    cause === state.checkId ? { ...state, isChecking: false, check: body } : state,
  ),
  on(calls.applyPolicyFile.succeeded, () => NO_FILE),
  // Policies have changed since the check, so the file is checked again.
  on(calls.applyPolicyFile.failed, (state, { code }, { id }) =>
    code === "ECONFLICT" ? { ...state, isChecking: true, checkId: id } : state,
  ),
]);

const fileInput = createFileInput({
  chosen: actions.policyFileChosen,
  refused: actions.policyFileRefused,
  $isBusy: $policyFile.map(({ isChecking }) => isChecking),
  check: (bytes) => checkBulkFile({ size: bytes }),
});
export const pickFile = fileInput.pick;
/** The content of the chosen file in Base64. It is never recorded. */
const $content = createStore<string | null>(null, { serialize: "ignore" })
  .on(fileInput.read, (_content, { payload: { content } }) => content)
  .reset(pickFile, dropFile);

/** What a file is checked and applied with; null while it is not known. */
const $sent = combine($bulkPlace, $content, (place, content) => {
  if (place === null || content === null) return null;
  const { clientId, resourceId } = place;
  return {
    params: { clientId },
    body: { content, ...(resourceId !== null && { resourceId }) },
  };
});

react(
  fileInput.read,
  $sent,
  (sent, { payload: { content } }) => sent && { ...sent, body: { ...sent.body, content } },
  checkCall.start,
);

export const fileApply = createConfirmation(actions.fileApply, {
  call: createCall(calls.applyPolicyFile),
  source: $sent,
  request: ({ changeId, fingerprint }, { params, body }) => ({
    params,
    body: { ...body, id: changeId, fingerprint },
  }),
  doneMessage: (_subject, { body: { orgCount } }) =>
    message("policies.bulkApplied", { orgs: orgCount }),
  failedMessage: (_subject, reason) => message("policies.bulkNotApplied", { reason }),
});

react(
  calls.applyPolicyFile.failed,
  $sent,
  (sent, { payload: { code } }) => (code === "ECONFLICT" ? sent : null),
  checkCall.start,
);
