import { useUnit } from "effector-react";
import { USER_LABELS } from "#events/rules/users.ts";
import { message } from "#events/messages/message.ts";
import { englishText } from "../../kernel/englishText.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SaveButtons } from "../../ui/FormActions.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { $user } from "../../data/session/index.ts";
import { $form, changeProfile, discardProfile, submitProfile, updateProfileCall } from "./model.ts";
import type { ProfileValues } from "./rules.ts";
import { Sessions } from "./Sessions.tsx";
import { profileMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(profileMessages);
  const { form, user, status, submit, discard } = useUnit({
    form: $form,
    user: $user,
    status: updateProfileCall.$status,
    submit: submitProfile,
    discard: discardProfile,
  });
  if (form === null || user === null) return null;
  const isUnchanged = form.changed.length === 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.manage}
        breadcrumbs={[{ label: t.dashboard, href: toDashboard() }, { label: t.manage }]}
        context={t.signedInAs(user.username)}
      />
      <Panel title={t.aboutYou}>
        <Form className={styles.form} label={t.aboutYou} onSubmit={() => submit({})}>
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
        </Form>
      </Panel>
      <Sessions />
    </div>
  );
}

function SaveFailure({ code, message }: { readonly code: string; readonly message: string }) {
  const t = useMessages(profileMessages);
  const say = useSay();
  return (
    <Alert severity="error" title={t.failed} live>
      {code === "ECONFLICT" ? t.conflict : t.kept(say(message))}
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
  const say = useSay();
  const { form, change } = useUnit({ form: $form, change: changeProfile });
  return (
    <TextField
      {...rest}
      label={say(englishText(message(USER_LABELS[field])))}
      name={field}
      value={form?.values[field] ?? ""}
      error={form?.problems[field] ?? null}
      onChange={(value) => change({ field, value })}
    />
  );
}
