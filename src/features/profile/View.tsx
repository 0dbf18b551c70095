import { useUnit } from "effector-react";
import { message } from "#events/messages/message.ts";
import { USER_LABELS } from "#events/rules/users.ts";
import { $user } from "../../data/session/index.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { ConfirmPassword, Factors } from "../second-factor/index.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { profileForm } from "./model.ts";
import type { ProfileValues } from "./rules.ts";
import { Sessions } from "./Sessions.tsx";
import { profileMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const t = useMessages(profileMessages);
  const translate = useTranslate();
  const form = useForm(profileForm);
  const user = useUnit($user);
  if (form === null || user === null) return null;
  const field = (
    name: keyof ProfileValues,
    kind: "text" | "email" | "tel",
    autoComplete: string,
    traits: Pick<FormField, "required" | "half"> = {},
  ): FormField => ({
    ...traits,
    name,
    kind,
    autoComplete,
    label: translate(message(USER_LABELS[name])),
  });
  return (
    <div className={styles.page}>
      <PageHeader title={t.manage} context={t.signedInAs(user.username)} />
      <FormPanel
        label={t.aboutYou}
        form={form}
        failedTitle={t.failed}
        sections={[
          {
            title: t.aboutYou,
            fields: [
              field("givenName", "text", "given-name", { required: true, half: true }),
              field("familyName", "text", "family-name", { required: true, half: true }),
              field("email", "email", "email", { required: true }),
              field("phoneNumber", "tel", "tel-national", { half: true }),
              field("phoneExtension", "text", "tel-extension", { half: true }),
              field("jobTitle", "text", "organization-title"),
            ],
          },
        ]}
      />
      <Factors />
      <Sessions />
      <ConfirmPassword />
    </div>
  );
}
