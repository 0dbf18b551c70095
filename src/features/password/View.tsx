import { useUnit } from "effector-react";
import { useState } from "react";
import { PASSWORD_HINT } from "#events/rules/validation.ts";
import { englishText } from "../../kernel/englishText.ts";
import { useFailureNotice, usePart } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { NewPasswordFields } from "../../ui/NewPasswordFields.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { $appInfo, $user } from "../../data/session/index.ts";
import { $form, linkCall, submitPassword, updateCall, wantLink } from "./model.ts";
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
  const say = useSay();
  const { form, user, request, submit } = useUnit({
    form: $form,
    user: $user,
    request: updateCall.$request,
    submit: submitPassword,
  });
  const notice = useFailureNotice("password", request.failure);
  // Not in a store: what is typed here must not reach the log.
  const [password, setPassword] = useState("");
  const [newPassword, setNewPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  // Emptied where they stand, so that the focus stays where it is.
  const [changes, setChanges] = useState(form.changes);
  if (changes !== form.changes) {
    setChanges(form.changes);
    setPassword("");
    setNewPassword("");
    setRepeated("");
  }
  const busy = request.status === "InProgress";
  const send = () => {
    if (!busy) submit({ password, newPassword, repeated });
  };
  return (
    <Form className={styles.form} label={t.change} onSubmit={send}>
      {request.failure && (
        <Alert {...notice} severity="error" title={t.failed} live>
          {say(request.failure.fields?.[0]?.message ?? request.failure.message)}
        </Alert>
      )}
      {/* For password managers, which keep the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ""} />
      <PasswordField
        label={t.current}
        name="current-password"
        value={password}
        error={form.problems.password}
        eye={usePart("password/current")}
        onChange={setPassword}
      />
      <NewPasswordFields
        label={t.newPassword}
        description={say(englishText(PASSWORD_HINT))}
        password={newPassword}
        repeated={repeated}
        passwordError={form.problems.newPassword}
        repeatedError={form.problems.repeated}
        passwordEye={usePart("password/new")}
        repeatedEye={usePart("password/repeated")}
        onPassword={setNewPassword}
        onRepeated={setRepeated}
      />
      <p>{t.endsOthers}</p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {t.submit}
        </Button>
        <LinkByMail />
      </div>
    </Form>
  );
}

/** For those who are signed in and do not know their password. */
function LinkByMail() {
  const t = useMessages(passwordMessages);
  const say = useSay();
  const { user, request, want } = useUnit({
    user: $user,
    request: linkCall.$request,
    want: wantLink,
  });
  if (user?.email == null) return null;
  if (request.status === "Success") return <span role="status">{t.linkSent(user.email)}</span>;
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
      {request.failure && <span role="alert">{say(request.failure.message)}</span>}
    </>
  );
}
