import { useUnit } from "effector-react";
import { useState, type FormEvent } from "react";
import type { User } from "#events/entities/user.ts";
import { PASSWORD_HINT } from "#events/policy/validation.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { NewPasswordFields } from "../../ui/NewPasswordFields.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextField } from "../../ui/TextField.tsx";
import {
  $form,
  activateCall,
  changeName,
  confirmCall,
  confirmEmail,
  submitActivation,
  verifyCall,
} from "./model.ts";

export function View() {
  const { form, request } = useUnit({ form: $form, request: verifyCall.$request });
  if (form.user?.onboarded) return <Confirmation user={form.user} />;
  if (form.user) return <ActivationForm user={form.user} />;
  if (!form.incomplete && request.failure === null) {
    return (
      <AuthFrame title="Activate your account">
        <Spinner label="Checking the link" />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Activate your account">
      <Alert severity="error" title="This link cannot be used" collapsible={false} live>
        {request.failure?.message ?? "It is incomplete: open it from the mail once more."}
      </Alert>
      <p>Ask your administrator to send you a new one, or sign in if you did this before.</p>
      <Link className={buttonClass("secondary")} href="/">
        Go to the sign-in
      </Link>
    </AuthFrame>
  );
}

function Confirmation({ user }: { readonly user: User }) {
  const { request, confirm } = useUnit({ request: confirmCall.$request, confirm: confirmEmail });
  return (
    <AuthFrame title="Confirm your e-mail address" context={user.email}>
      {request.failure && (
        <Alert severity="error" title="The address is not confirmed" live>
          {request.failure.message}
        </Alert>
      )}
      <p>This address belongs to the account {user.username}.</p>
      <Button variant="primary" busy={request.status === "InProgress"} onClick={() => confirm({})}>
        Confirm this address
      </Button>
    </AuthFrame>
  );
}

function ActivationForm({ user }: { readonly user: User }) {
  const { form, request, change, submit } = useUnit({
    form: $form,
    request: activateCall.$request,
    change: changeName,
    submit: submitActivation,
  });
  // Not in a store: what is typed here must not reach the log.
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const { givenName, familyName, problems } = form;
  const busy = request.status === "InProgress";
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) submit({ givenName, familyName, password, repeated });
  };
  return (
    <AuthFrame
      title="Activate your account"
      context={`Your username is ${user.username}. Check your name and choose a password.`}
    >
      <form onSubmit={send} noValidate aria-label="Activate your account">
        {request.failure && (
          <Alert severity="error" title="The account is not active yet" live>
            {request.failure.fields?.[0]?.message ?? request.failure.message}
          </Alert>
        )}
        {/* For password managers, which keep the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} />
        <TextField
          label="First name"
          name="given-name"
          autoComplete="given-name"
          value={givenName}
          error={problems.givenName}
          onChange={(value) => change({ givenName: value, familyName })}
        />
        <TextField
          label="Last name"
          name="family-name"
          autoComplete="family-name"
          value={familyName}
          error={problems.familyName}
          onChange={(value) => change({ givenName, familyName: value })}
        />
        <NewPasswordFields
          label="Password"
          description={PASSWORD_HINT}
          password={password}
          repeated={repeated}
          passwordError={problems.password}
          repeatedError={problems.repeated}
          onPassword={setPassword}
          onRepeated={setRepeated}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Activate the account
        </Button>
      </form>
    </AuthFrame>
  );
}
