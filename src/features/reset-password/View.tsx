import { useUnit } from "effector-react";
import { useState, type FormEvent } from "react";
import { PASSWORD_HINT } from "#events/policy/validation.ts";
import { Alert } from "../../ui/Alert.tsx";
import { AuthFrame } from "../../ui/AuthFrame.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { NewPasswordFields } from "../../ui/NewPasswordFields.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { toForgotPassword } from "../forgot-password/index.ts";
import { $form, checkCall, resetCall, submitReset } from "./model.ts";
import { linkState } from "./rules.ts";

export function View() {
  const { form, check } = useUnit({ form: $form, check: checkCall.$request });
  switch (linkState(form.incomplete, check)) {
    case "checking":
      return (
        <AuthFrame title="Reset password">
          <Spinner label="Checking the link" />
        </AuthFrame>
      );
    case "good":
      return <ResetForm />;
    default:
      return (
        <AuthFrame title="Reset password">
          <Alert severity="error" title="This link cannot be used" collapsible={false} live>
            {check.failure?.message ?? "It is incomplete: open it from the mail once more."}
          </Alert>
          <Link className={buttonClass("primary")} href={toForgotPassword()}>
            Ask for a new link
          </Link>
          <Link href="/">Back to the sign-in</Link>
        </AuthFrame>
      );
  }
}

function ResetForm() {
  const { form, request, submit } = useUnit({
    form: $form,
    request: resetCall.$request,
    submit: submitReset,
  });
  // Not in a store: what is typed here must not reach the log.
  const [newPassword, setNewPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const busy = request.status === "InProgress";
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) submit({ newPassword, repeated });
  };
  return (
    <AuthFrame title="Reset password" context={`Choose a new password for ${form.username}.`}>
      <form onSubmit={send} noValidate aria-label="Reset password">
        {request.failure && (
          <Alert severity="error" title="The password is as it was" live>
            {request.failure.fields?.[0]?.message ?? request.failure.message}
          </Alert>
        )}
        {/* For password managers, which keep the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={form.username} />
        <NewPasswordFields
          label="New password"
          description={PASSWORD_HINT}
          autoFocus
          password={newPassword}
          repeated={repeated}
          passwordError={form.problems.newPassword}
          repeatedError={form.problems.repeated}
          onPassword={setNewPassword}
          onRepeated={setRepeated}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Change the password
        </Button>
      </form>
    </AuthFrame>
  );
}
