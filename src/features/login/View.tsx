import { asSentence } from "#events/kernel/message.ts";
import { useUnit } from "effector-react";
import { useState } from "react";
import { useFailureNotice, useDisclosure } from "../../kernel/useDisclosure.ts";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { LoginPlaceholder } from "../../ui/Skeleton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toForgotPassword } from "../forgot-password/index.ts";
import { $appInfo, authenticateCall, loginCall } from "../../data/session/index.ts";
import { $form, changeUsername, submitLogin } from "./model.ts";
import { SingleSignOn } from "./SingleSignOn.tsx";
import { $isReturning, $refusal, beginCall } from "./singleSignOn.ts";
import { loginMessages } from "./messages.ts";

export function View() {
  const t = useMessages(loginMessages);
  const { info, isReturning, authenticate } = useUnit({
    info: $appInfo,
    isReturning: $isReturning,
    authenticate: authenticateCall.$status,
  });
  if (isReturning || authenticate === "InProgress") {
    return (
      <AuthFrame title={t.signIn}>
        <Spinner label={t.signingIn} />
      </AuthFrame>
    );
  }
  // The available sign-in methods must not change while the user types.
  if (!info.known) return <LoginPlaceholder />;
  return (
    <AuthFrame title={t.signIn}>
      <Failure />
      {info.passwordEnabled && <PasswordForm />}
      <SingleSignOn />
      {info.passwordEnabled && <Link href={toForgotPassword()}>{t.forgot}</Link>}
    </AuthFrame>
  );
}

/** Why the last attempt by any method failed. */
function Failure() {
  const t = useMessages(loginMessages);
  const translate = useTranslate();
  const { refusal, ...requests } = useUnit({
    refusal: $refusal,
    login: loginCall.$request,
    begin: beginCall.$request,
    authenticate: authenticateCall.$request,
  });
  const failure =
    requests.login.failure ?? requests.begin.failure ?? requests.authenticate.failure ?? null;
  const notice = useFailureNotice("login", failure);
  if (failure === null && refusal === null) return null;
  return (
    <Alert {...notice} severity="error" title={t.failed} live>
      {refusal === null ? failure && asSentence(translate(failure.reason)) : t.refusals[refusal]}
    </Alert>
  );
}

function PasswordForm() {
  const t = useMessages(loginMessages);
  const translate = useTranslate();
  const { form, request, change, submit } = useUnit({
    form: $form,
    request: loginCall.$request,
    change: changeUsername,
    submit: submitLogin,
  });
  // Not in a store, because the typed password must not reach the log.
  const [password, setPassword] = useState("");
  const busy = request.status === "InProgress";

  const send = () => {
    if (!busy) submit({ username: form.username, password });
  };

  return (
    <Form label={t.signIn} onSubmit={send}>
      <TextField
        label={t.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={form.username}
        error={form.usernameError && translate(form.usernameError)}
        onChange={(username) => change({ username })}
      />
      <PasswordField
        label={t.password}
        name="password"
        value={password}
        error={form.passwordError && translate(form.passwordError)}
        eye={useDisclosure("login/password")}
        onChange={setPassword}
      />
      <Button type="submit" variant="primary" busy={busy}>
        {t.signIn}
      </Button>
    </Form>
  );
}
