import { useUnit } from "effector-react";
import { fullName } from "#events/rules/personName.ts";
import { $user } from "../../data/session/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { retrySystem } from "./place.ts";
import styles from "./systems.module.css";
import { userMessages } from "./userMessages.ts";
import { $mayAssign, $resourceUsers, resourceUserForm, resourceUserRemoval } from "./usersModel.ts";

/** The users to whom the open resource is assigned. */
export function UsersPanel() {
  const t = useMessages(userMessages);
  const mayAssign = useUnit($mayAssign);
  const form = useForm(resourceUserForm);
  const dialog = useConfirmation(resourceUserRemoval);
  return (
    <Panel title={t.users} context={t.usersWhat}>
      <div className={styles.assigned}>
        <Users />
        {mayAssign && form && (
          <FormPanel
            label={t.assign}
            form={form}
            failedTitle={t.notAssigned}
            submitLabel={t.assign}
            sections={[
              { fields: [{ name: "username", kind: "text", label: t.username, required: true }] },
            ]}
          />
        )}
      </div>
      <ConfirmDialog
        dialog={dialog}
        title={t.removeTitle(dialog.subject?.name ?? "")}
        description={t.removeWhat}
        confirmLabel={t.remove}
        failedTitle={t.notRemoved}
      />
    </Panel>
  );
}

function Users() {
  const t = useMessages(userMessages);
  const translate = useTranslate();
  const { query, user, mayAssign, ask, retry } = useUnit({
    mayAssign: $mayAssign,
    query: $resourceUsers,
    user: $user,
    ask: resourceUserRemoval.open,
    retry: retrySystem,
  });
  const { value, failure } = query;
  if (value === null) {
    return failure === null ? (
      <Skeleton height={64} />
    ) : (
      <LoadFailed
        title={t.loadFailed}
        reason={translate(reasonOf(failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (value.length === 0) return <p>{t.nobody}</p>;
  return (
    <ul className={styles.users}>
      {value.map(({ id: userId, givenName, familyName, username }) => {
        const name = fullName({ givenName, familyName }) || username;
        return (
          <li key={userId}>
            <span>
              {name} ({username})
            </span>
            {mayAssign && userId !== user?.id && (
              <Button
                size="small"
                variant="quiet"
                aria-label={t.removeOne(name)}
                onClick={() => ask({ subject: { userId, name } })}
              >
                {t.remove}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
