import { useUnit } from "effector-react";
import { useState } from "react";
import { PASSWORD_HINT } from "#events/policy/validation.ts";
import { useFailureNotice, usePart } from "../../kernel/usePart.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { NewPasswordFields } from "../../ui/NewPasswordFields.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $appInfo, $user } from "../session/index.ts";
import { $form, linkCall, submitPassword, updateCall, wantLink } from "./model.ts";
import { passwordWords } from "./words.ts";
import styles from "./View.module.css";

export function View() {
  const words = useWords(passwordWords);
  const info = useUnit($appInfo);
  return (
    <>
      <PageHeader
        title={words.manage}
        breadcrumbs={[{ label: words.dashboard, href: toDashboard() }, { label: words.manage }]}
      />
      {info.passwordEnabled ? (
        <Panel title={words.change}>
          <PasswordForm />
        </Panel>
      ) : (
        <EmptyState title={words.noPasswords}>{words.changedElsewhere}</EmptyState>
      )}
    </>
  );
}

function PasswordForm() {
  const words = useWords(passwordWords);
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
    <Form className={styles.form} label={words.change} onSubmit={send}>
      {request.failure && (
        <Alert {...notice} severity="error" title={words.failed} live>
          {say(request.failure.fields?.[0]?.message ?? request.failure.message)}
        </Alert>
      )}
      {/* For password managers, which keep the password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ""} />
      <PasswordField
        label={words.current}
        name="current-password"
        value={password}
        error={form.problems.password}
        eye={usePart("password/current")}
        onChange={setPassword}
      />
      <NewPasswordFields
        label={words.newPassword}
        description={say(PASSWORD_HINT)}
        password={newPassword}
        repeated={repeated}
        passwordError={form.problems.newPassword}
        repeatedError={form.problems.repeated}
        passwordEye={usePart("password/new")}
        repeatedEye={usePart("password/repeated")}
        onPassword={setNewPassword}
        onRepeated={setRepeated}
      />
      <p>{words.endsOthers}</p>
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {words.submit}
        </Button>
        <LinkByMail />
      </div>
    </Form>
  );
}

/** For those who are signed in and do not know their password. */
function LinkByMail() {
  const words = useWords(passwordWords);
  const say = useSay();
  const { user, request, want } = useUnit({
    user: $user,
    request: linkCall.$request,
    want: wantLink,
  });
  if (user?.email == null) return null;
  if (request.status === "Success") return <span role="status">{words.linkSent(user.email)}</span>;
  return (
    <>
      <Button
        type="button"
        variant="quiet"
        className={styles.mailLink}
        busy={request.status === "InProgress"}
        onClick={() => want({})}
      >
        {words.mailLink}
      </Button>
      {request.failure && <span role="alert">{say(request.failure.message)}</span>}
    </>
  );
}
