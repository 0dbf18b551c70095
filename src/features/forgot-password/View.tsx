import { useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import { useFailureNotice } from "../../kernel/usePart.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { $form, changeEmail, forgotCall, submitForgot } from "./model.ts";
import { forgotWords } from "./words.ts";

export function View() {
  const words = useWords(forgotWords);
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
    <AuthFrame title={words.forgot} context={words.what}>
      <Form label={words.forgot} onSubmit={send}>
        {request.failure && (
          <Alert {...notice} severity="error" title={words.failed} live>
            {say(request.failure.message)}
          </Alert>
        )}
        <TextField
          label={words.email}
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          value={form.email}
          error={form.error}
          onChange={(email) => change({ email })}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {words.send}
        </Button>
        <Link href="/">{words.back}</Link>
      </Form>
    </AuthFrame>
  );
}

function Sent({ to }: { readonly to: string }) {
  const words = useWords(forgotWords);
  const text = useRef<HTMLParagraphElement>(null);
  // The focus was in the form, which is gone.
  useEffect(() => text.current?.closest("main")?.focus(), []);
  return (
    <AuthFrame title={words.lookIntoMail}>
      <p ref={text} role="status">
        {words.sent.before}
        <strong>{to}</strong>
        {words.sent.after}
      </p>
      <Link className={buttonClass("secondary")} href="/">
        {words.back}
      </Link>
    </AuthFrame>
  );
}
