import { reasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import type { User } from "#events/entities/user.ts";
import { useFailureNotice } from "../../kernel/useDisclosure.ts";
import { useNewPassword } from "../../panels/useNewPassword.ts";
import { useForm } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { LinkCheckFailed } from "../../ui/LinkCheckFailed.tsx";
import { linkState } from "../../kernel/emailLinkToken.ts";
import { $appInfo } from "../../data/session/index.ts";
import {
  $link,
  activationForm,
  confirmCall,
  confirmEmail,
  retryCheck,
  verifyCall,
} from "./model.ts";
import { activationMessages } from "./messages.ts";

export function View() {
  const t = useMessages(activationMessages);
  const translate = useTranslate();
  const { link, info, request, retry } = useUnit({
    link: $link,
    info: $appInfo,
    request: verifyCall.$request,
    retry: retryCheck,
  });
  // Unknown until the token was checked.
  if (link.user && info.known) {
    const choosesPassword = info.passwordEnabled && !link.user.onboarded;
    return choosesPassword ? (
      <ActivationForm user={link.user} />
    ) : (
      <Confirmation user={link.user} />
    );
  }
  switch (linkState(link.incomplete, request)) {
    case "checking":
    case "good":
      return (
        <AuthFrame title={t.activate}>
          <Spinner label={t.checking} />
        </AuthFrame>
      );
    case "unchecked":
      return (
        <AuthFrame title={t.activate}>
          <LinkCheckFailed
            message={request.failure ? translate(reasonOf(request.failure)) : undefined}
            onRetry={() => retry({})}
          >
            <Link href="/">{t.toSignIn}</Link>
          </LinkCheckFailed>
        </AuthFrame>
      );
    case "bad":
      return (
        <AuthFrame title={t.activate}>
          <Alert severity="error" title={t.unusable} live>
            {request.failure ? translate(reasonOf(request.failure)) : t.incomplete}
          </Alert>
          <p>{t.askAgain}</p>
          <Link className={buttonClass("secondary")} href="/">
            {t.toSignIn}
          </Link>
        </AuthFrame>
      );
  }
}

function Confirmation({ user }: { readonly user: User }) {
  const t = useMessages(activationMessages);
  const translate = useTranslate();
  const { request, confirm } = useUnit({ request: confirmCall.$request, confirm: confirmEmail });
  const notice = useFailureNotice("activation", request.failure);
  return (
    <AuthFrame title={t.confirm} context={user.email}>
      {request.failure && (
        <Alert {...notice} severity="error" title={t.notConfirmed} live>
          {translate(reasonOf(request.failure))}
        </Alert>
      )}
      <p>{t.belongsTo(user.username)}</p>
      <Button variant="primary" busy={request.status === "InProgress"} onClick={() => confirm({})}>
        {t.confirmThis}
      </Button>
    </AuthFrame>
  );
}

function ActivationForm({ user }: { readonly user: User }) {
  const t = useMessages(activationMessages);
  const form = useForm(activationForm);
  const passwords = useNewPassword("activation", "password", t.password);
  if (form === null) return null;
  return (
    <AuthFrame title={t.activate} context={t.whoYouAre(user.username)}>
      <FormPanel
        label={t.activate}
        form={form}
        failedTitle={t.notActive}
        submitLabel={t.submit}
        // For password managers, which store the password under this name.
        notice={
          <input type="hidden" name="username" autoComplete="username" value={user.username} />
        }
        sections={[
          {
            fields: [
              { name: "givenName", kind: "text", label: t.firstName, autoComplete: "given-name" },
              { name: "familyName", kind: "text", label: t.lastName, autoComplete: "family-name" },
              ...passwords,
            ],
          },
        ]}
      />
    </AuthFrame>
  );
}
