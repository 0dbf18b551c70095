import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { confirmForm } from "./confirmation.ts";
import { secondFactorMessages } from "./messages.ts";

/** Asks for the password before a sensitive change. */
export function ConfirmPassword() {
  const t = useMessages(secondFactorMessages);
  const form = useForm(confirmForm);
  const eye = useDisclosure("profile/confirmPassword");
  if (form === null) return null;
  return (
    <FormDialog
      label={t.confirmTitle}
      description={t.confirmWhat}
      form={form}
      failedTitle={t.notConfirmed}
      submitLabel={t.confirm}
      sections={[
        {
          fields: [
            {
              name: "password",
              kind: "custom",
              label: t.password,
              render: () => (
                <PasswordField
                  label={t.password}
                  name="password"
                  value={typeof form.values.password === "string" ? form.values.password : ""}
                  error={form.problems.password ?? null}
                  eye={eye}
                  onChange={(password) => form.onChange({ password })}
                />
              ),
            },
          ],
        },
      ]}
    />
  );
}
