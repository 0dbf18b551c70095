import { useUnit } from "effector-react";
import { USER_LABELS } from "#events/policy/users.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { TextField, type TextFieldProps } from "../../ui/TextField.tsx";
import { createUserCall } from "./calls.ts";
import { $isCreating, $newUser, submitCreation, toggleCreation, typeNewUser } from "./creating.ts";
import styles from "./ListView.module.css";

/** The form of a new user, over the list. */
export function NewUser() {
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
      title="New user"
      description="An e-mail lets them choose a password. Roles and all else can be given next."
      onContinue={() => submit({})}
      continueLabel="Create"
      busy={status === "InProgress"}
      persistent
    >
      <form
        className={styles.form}
        aria-label="New user"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit({});
        }}
      >
        {form.failure && (
          <Alert severity="error" title="The user was not created" collapsible={false} live>
            {form.failure.message}
          </Alert>
        )}
        <NewField field="username" autoComplete="off" />
        <div className={styles.pair}>
          <NewField field="givenName" autoComplete="off" />
          <NewField field="familyName" autoComplete="off" />
        </div>
        <NewField field="email" type="email" autoComplete="off" />
        {/* So that Enter sends the form from any of its fields. */}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}

function NewField({
  field,
  ...rest
}: {
  readonly field: "username" | "givenName" | "familyName" | "email";
} & Pick<TextFieldProps, "type" | "autoComplete">) {
  const { form, change } = useUnit({ form: $newUser, change: typeNewUser });
  return (
    <TextField
      {...rest}
      label={USER_LABELS[field]}
      name={field}
      required
      value={form.values[field]}
      error={form.problems[field] ?? null}
      onChange={(value) => change({ field, value })}
    />
  );
}
