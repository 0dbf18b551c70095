import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { CorrelationFrame } from "./CorrelationFrame.tsx";
import { correlationMessages } from "./messages.ts";
import { RuleForm } from "./RuleForm.tsx";
import { newRuleForm } from "./rulesModel.ts";

/** A new rule. */
export function View() {
  const t = useMessages(correlationMessages);
  return (
    <CorrelationFrame title={t.addTitle}>
      {({ attributes }) => <RuleForm form={newRuleForm} known={attributes} submitLabel={t.add} />}
    </CorrelationFrame>
  );
}
