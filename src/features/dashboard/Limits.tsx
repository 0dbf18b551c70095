import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { limitsForm } from "./limits.ts";
import { dashboardMessages } from "./messages.ts";
import styles from "./ClientPanel.module.css";

const FIELDS = ["limitApi", "limitSystemExport", "limitSelfCertified"] as const;

/** How many systems of each kind the client may have. */
export function Limits() {
  const t = useMessages(dashboardMessages);
  const form = useForm(limitsForm);
  if (form === null) return null;
  return (
    <div className={styles.form}>
      <FormPanel
        label={t.limitsTitle}
        form={form}
        failedTitle={t.limitsNotSaved}
        submitLabel={t.saveLimits}
        sections={[
          {
            fields: FIELDS.map((name) => ({
              name,
              kind: "number",
              label: t.limitNames[name],
              ...(name === FIELDS[0] && { description: t.limitsWhat }),
              min: 0,
              max: 1_000_000,
            })),
          },
        ]}
      />
    </div>
  );
}
