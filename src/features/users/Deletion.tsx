import { useUnit } from "effector-react";
import { checkConfirmation } from "#events/policy/validation.ts";
import { Modal } from "../../ui/Modal.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { deleteUserCall } from "./calls.ts";
import { $deletion, $subject, cancelDeletion, confirmDeletion, typeDeletion } from "./editModel.ts";

/** Asks for the username before the user is deleted. */
export function Deletion() {
  const { deletion, subject, status, type, cancel, confirm } = useUnit({
    deletion: $deletion,
    subject: $subject,
    status: deleteUserCall.$status,
    type: typeDeletion,
    cancel: cancelDeletion,
    confirm: confirmDeletion,
  });
  const username = subject.user?.username ?? "";
  const problem = checkConfirmation(deletion.text, username);
  return (
    <Modal
      open={deletion.isOpen}
      onClose={() => cancel({})}
      size="small"
      role="alertdialog"
      title="Delete this user?"
      description={`${username} loses all access to this client. This cannot be undone; archiving can.`}
      continueLabel="Delete"
      continueVariant="danger"
      continueDisabled={problem !== null}
      busy={status === "InProgress"}
      onContinue={() => confirm({})}
      persistent
    >
      <TextField
        label={`Enter "${username}" to delete`}
        autoComplete="off"
        spellCheck={false}
        value={deletion.text}
        error={deletion.failure?.message ?? (deletion.text === "" ? null : problem)}
        reserveMessage
        onChange={(text) => type({ text })}
      />
    </Modal>
  );
}
