import { useUnit } from "effector-react";
import { isMissing } from "../../kernel/calls.ts";
import { usePart } from "../../kernel/usePart.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $user } from "../session/index.ts";
import { patchUserCall, sendValidationEmailCall } from "./calls.ts";
import { askDeletion } from "./deleting.ts";
import { Deletion } from "./Deletion.tsx";
import { $subject, chooseArchiving, retryUser } from "./editModel.ts";
import { History } from "./History.tsx";
import { fullName } from "./listRules.ts";
import { toUsers } from "./route.ts";
import { UserForm } from "./UserForm.tsx";
import { sendValidation } from "./validation.ts";
import { userWords } from "./words.ts";
import styles from "./EditView.module.css";

export function View() {
  const words = useWords(userWords);
  const say = useSay();
  const { subject, retry } = useUnit({ subject: $subject, retry: retryUser });
  const refusal = usePart("users/refusal", true);
  const { user, failure } = subject;
  return (
    <div className={styles.page}>
      <PageHeader
        title={user ? fullName(user) || user.username : words.editUser}
        breadcrumbs={[
          { label: words.dashboard, href: toDashboard() },
          { label: words.manageUsers, href: toUsers() },
          { label: user?.username ?? words.user },
        ]}
        context={user ? <Status /> : null}
        actions={user && <Actions />}
      />
      {user === null && failure !== null && (
        <EmptyState
          title={isMissing(failure) ? words.noSuchUser : words.userFailed}
          action={
            isMissing(failure) ? (
              <Link className={buttonClass("primary")} href={toUsers()}>
                {words.back}
              </Link>
            ) : (
              <Button onClick={() => retry({})}>{words.again}</Button>
            )
          }
        >
          {isMissing(failure) ? words.noSuchUserWhy : say(failure.message)}
        </EmptyState>
      )}
      {user === null && failure === null && <Skeleton height={480} />}
      {user?.refusal && (
        <Alert {...refusal} severity="info" title={words.refused(say(user.refusal))}>
          {words.refusedWhat}
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
  const words = useWords(userWords);
  const { subject } = useUnit({ subject: $subject });
  if (subject.user === null) return null;
  const { archived, onboarded } = subject.user;
  if (archived) return <Tag tone="warning">{words.statuses.archived}</Tag>;
  return onboarded ? (
    <Tag tone="success">{words.statuses.active}</Tag>
  ) : (
    <Tag>{words.notSignedUp}</Tag>
  );
}

function Actions() {
  const words = useWords(userWords);
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
      {words.sendValidation}
    </Button>
  );
  if (user.id === me?.id) return validation;
  return (
    <>
      {validation}
      <Button busy={status === "InProgress"} onClick={() => archive({ archived: !user.archived })}>
        {user.archived ? words.restore : words.archive}
      </Button>
      <Button variant="danger" onClick={() => ask({})}>
        {words.delete}
      </Button>
    </>
  );
}
