import { useUnit } from "effector-react";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { fullName } from "#events/rules/personName.ts";
import { checkConfirmation } from "#events/rules/validation.ts";
import { $user } from "../../data/session/index.ts";
import { isMissing, reasonOf } from "../../kernel/calls.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Page } from "../../ui/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import {
  $isArchiving,
  $subject,
  chooseArchiving,
  retryUser,
  userDeletion,
  userFactorsReset,
  userSignOut,
} from "./editModel.ts";
import { History } from "./History.tsx";
import { userMessages } from "./messages.ts";
import { toUsers } from "./route.ts";
import { UserForm } from "./UserForm.tsx";
import { sendValidation, sendValidationEmailCall } from "./validationEmail.ts";

export function View() {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const subject = useUnit($subject);
  const refusal = useDisclosure("users/refusal", true);
  const { value: user, failure } = subject;
  return (
    <Page
      title={user ? fullName(user) || user.username : t.editUser}
      context={user && <Status user={user} />}
      actions={user && <Actions user={user} />}
      width="narrow"
    >
      {user === null && failure === null && <Skeleton height={480} />}
      {user === null && failure !== null && <NoUser />}
      {user?.refusal && (
        <Alert {...refusal} severity="info" title={translate(user.refusal)}>
          {t.readOnly}
        </Alert>
      )}
      {user && (
        <>
          <UserForm user={user} />
          <History />
          <Confirmations />
        </>
      )}
    </Page>
  );
}

function NoUser() {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const { subject, retry } = useUnit({ subject: $subject, retry: retryUser });
  const { failure } = subject;
  return isMissing(failure) ? (
    <EmptyState
      title={t.noSuchUser}
      action={
        <Link className={buttonClass("primary")} href={toUsers()}>
          {t.back}
        </Link>
      }
    >
      {t.noSuchUserWhy}
    </EmptyState>
  ) : (
    <EmptyState title={t.userFailed} action={<Button onClick={() => retry({})}>{t.retry}</Button>}>
      {failure && translate(reasonOf(failure))}
    </EmptyState>
  );
}

function Status({ user: { archived, onboarded } }: { readonly user: ManagedUser }) {
  const t = useMessages(userMessages);
  if (archived) return <Tag tone="warning">{t.statuses.archived}</Tag>;
  return onboarded ? <Tag tone="success">{t.statuses.active}</Tag> : <Tag>{t.invited}</Tag>;
}

function Actions({ user }: { readonly user: ManagedUser }) {
  const t = useMessages(userMessages);
  const {
    me,
    isArchiving,
    sending,
    send,
    archive,
    openDeleteDialog,
    openSignOutDialog,
    openResetDialog,
  } = useUnit({
    me: $user,
    isArchiving: $isArchiving,
    sending: sendValidationEmailCall.$status,
    send: sendValidation,
    archive: chooseArchiving,
    openDeleteDialog: userDeletion.open,
    openSignOutDialog: userSignOut.open,
    openResetDialog: userFactorsReset.open,
  });
  if (user.refusal !== null) return null;
  const subject = { userId: user.id, username: user.username };
  const isOther = user.id !== me?.id;
  return (
    <>
      {!user.archived && user.email !== null && (
        <Button busy={sending === "InProgress"} onClick={() => send({})}>
          {t.sendValidation}
        </Button>
      )}
      {isOther && !user.archived && (
        <Button onClick={() => openSignOutDialog({ subject })}>{t.signOut}</Button>
      )}
      {isOther && !user.archived && (
        <Button onClick={() => openResetDialog({ subject })}>{t.resetFactors}</Button>
      )}
      {isOther && (
        <Button busy={isArchiving} onClick={() => archive({ archived: !user.archived })}>
          {user.archived ? t.restore : t.archive}
        </Button>
      )}
      {isOther && (
        <Button variant="dangerOutline" onClick={() => openDeleteDialog({ subject })}>
          {t.delete}
        </Button>
      )}
    </>
  );
}

function Confirmations() {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const deletion = useConfirmation(userDeletion);
  const signOut = useConfirmation(userSignOut);
  const reset = useConfirmation(userFactorsReset);
  const deleted = deletion.subject?.username ?? "";
  const mismatch = checkConfirmation(deletion.text, deleted);
  return (
    <>
      <ConfirmDialog
        dialog={deletion}
        title={t.deleteTitle}
        description={t.deleteWhat(deleted)}
        confirmLabel={t.delete}
        typeLabel={t.deleteConfirm(deleted)}
        mismatch={mismatch === null ? "" : translate(mismatch)}
        failedTitle={t.notDeleted}
      />
      <ConfirmDialog
        dialog={signOut}
        title={t.signOutTitle}
        description={t.signOutWhat(signOut.subject?.username ?? "")}
        confirmLabel={t.signOut}
        failedTitle={t.signOutFailed}
      />
      <ConfirmDialog
        dialog={reset}
        title={t.resetFactorsTitle}
        description={t.resetFactorsWhat(reset.subject?.username ?? "")}
        confirmLabel={t.resetFactors}
        failedTitle={t.resetFactorsFailed}
      />
    </>
  );
}
