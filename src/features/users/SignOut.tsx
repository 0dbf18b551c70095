import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { $user } from "../../data/session/index.ts";
import { endUserSessionsCall } from "./calls.ts";
import { $subject } from "./editModel.ts";
import { $isAskingSignOut, confirmSignOut, toggleSignOut } from "./signOutUser.ts";
import { userMessages } from "./messages.ts";

/** Ends all sessions of the user; of the own ones there is a list in Manage Profile. */
export function SignOut() {
  const t = useMessages(userMessages);
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
      <Button onClick={() => toggle({ open: true })}>{t.signOut}</Button>
      <ConfirmModal
        open={open}
        title={t.signOutTitle}
        message={t.signOutWhat(user.username)}
        continueLabel={t.signOut}
        danger
        busy={request.status === "InProgress"}
        onContinue={() => confirm({})}
        onClose={() => toggle({ open: false })}
      >
        {request.failure && (
          <Alert severity="error" title={t.signOutFailed} live>
            {say(request.failure.message)}
          </Alert>
        )}
      </ConfirmModal>
    </>
  );
}
