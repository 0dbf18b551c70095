/** Policies from a CSV file: the server checks the file and computes its effect, and the administrator reviews and applies it. */
import { combine } from "effector";
import * as actions from "#events/actions/policyChanges.ts";
import * as calls from "#events/calls/policyChanges.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "../../kernel/calls.ts";
import { createCheckedFile } from "../../kernel/checkedFile.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { $bulkPlace, $isOfAccess } from "./bulkModel.ts";

export const policyFile = createCheckedFile("policyChanges/file", {
  chosen: actions.policyFileChosen,
  refused: actions.policyFileRefused,
  dropped: actions.policyFileDropped,
  check: createCall(calls.checkPolicyFile),
  applied: calls.applyPolicyFile,
  source: combine($bulkPlace, $isOfAccess, (place, accessRoles) =>
    place === null ? null : { ...place, accessRoles },
  ),
  request: ({ clientId, resourceId, accessRoles }, content) => ({
    params: { clientId },
    body: {
      content,
      ...(resourceId !== null && { resourceId }),
      ...(accessRoles && { accessRoles }),
    },
  }),
  options: { version: 3 },
});

export const fileApply = createConfirmation(actions.fileApply, {
  call: createCall(calls.applyPolicyFile),
  source: policyFile.$sent,
  request: ({ changeId, fingerprint }, { params, body }) => ({
    params,
    body: { ...body, id: changeId, fingerprint },
  }),
  doneMessage: (_subject, { body: { orgCount } }) =>
    message("policies.bulkApplied", { orgs: orgCount }),
  failedMessage: (_subject, reason) => message("policies.bulkNotApplied", { reason }),
});
