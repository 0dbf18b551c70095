import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { $user } from "../session/index.ts";
import { endUserSessionsCall } from "./calls.ts";
import { $subject } from "./editModel.ts";
import { $isAskingSignOut, confirmSignOut, toggleSignOut } from "./signingOut.ts";
import { userWords } from "./words.ts";

/** Ends all sessions of the user; of the own ones there is a list in Manage Profile. */
export function SignOut() {
  const words = useWords(userWords);
  const say = useSay();
  const { subject, me, open, request, toggle, confirm } = useUnit({
    subject: $subject,
    me: $user,
    open: $isAskingSignOut,
    request: endUserSessionsCall.$request,
    toggle: toggleSignOut,
    confirm: confirmSignOut,
  });
  const { user } = subject;
  if (user === null || user.refusal !== null || user.archived || user.id === me?.id) return null;
  return (
    <>
      <Button onClick={() => toggle({ open: true })}>{words.signOut}</Button>
      <ConfirmModal
        open={open}
        title={words.signOutTitle}
        message={words.signOutWhat(user.username)}
        continueLabel={words.signOut}
        danger
        busy={request.status === "InProgress"}
        onContinue={() => confirm({})}
        onClose={() => toggle({ open: false })}
      >
        {request.failure && (
          <Alert severity="error" title={words.signOutFailed} live>
            {say(request.failure.message)}
          </Alert>
        )}
      </ConfirmModal>
    </>
  );
}
