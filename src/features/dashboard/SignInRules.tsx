import { useForm } from "../../panels/useUnits.ts";
import { FormPanel } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { dashboardMessages } from "./messages.ts";
import { signInRulesForm } from "./signInRules.ts";
import styles from "./ClientPanel.module.css";

/** Whether users need a second factor to sign in. */
export function SignInRules() {
  const t = useMessages(dashboardMessages);
  const form = useForm(signInRulesForm);
  if (form === null) return null;
  return (
    <div className={styles.form}>
      <FormPanel
        label={t.signInRules}
        form={form}
        failedTitle={t.signInRulesNotSaved}
        submitLabel={t.saveSignInRules}
        sections={[
          {
            fields: [
              {
                name: "requiresSecondFactor",
                kind: "checkbox",
                label: t.requiresSecondFactor,
                description: t.requiresSecondFactorWhat,
              },
            ],
          },
        ]}
      />
    </div>
  );
}
