import { useUnit } from "effector-react";
import { useState } from "react";
import type { User } from "#events/entities/user.ts";
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
import { TextField } from "../../ui/TextField.tsx";
import { UncheckedLink } from "../../ui/LinkCheckFailed.tsx";
import { linkState } from "../../kernel/emailLinkToken.ts";
import { $appInfo } from "../../data/session/index.ts";
import {
  $form,
  activateCall,
  changeName,
  confirmCall,
  confirmEmail,
  retryCheck,
  submitActivation,
  verifyCall,
} from "./model.ts";
import { activationMessages } from "./messages.ts";

export function View() {
  const t = useMessages(activationMessages);
  const say = useSay();
  const { form, info, request, retry } = useUnit({
    form: $form,
    info: $appInfo,
    request: verifyCall.$request,
    retry: retryCheck,
  });
  // Whether a password is to be chosen is not known before.
  if (form.user && info.known) {
    const choosesPassword = info.passwordEnabled && !form.user.onboarded;
    return choosesPassword ? (
      <ActivationForm user={form.user} />
    ) : (
      <Confirmation user={form.user} />
    );
  }
  switch (linkState(form.incomplete, request)) {
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
          <UncheckedLink message={request.failure?.message} onRetry={() => retry({})}>
            <Link href="/">{t.toSignIn}</Link>
          </UncheckedLink>
        </AuthFrame>
      );
    case "bad":
      return (
        <AuthFrame title={t.activate}>
          <Alert severity="error" title={t.unusable} live>
            {request.failure ? say(request.failure.message) : t.incomplete}
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
  const say = useSay();
  const { request, confirm } = useUnit({ request: confirmCall.$request, confirm: confirmEmail });
  const notice = useFailureNotice("activation", request.failure);
  return (
    <AuthFrame title={t.confirm} context={user.email}>
      {request.failure && (
        <Alert {...notice} severity="error" title={t.notConfirmed} live>
          {say(request.failure.message)}
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
  const say = useSay();
  const { form, request, change, submit } = useUnit({
    form: $form,
    request: activateCall.$request,
    change: changeName,
    submit: submitActivation,
  });
  const notice = useFailureNotice("activation", request.failure);
  // Not in a store: what is typed here must not reach the log.
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const { givenName, familyName, problems } = form;
  const busy = request.status === "InProgress";
  const send = () => {
    if (!busy) submit({ givenName, familyName, password, repeated });
  };
  return (
    <AuthFrame title={t.activate} context={t.whoYouAre(user.username)}>
      <Form label={t.activate} onSubmit={send}>
        {request.failure && (
          <Alert {...notice} severity="error" title={t.notActive} live>
            {say(request.failure.fields?.[0]?.message ?? request.failure.message)}
          </Alert>
        )}
        {/* For password managers, which keep the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <TextField
          label={t.firstName}
          name="given-name"
          autoComplete="given-name"
          value={givenName}
          error={problems.givenName}
          onChange={(value) => change({ givenName: value, familyName })}
        />
        <TextField
          label={t.lastName}
          name="family-name"
          autoComplete="family-name"
          value={familyName}
          error={problems.familyName}
          onChange={(value) => change({ givenName, familyName: value })}
        />
        <NewPasswordFields
          label={t.password}
          description={say(englishText(PASSWORD_HINT))}
          password={password}
          repeated={repeated}
          passwordError={problems.password}
          repeatedError={problems.repeated}
          passwordEye={usePart("activation/new")}
          repeatedEye={usePart("activation/repeated")}
          onPassword={setPassword}
          onRepeated={setRepeated}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {t.submit}
        </Button>
      </Form>
    </AuthFrame>
  );
}
