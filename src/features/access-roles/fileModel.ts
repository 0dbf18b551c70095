/** Entitlements of access roles from a CSV file: the server checks what it changes, and the administrator applies it. */
import * as actions from "#events/actions/accessRoles.ts";
import * as calls from "#events/calls/accessRoles.ts";
import { message } from "#events/messages/message.ts";
import { $clientId } from "../../data/session/index.ts";
import { createCall } from "../../kernel/calls.ts";
import { createCheckedFile } from "../../kernel/checkedFile.ts";
import { createConfirmation } from "../../kernel/confirmation.ts";
import { applyRoleFileCall } from "./calls.ts";

export const roleFile = createCheckedFile("accessRoles/file", {
  chosen: actions.roleFileChosen,
  refused: actions.roleFileRefused,
  dropped: actions.roleFileDropped,
  check: createCall(calls.checkRoleFile),
  applied: calls.applyRoleFile,
  source: $clientId,
  request: (clientId, content) => ({ params: { clientId }, body: { content } }),
});

export const roleFileApply = createConfirmation(actions.roleFileApply, {
  call: applyRoleFileCall,
  source: roleFile.$sent,
  request: ({ fingerprint }, { params, body }) => ({ params, body: { ...body, fingerprint } }),
  doneMessage: (_subject, { body: { created, changed } }) =>
    message("accessRoles.fileApplied", { created, changed }),
  failedMessage: (_subject, reason) => message("accessRoles.fileNotApplied", { reason }),
});
