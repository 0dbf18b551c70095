import { reasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useNewPassword } from "../../panels/useNewPassword.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { $appInfo, $user } from "../../data/session/index.ts";
import { linkCall, passwordForm, wantLink } from "./model.ts";
import { passwordMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(passwordMessages);
  const info = useUnit($appInfo);
  return (
    <>
      <PageHeader title={t.manage} />
      {info.passwordEnabled ? (
        <Panel title={t.change}>
          <PasswordForm />
        </Panel>
      ) : (
        <EmptyState title={t.noPasswords}>{t.changedElsewhere}</EmptyState>
      )}
    </>
  );
}

function PasswordForm() {
  const t = useMessages(passwordMessages);
  const form = useForm(passwordForm);
  const user = useUnit($user);
  const current = useDisclosure("password/current");
  const fields = useNewPassword("password", "newPassword", t.newPassword);
  if (form === null) return null;
  return (
    <>
      <FormPanel
        label={t.change}
        form={form}
        failedTitle={t.failed}
        submitLabel={t.submit}
        // For password managers, which store the password under this name.
        notice={
          <>
            <p>{t.endsOthers}</p>
            <input
              type="hidden"
              name="username"
              autoComplete="username"
              value={user?.username ?? ""}
            />
          </>
        }
        sections={[
          {
            fields: [
              {
                name: "password",
                kind: "password",
                label: t.current,
                autoComplete: "current-password",
                eye: current,
              },
              ...fields,
            ],
          },
        ]}
      />
      <LinkByMail />
    </>
  );
}

/** For signed-in users who forgot their password. */
function LinkByMail() {
  const t = useMessages(passwordMessages);
  const translate = useTranslate();
  const { user, info, request, want } = useUnit({
    user: $user,
    info: $appInfo,
    request: linkCall.$request,
    want: wantLink,
  });
  if (user?.email == null) return null;
  if (request.status === "Success") {
    return <span role="status">{info.emailEnabled ? t.linkSent(user.email) : t.linkSaved}</span>;
  }
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        className={styles.mailLink}
        busy={request.status === "InProgress"}
        onClick={() => want({})}
      >
        {t.mailLink}
      </Button>
      {request.failure && <span role="alert">{translate(reasonOf(request.failure))}</span>}
    </>
  );
}
