import { useUnit } from "effector-react";
import { useState } from "react";
import { PASSWORD_HINT } from "#events/policy/validation.ts";
import { useFailureNotice, usePart } from "../../kernel/usePart.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { NewPasswordFields } from "../../ui/NewPasswordFields.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { UncheckedLink } from "../../ui/UncheckedLink.tsx";
import { linkState } from "../../kernel/linkToken.ts";
import { toForgotPassword } from "../forgot-password/index.ts";
import { $form, checkCall, resetCall, retryCheck, submitReset } from "./model.ts";
import { resetWords } from "./words.ts";

export function View() {
  const words = useWords(resetWords);
  const say = useSay();
  const { form, check, retry } = useUnit({
    form: $form,
    check: checkCall.$request,
    retry: retryCheck,
  });
  switch (linkState(form.incomplete, check)) {
    case "checking":
      return (
        <AuthFrame title={words.reset}>
          <Spinner label={words.checking} />
        </AuthFrame>
      );
    case "good":
      return <ResetForm />;
    case "unchecked":
      return (
        <AuthFrame title={words.reset}>
          <UncheckedLink message={check.failure?.message} onRetry={() => retry({})}>
            <Link href="/">{words.back}</Link>
          </UncheckedLink>
        </AuthFrame>
      );
    case "bad":
      return (
        <AuthFrame title={words.reset}>
          <Alert severity="error" title={words.unusable} live>
            {check.failure ? say(check.failure.message) : words.incomplete}
          </Alert>
          <Link className={buttonClass("primary")} href={toForgotPassword()}>
            {words.askAgain}
          </Link>
          <Link href="/">{words.back}</Link>
        </AuthFrame>
      );
  }
}

function ResetForm() {
  const words = useWords(resetWords);
  const say = useSay();
  const { form, request, submit } = useUnit({
    form: $form,
    request: resetCall.$request,
    submit: submitReset,
  });
  const notice = useFailureNotice("resetPassword", request.failure);
  // Not in a store: what is typed here must not reach the log.
  const [newPassword, setNewPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const busy = request.status === "InProgress";
  const send = () => {
    if (!busy) submit({ newPassword, repeated });
  };
  return (
    <AuthFrame title={words.reset} context={words.choose(form.username)}>
      <Form label={words.reset} onSubmit={send}>
        {request.failure && (
          <Alert {...notice} severity="error" title={words.failed} live>
            {say(request.failure.fields?.[0]?.message ?? request.failure.message)}
          </Alert>
        )}
        {/* For password managers, which keep the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={form.username} />
        <NewPasswordFields
          label={words.newPassword}
          description={say(PASSWORD_HINT)}
          autoFocus
          password={newPassword}
          repeated={repeated}
          passwordError={form.problems.newPassword}
          repeatedError={form.problems.repeated}
          passwordEye={usePart("resetPassword/new")}
          repeatedEye={usePart("resetPassword/repeated")}
          onPassword={setNewPassword}
          onRepeated={setRepeated}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {words.submit}
        </Button>
      </Form>
    </AuthFrame>
  );
}
