import { useUnit } from "effector-react";
import { useState, type FormEvent } from "react";
import type { User } from "#events/entities/user.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
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
import styles from "./View.module.css";

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
      <div className={styles.form}>
        <Alert severity="error" title="This link cannot be used" collapsible={false} live>
          {request.failure?.message ?? "It is incomplete: open it from the mail once more."}
        </Alert>
        <p>Ask your administrator to send you a new one, or sign in if you did this before.</p>
        <Link className={buttonClass("secondary")} href="/">
          Go to the sign-in
        </Link>
      </div>
    </AuthFrame>
  );
}

function Confirmation({ user }: { readonly user: User }) {
  const { request, confirm } = useUnit({ request: confirmCall.$request, confirm: confirmEmail });
  return (
    <AuthFrame title="Confirm your e-mail address" context={user.email}>
      <div className={styles.form}>
        {request.failure && (
          <Alert severity="error" title="The address is not confirmed" live>
            {request.failure.message}
          </Alert>
        )}
        <p>This address belongs to the account {user.username}.</p>
        <Button
          variant="primary"
          busy={request.status === "InProgress"}
          onClick={() => confirm({})}
        >
          Confirm this address
        </Button>
      </div>
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
      <form className={styles.form} onSubmit={send} noValidate aria-label="Activate your account">
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
        <PasswordField
          label="Password"
          name="new-password"
          autoComplete="new-password"
          description="At least 8 characters, of letters, digits and signs of the keyboard"
          value={password}
          error={problems.password}
          onChange={setPassword}
        />
        <PasswordField
          label="Password, once more"
          name="repeated-password"
          autoComplete="new-password"
          value={repeated}
          error={problems.repeated}
          onChange={setRepeated}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Activate the account
        </Button>
      </form>
    </AuthFrame>
  );
}
