import { useUnit } from "effector-react";
import type { FormEvent } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { $form, changeEmail, forgotCall, submitForgot } from "./model.ts";

export function View() {
  const { form, request, change, submit } = useUnit({
    form: $form,
    request: forgotCall.$request,
    change: changeEmail,
    submit: submitForgot,
  });
  const busy = request.status === "InProgress";
  if (form.sentTo !== null) {
    return (
      <AuthFrame title="Look into your mail">
        <p role="status">
          If an account has the address <strong>{form.sentTo}</strong>, a link is on its way. It
          works once, within one hour. If nothing comes, look into your junk mail or ask your
          administrator.
        </p>
        <Link className={buttonClass("secondary")} href="/">
          Back to the sign-in
        </Link>
      </AuthFrame>
    );
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) submit({ email: form.email });
  };
  return (
    <AuthFrame
      title="Forgot password"
      context="We mail you a link by which you choose a new password."
    >
      <form onSubmit={send} noValidate aria-label="Forgot password">
        {request.failure && (
          <Alert severity="error" title="No link was asked for" live>
            {request.failure.message}
          </Alert>
        )}
        <TextField
          label="Email address"
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          value={form.email}
          error={form.error}
          onChange={(email) => change({ email })}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Send the link
        </Button>
        <Link href="/">Back to the sign-in</Link>
      </form>
    </AuthFrame>
  );
}
