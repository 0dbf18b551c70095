import { useUnit } from "effector-react";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $user } from "../session/index.ts";
import { patchUserCall, sendValidationEmailCall } from "./calls.ts";
import { Deletion } from "./Deletion.tsx";
import { $subject, askDeletion, chooseArchiving, retryUser } from "./editModel.ts";
import { History } from "./History.tsx";
import { fullName } from "./listRules.ts";
import { toUsers } from "./route.ts";
import { UserForm } from "./UserForm.tsx";
import { sendValidation } from "./validation.ts";
import styles from "./EditView.module.css";

export function View() {
  const { subject, retry } = useUnit({ subject: $subject, retry: retryUser });
  const { user, failure } = subject;
  return (
    <div className={styles.page}>
      <PageHeader
        title={user ? fullName(user) || user.username : "Edit User"}
        breadcrumbs={[
          { label: "Dashboard", href: toDashboard() },
          { label: "Manage Users", href: toUsers() },
          { label: user?.username ?? "User" },
        ]}
        context={user ? <Status /> : null}
        actions={user && <Actions />}
      />
      {user === null && failure !== null && (
        <EmptyState
          title={failure.status === 404 ? "There is no such user" : "The user could not be loaded"}
          action={failure.status !== 404 && <Button onClick={() => retry({})}>Try again</Button>}
        >
          {failure.status === 404
            ? "It may have been deleted, or belong to another client."
            : failure.message}
        </EmptyState>
      )}
      {user === null && failure === null && <Skeleton height={480} />}
      {user?.refusal && (
        <Alert severity="info" title={`${user.refusal}.`}>
          You see the user, and cannot change it.
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
  const { subject } = useUnit({ subject: $subject });
  if (subject.user === null) return null;
  const { archived, onboarded } = subject.user;
  if (archived) return <Tag tone="warning">Archived</Tag>;
  return onboarded ? <Tag tone="success">Active</Tag> : <Tag>Not signed up</Tag>;
}

function Actions() {
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
      Send validation e-mail
    </Button>
  );
  if (user.id === me?.id) return validation;
  return (
    <>
      {validation}
      <Button busy={status === "InProgress"} onClick={() => archive({ archived: !user.archived })}>
        {user.archived ? "Restore" : "Archive"}
      </Button>
      <Button variant="danger" onClick={() => ask({})}>
        Delete
      </Button>
    </>
  );
}
