import { message } from "#events/messages/message.ts";
import { CLIENT_LABELS } from "#events/rules/client.ts";
import type { ClientProfile } from "#events/entities/client.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { profileForm } from "./clientModel.ts";
import { dashboardMessages } from "./messages.ts";

/** The form of the client's profile, in a dialog over the dashboard. */
export function ClientForm() {
  const t = useMessages(dashboardMessages);
  const translate = useTranslate();
  const form = useForm(profileForm);
  if (form === null) return null;
  const field = (name: keyof ClientProfile) => ({
    name,
    kind: "text" as const,
    label: translate(message(CLIENT_LABELS[name])),
  });
  return (
    <FormDialog
      label={t.editClient}
      form={form}
      failedTitle={t.notSaved}
      submitLabel={t.save}
      sections={[
        {
          fields: [
            { ...field("name"), required: true },
            { ...field("coreProcessor"), half: true },
            { ...field("url"), kind: "url", placeholder: "https://", half: true },
            field("address"),
            field("address2"),
            field("city"),
            { ...field("state"), half: true },
            { ...field("zip"), half: true },
          ],
        },
      ]}
    />
  );
}
