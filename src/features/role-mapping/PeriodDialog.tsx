import { useUnit } from "effector-react";
import { periodMessages } from "../../panels/periods/messages.ts";
import { periodSections } from "../../panels/periods/periodSections.ts";
import { periodText } from "../../panels/periods/periods.ts";
import { useForm } from "../../panels/useUnits.ts";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { roleMappingMessages } from "./messages.ts";
import { $periodSubject, openPeriod, periodForm } from "./periodModel.ts";

/** Edits for which period the policy grants an entitlement. */
export function PeriodDialog() {
  const t = useMessages(roleMappingMessages);
  const periods = useMessages(periodMessages);
  const form = useForm(periodForm);
  const { subject, close } = useUnit({ subject: $periodSubject, close: openPeriod });
  if (form === null) return null;
  return (
    <FormDialog
      label={periods.periodTitle(subject?.name ?? "")}
      description={
        subject && `${t.periodWhat} ${periods.currentPeriod(periodText(subject, periods))}`
      }
      open={subject !== null}
      onClose={() => close({ subject: null })}
      form={form}
      failedTitle={t.periodNotChanged}
      submitLabel={periods.savePeriod}
      sections={periodSections(periods)}
    />
  );
}
