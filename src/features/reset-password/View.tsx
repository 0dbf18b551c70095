import { useUnit } from "effector-react";
import { useState } from "react";
import { PASSWORD_HINT } from "#events/rules/validation.ts";
import { englishText } from "../../kernel/englishText.ts";
import { useFailureNotice, usePart } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { NewPasswordFields } from "../../ui/NewPasswordFields.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { UncheckedLink } from "../../ui/LinkCheckFailed.tsx";
import { linkState } from "../../kernel/emailLinkToken.ts";
import { toForgotPassword } from "../forgot-password/index.ts";
import { $form, checkCall, resetCall, retryCheck, submitReset } from "./model.ts";
import { resetMessages } from "./messages.ts";

export function View() {
  const t = useMessages(resetMessages);
  const say = useSay();
  const { form, check, retry } = useUnit({
    form: $form,
    check: checkCall.$request,
    retry: retryCheck,
  });
  switch (linkState(form.incomplete, check)) {
    case "checking":
      return (
        <AuthFrame title={t.reset}>
          <Spinner label={t.checking} />
        </AuthFrame>
      );
    case "good":
      return <ResetForm />;
    case "unchecked":
      return (
        <AuthFrame title={t.reset}>
          <UncheckedLink message={check.failure?.message} onRetry={() => retry({})}>
            <Link href="/">{t.back}</Link>
          </UncheckedLink>
        </AuthFrame>
      );
    case "bad":
      return (
        <AuthFrame title={t.reset}>
          <Alert severity="error" title={t.unusable} live>
            {check.failure ? say(check.failure.message) : t.incomplete}
          </Alert>
          <Link className={buttonClass("primary")} href={toForgotPassword()}>
            {t.askAgain}
          </Link>
          <Link href="/">{t.back}</Link>
        </AuthFrame>
      );
  }
}

function ResetForm() {
  const t = useMessages(resetMessages);
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
    <AuthFrame title={t.reset} context={t.choose(form.username)}>
      <Form label={t.reset} onSubmit={send}>
        {request.failure && (
          <Alert {...notice} severity="error" title={t.failed} live>
            {say(request.failure.fields?.[0]?.message ?? request.failure.message)}
          </Alert>
        )}
        {/* For password managers, which keep the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={form.username} />
        <NewPasswordFields
          label={t.newPassword}
          description={say(englishText(PASSWORD_HINT))}
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
          {t.submit}
        </Button>
      </Form>
    </AuthFrame>
  );
}
