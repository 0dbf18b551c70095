import { useUnit } from "effector-react";
import { useId } from "react";
import { USER_LABELS } from "#events/rules/users.ts";
import { message } from "#events/messages/message.ts";
import { englishText } from "../../kernel/englishText.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Form } from "../../ui/Form.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { createUserCall } from "./calls.ts";
import {
  $isCreating,
  $newUser,
  submitCreation,
  toggleCreation,
  typeNewUser,
} from "./createUser.ts";
import { userMessages } from "./messages.ts";
import styles from "./ListView.module.css";

/** The form of a new user, over the list. */
export function NewUser() {
  const t = useMessages(userMessages);
  const say = useSay();
  const id = useId();
  const { open, form, status, toggle, submit } = useUnit({
    open: $isCreating,
    form: $newUser,
    status: createUserCall.$status,
    toggle: toggleCreation,
    submit: submitCreation,
  });
  return (
    <Modal
      open={open}
      onClose={() => toggle({ open: false })}
      title={t.newUser}
      description={t.newUserNext}
      continueForm={id}
      continueLabel={t.create}
      busy={status === "InProgress"}
      persistent
    >
      <Form id={id} className={styles.form} label={t.newUser} onSubmit={() => submit({})}>
        {form.failure && (
          <Alert severity="error" title={t.notCreated} live>
            {say(form.failure.message)}
          </Alert>
        )}
        <NewField field="username" autoComplete="off" />
        <div className={styles.pair}>
          <NewField field="givenName" autoComplete="off" />
          <NewField field="familyName" autoComplete="off" />
        </div>
        <NewField field="email" type="email" autoComplete="off" />
      </Form>
    </Modal>
  );
}

function NewField({
  field,
  ...rest
}: {
  readonly field: "username" | "givenName" | "familyName" | "email";
} & Pick<TextFieldProps, "type" | "autoComplete">) {
  const say = useSay();
  const { form, change } = useUnit({ form: $newUser, change: typeNewUser });
  return (
    <TextField
      {...rest}
      label={say(englishText(message(USER_LABELS[field])))}
      name={field}
      required
      value={form.values[field]}
      error={form.problems[field] ?? null}
      onChange={(value) => change({ field, value })}
    />
  );
}
