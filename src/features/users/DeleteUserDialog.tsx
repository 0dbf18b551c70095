import { useUnit } from "effector-react";
import { checkConfirmation } from "#events/rules/validation.ts";
import { englishText } from "../../kernel/englishText.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { deleteUserCall } from "./calls.ts";
import { $deletion, cancelDeletion, confirmDeletion, typeDeletion } from "./deleteUser.ts";
import { $subject } from "./editModel.ts";
import { userMessages } from "./messages.ts";

/** Asks for the username before the user is deleted. */
export function Deletion() {
  const t = useMessages(userMessages);
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
      title={t.deleteTitle}
      description={t.deleteWhat(username)}
      continueLabel={t.delete}
      continueVariant="danger"
      continueDisabled={problem !== null}
      busy={status === "InProgress"}
      onContinue={() => confirm({})}
      persistent
    >
      <TextField
        label={t.deleteConfirm(username)}
        autoComplete="off"
        spellCheck={false}
        value={deletion.text}
        error={deletion.failure?.message ?? (deletion.text === "" ? null : englishText(problem))}
        reserveMessage
        onChange={(text) => type({ text })}
      />
    </Modal>
  );
}
