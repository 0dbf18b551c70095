import { useUnit } from "effector-react";
import type { FormEvent } from "react";
import { USER_LABELS } from "#events/policy/users.ts";
import { Alert } from "../../ui/Alert.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SaveButtons } from "../../ui/SaveButtons.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $user } from "../session/index.ts";
import { $form, changeProfile, discardProfile, submitProfile, updateProfileCall } from "./model.ts";
import type { ProfileValues } from "./rules.ts";
import styles from "./View.module.css";

export function View() {
  const { form, user, status, submit, discard } = useUnit({
    form: $form,
    user: $user,
    status: updateProfileCall.$status,
    submit: submitProfile,
    discard: discardProfile,
  });
  if (form === null || user === null) return null;
  const isUnchanged = form.changed.length === 0;
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit({});
  };
  return (
    <div className={styles.page}>
      <PageHeader
        title="Manage Profile"
        breadcrumbs={[{ label: "Dashboard", href: toDashboard() }, { label: "Manage Profile" }]}
        context={`Signed in as ${user.username}`}
      />
      <Panel title="About you">
        <form className={styles.form} onSubmit={send} noValidate aria-label="About you">
          {form.failure && <SaveFailure code={form.failure.code} message={form.failure.message} />}
          <div className={styles.pair}>
            <ProfileField field="givenName" autoComplete="given-name" required />
            <ProfileField field="familyName" autoComplete="family-name" required />
          </div>
          <ProfileField field="email" type="email" autoComplete="email" required />
          <div className={styles.pair}>
            <ProfileField field="phoneNumber" type="tel" autoComplete="tel-national" />
            <ProfileField field="phoneExtension" autoComplete="tel-extension" />
          </div>
          <ProfileField field="jobTitle" autoComplete="organization-title" />
          <div className={styles.buttons}>
            <SaveButtons
              isUnchanged={isUnchanged}
              busy={status === "InProgress"}
              onDiscard={() => discard({})}
            />
          </div>
        </form>
      </Panel>
    </div>
  );
}

function SaveFailure({ code, message }: { readonly code: string; readonly message: string }) {
  return (
    <Alert severity="error" title="Your profile was not saved" collapsible={false} live>
      {code === "ECONFLICT"
        ? "It was changed elsewhere meanwhile. What you typed is kept, and the other fields show what is saved now. Save again to apply it."
        : `${message}. What you typed is kept.`}
    </Alert>
  );
}

function ProfileField({
  field,
  ...rest
}: { readonly field: keyof ProfileValues } & Pick<
  TextFieldProps,
  "type" | "autoComplete" | "required"
>) {
  const { form, change } = useUnit({ form: $form, change: changeProfile });
  return (
    <TextField
      {...rest}
      label={USER_LABELS[field]}
      name={field}
      value={form?.values[field] ?? ""}
      error={form?.problems[field] ?? null}
      onChange={(value) => change({ field, value })}
    />
  );
}
