import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { dashboardMessages } from "./messages.ts";
import { approvalRulesForm } from "./approvalRules.ts";
import styles from "./ClientPanel.module.css";

/** Whether another person must approve previews of provisioning. */
export function ApprovalRules() {
  const t = useMessages(dashboardMessages);
  const form = useForm(approvalRulesForm);
  if (form === null) return null;
  return (
    <div className={styles.form}>
      <FormPanel
        label={t.approvalRules}
        form={form}
        failedTitle={t.approvalRulesNotSaved}
        submitLabel={t.saveApprovalRules}
        sections={[
          {
            fields: [
              {
                name: "requiresSecondApprover",
                kind: "checkbox",
                label: t.requiresSecondApprover,
                description: t.requiresSecondApproverWhat,
              },
            ],
          },
        ]}
      />
    </div>
  );
}
