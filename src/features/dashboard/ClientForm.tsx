import { useUnit } from "effector-react";
import { useId } from "react";
import { CLIENT_LABELS } from "#events/rules/client.ts";
import type { ClientProfile } from "#events/entities/client.ts";
import { message } from "#events/messages/message.ts";
import { englishText } from "../../kernel/englishText.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import {
  $isEditing,
  $profileForm,
  patchClientCall,
  submitProfile,
  toggleProfile,
  typeProfile,
} from "../../data/client/index.ts";
import { dashboardMessages } from "./messages.ts";
import styles from "./ClientPanel.module.css";

/** The form of the client's profile, over the dashboard. */
export function ClientForm() {
  const t = useMessages(dashboardMessages);
  const say = useSay();
  const id = useId();
  const { open, form, status, toggle, submit } = useUnit({
    open: $isEditing,
    form: $profileForm,
    status: patchClientCall.$status,
    toggle: toggleProfile,
    submit: submitProfile,
  });
  return (
    <Modal
      open={open}
      onClose={() => toggle({ open: false })}
      title={t.editClient}
      continueForm={id}
      continueLabel={t.save}
      continueDisabled={form === null || form.changed.length === 0}
      busy={status === "InProgress"}
      persistent
    >
      <Form id={id} className={styles.form} label={t.editClient} onSubmit={() => submit({})}>
        {form?.failure && (
          <Alert severity="error" title={t.notSaved} live>
            {form.failure.code === "ECONFLICT" ? t.conflict : t.kept(say(form.failure.message))}
          </Alert>
        )}
        <ClientField field="name" required />
        <div className={styles.pair}>
          <ClientField field="coreProcessor" />
          <ClientField field="url" type="url" placeholder="https://" />
        </div>
        <ClientField field="address" />
        <ClientField field="address2" />
        <div className={styles.place}>
          <ClientField field="city" />
          <ClientField field="state" />
          <ClientField field="zip" />
        </div>
      </Form>
    </Modal>
  );
}

function ClientField({
  field,
  ...rest
}: { readonly field: keyof ClientProfile } & Pick<
  TextFieldProps,
  "type" | "required" | "placeholder"
>) {
  const say = useSay();
  const { form, change } = useUnit({ form: $profileForm, change: typeProfile });
  return (
    <TextField
      {...rest}
      label={say(englishText(message(CLIENT_LABELS[field])))}
      name={field}
      autoComplete="off"
      value={form?.values[field] ?? ""}
      error={form?.problems[field] ?? null}
      onChange={(value) => change({ field, value })}
    />
  );
}
