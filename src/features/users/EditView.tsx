import { useUnit } from "effector-react";
import { englishText } from "../../kernel/englishText.ts";
import { isMissing } from "../../kernel/calls.ts";
import { usePart } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $user } from "../../data/session/index.ts";
import { patchUserCall, sendValidationEmailCall } from "./calls.ts";
import { askDeletion } from "./deleteUser.ts";
import { Deletion } from "./DeleteUserDialog.tsx";
import { $subject, chooseArchiving, retryUser } from "./editModel.ts";
import { History } from "./History.tsx";
import { fullName } from "./listRules.ts";
import { toUsers } from "./route.ts";
import { UserForm } from "./UserForm.tsx";
import { sendValidation } from "./validationEmail.ts";
import { userMessages } from "./messages.ts";
import styles from "./EditView.module.css";

export function View() {
  const t = useMessages(userMessages);
  const say = useSay();
  const { subject, retry } = useUnit({ subject: $subject, retry: retryUser });
  const refusal = usePart("users/refusal", true);
  const { user, failure } = subject;
  return (
    <div className={styles.page}>
      <PageHeader
        title={user ? fullName(user) || user.username : t.editUser}
        breadcrumbs={[
          { label: t.dashboard, href: toDashboard() },
          { label: t.manageUsers, href: toUsers() },
          { label: user?.username ?? t.user },
        ]}
        context={user ? <Status /> : null}
        actions={user && <Actions />}
      />
      {user === null && failure !== null && (
        <EmptyState
          title={isMissing(failure) ? t.noSuchUser : t.userFailed}
          action={
            isMissing(failure) ? (
              <Link className={buttonClass("primary")} href={toUsers()}>
                {t.back}
              </Link>
            ) : (
              <Button onClick={() => retry({})}>{t.again}</Button>
            )
          }
        >
          {isMissing(failure) ? t.noSuchUserWhy : say(failure.message)}
        </EmptyState>
      )}
      {user === null && failure === null && <Skeleton height={480} />}
      {user?.refusal && (
        <Alert {...refusal} severity="info" title={t.refused(say(englishText(user.refusal)))}>
          {t.refusedWhat}
        </Alert>
      )}
      {user && (
        <>
          <UserForm />
          <History />
          <Deletion />
        </>
      )}
    </div>
  );
}

function Status() {
  const t = useMessages(userMessages);
  const { subject } = useUnit({ subject: $subject });
  if (subject.user === null) return null;
  const { archived, onboarded } = subject.user;
  if (archived) return <Tag tone="warning">{t.statuses.archived}</Tag>;
  return onboarded ? <Tag tone="success">{t.statuses.active}</Tag> : <Tag>{t.notSignedUp}</Tag>;
}

function Actions() {
  const t = useMessages(userMessages);
  const { subject, me, status, sending, send, archive, ask } = useUnit({
    subject: $subject,
    me: $user,
    status: patchUserCall.$status,
    sending: sendValidationEmailCall.$status,
    send: sendValidation,
    archive: chooseArchiving,
    ask: askDeletion,
  });
  const { user } = subject;
  if (user === null || user.refusal !== null) return null;
  const validation = !user.archived && user.email !== null && (
    <Button busy={sending === "InProgress"} onClick={() => send({})}>
      {t.sendValidation}
    </Button>
  );
  if (user.id === me?.id) return validation;
  return (
    <>
      {validation}
      <Button busy={status === "InProgress"} onClick={() => archive({ archived: !user.archived })}>
        {user.archived ? t.restore : t.archive}
      </Button>
      <Button variant="danger" onClick={() => ask({})}>
        {t.delete}
      </Button>
    </>
  );
}
