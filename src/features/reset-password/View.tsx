import { reasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import { useNewPassword } from "../../panels/useNewPassword.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { LinkCheckFailed } from "../../ui/LinkCheckFailed.tsx";
import { linkState } from "../../kernel/emailLinkToken.ts";
import { toForgotPassword } from "../forgot-password/index.ts";
import { $link, checkCall, resetForm, retryCheck } from "./model.ts";
import { resetMessages } from "./messages.ts";

export function View() {
  const t = useMessages(resetMessages);
  const translate = useTranslate();
  const { link, check, retry } = useUnit({
    link: $link,
    check: checkCall.$request,
    retry: retryCheck,
  });
  switch (linkState(link.incomplete, check)) {
    case "checking":
      return (
        <AuthFrame title={t.reset}>
          <Spinner label={t.checking} />
        </AuthFrame>
      );
    case "good":
      return <ResetForm username={link.username} />;
    case "unchecked":
      return (
        <AuthFrame title={t.reset}>
          <LinkCheckFailed
            message={check.failure ? translate(reasonOf(check.failure)) : undefined}
            onRetry={() => retry({})}
          >
            <Link href="/">{t.back}</Link>
          </LinkCheckFailed>
        </AuthFrame>
      );
    case "bad":
      return (
        <AuthFrame title={t.reset}>
          <Alert severity="error" title={t.unusable} live>
            {check.failure ? translate(reasonOf(check.failure)) : t.incomplete}
          </Alert>
          <Link className={buttonClass("primary")} href={toForgotPassword()}>
            {t.askAgain}
          </Link>
          <Link href="/">{t.back}</Link>
        </AuthFrame>
      );
  }
}

function ResetForm({ username }: { readonly username: string }) {
  const t = useMessages(resetMessages);
  const form = useForm(resetForm);
  const fields = useNewPassword("resetPassword", "newPassword", t.newPassword, true);
  if (form === null) return null;
  return (
    <AuthFrame title={t.reset} context={t.choose(username)}>
      <FormPanel
        label={t.reset}
        form={form}
        failedTitle={t.failed}
        submitLabel={t.submit}
        // For password managers, which store the password under this name.
        notice={<input type="hidden" name="username" autoComplete="username" value={username} />}
        sections={[{ fields }]}
      />
    </AuthFrame>
  );
}
