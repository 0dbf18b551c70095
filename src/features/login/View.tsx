import { useUnit } from "effector-react";
import { useState, type FormEvent } from "react";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { toForgotPassword } from "../forgot-password/index.ts";
import { loginCall } from "../session/index.ts";
import { $form, changeUsername, submitLogin } from "./model.ts";
import { loginWords } from "./words.ts";

export function View() {
  const words = useWords(loginWords);
  const say = useSay();
  const { form, request, change, submit } = useUnit({
    form: $form,
    request: loginCall.$request,
    change: changeUsername,
    submit: submitLogin,
  });
  // Not in a store: what is typed here must not reach the log.
  const [password, setPassword] = useState("");
  const busy = request.status === "InProgress";

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) submit({ username: form.username, password });
  };

  return (
    <AuthFrame title={words.signIn}>
      <form onSubmit={send} noValidate aria-label={words.signIn}>
        {request.failure && (
          <Alert severity="error" title={words.failed}>
            {say(request.failure.message)}
          </Alert>
        )}
        <TextField
          label={words.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={form.username}
          error={form.usernameError}
          onChange={(username) => change({ username })}
        />
        <PasswordField
          label={words.password}
          name="password"
          value={password}
          error={form.passwordError}
          onChange={setPassword}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {words.signIn}
        </Button>
        <Link href={toForgotPassword()}>{words.forgot}</Link>
      </form>
    </AuthFrame>
  );
}
