import { useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import { useFailureNotice } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { $form, changeEmail, forgotCall, submitForgot } from "./model.ts";
import { forgotMessages } from "./messages.ts";

export function View() {
  const t = useMessages(forgotMessages);
  const say = useSay();
  const { form, request, change, submit } = useUnit({
    form: $form,
    request: forgotCall.$request,
    change: changeEmail,
    submit: submitForgot,
  });
  const notice = useFailureNotice("forgotPassword", request.failure);
  const busy = request.status === "InProgress";
  if (form.sentTo !== null) return <Sent to={form.sentTo} />;
  const send = () => {
    if (!busy) submit({ email: form.email });
  };
  return (
    <AuthFrame title={t.forgot} context={t.what}>
      <Form label={t.forgot} onSubmit={send}>
        {request.failure && (
          <Alert {...notice} severity="error" title={t.failed} live>
            {say(request.failure.message)}
          </Alert>
        )}
        <TextField
          label={t.email}
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          value={form.email}
          error={form.error}
          onChange={(email) => change({ email })}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t.send}
        </Button>
        <Link href="/">{t.back}</Link>
      </Form>
    </AuthFrame>
  );
}

function Sent({ to }: { readonly to: string }) {
  const t = useMessages(forgotMessages);
  const text = useRef<HTMLParagraphElement>(null);
  // The focus was in the form, which is gone.
  useEffect(() => text.current?.closest("main")?.focus(), []);
  return (
    <AuthFrame title={t.lookIntoMail}>
      <p ref={text} role="status">
        {t.sent.before}
        <strong>{to}</strong>
        {t.sent.after}
      </p>
      <Link className={buttonClass("secondary")} href="/">
        {t.back}
      </Link>
    </AuthFrame>
  );
}
