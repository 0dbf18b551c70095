import { useForm } from "../../panels/useUnits.ts";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { creationForm } from "./resultsModel.ts";
import { simulationMessages } from "./simulationMessages.ts";

const FIELDS = [
  "externalId",
  "givenName",
  "familyName",
  "username",
  "email",
  "jobTitle",
  "department",
  "location",
  "manager",
] as const;
const REQUIRED: readonly string[] = ["externalId", "familyName"];

/** Creates a person for the open account. */
export function CreationDialog() {
  const t = useMessages(simulationMessages);
  const form = useForm(creationForm);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.create}
      description={t.createWhat}
      form={form}
      sections={[
        {
          fields: FIELDS.map((name) => ({
            name,
            kind: "text",
            label: t.personFields[name],
            required: REQUIRED.includes(name),
          })),
        },
      ]}
      submitLabel={t.createAndLink}
      failedTitle={t.notCreated}
    />
  );
}
