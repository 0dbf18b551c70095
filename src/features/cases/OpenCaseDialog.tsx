import { useUnit } from "effector-react";
import { COMMENT_MAX_LENGTH } from "#events/entities/case.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { caseMessages } from "./messages.ts";
import { $finding, openCaseOf, openForm } from "./model.ts";
import { OwnerField } from "./OwnerField.tsx";

/**
 * Opens a case about the chosen finding.
 *
 * @param isCovered whether a dialog above this place shows it instead
 */
export function OpenCaseDialog({ isCovered = false }: { readonly isCovered?: boolean }) {
  const t = useMessages(caseMessages);
  const form = useForm(openForm);
  const { finding, choose } = useUnit({ finding: $finding, choose: openCaseOf });
  if (form === null) return null;
  return (
    <FormDialog
      label={t.openTitle}
      description={finding && `${t.kinds[finding.kind]} · ${finding.name}`}
      open={finding !== null && !isCovered}
      onClose={() => choose({ finding: null })}
      form={form}
      submitLabel={t.open}
      failedTitle={t.notOpened}
      sections={[
        {
          fields: [
            {
              name: "ownerId",
              kind: "custom",
              label: t.columns.owner,
              render: () => <OwnerField form={form} />,
            },
            { name: "dueOn", kind: "date", label: t.columns.dueOn, half: true },
            {
              name: "comment",
              kind: "textarea",
              label: t.comment,
              maxLength: COMMENT_MAX_LENGTH,
            },
          ],
        },
      ]}
    />
  );
}
