import { useUnit } from "effector-react";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { CorrelationFrame } from "./CorrelationFrame.tsx";
import { correlationMessages } from "./messages.ts";
import { retry } from "./place.ts";
import { toCorrelation } from "./route.ts";
import { RuleForm } from "./RuleForm.tsx";
import { $rule, ruleForm } from "./rulesModel.ts";

/** A rule that is changed. */
export function View() {
  const t = useMessages(correlationMessages);
  return (
    <CorrelationFrame title={t.editTitle}>
      {({ resourceId, attributes }) => <Rule resourceId={resourceId} known={attributes} />}
    </CorrelationFrame>
  );
}

function Rule({
  resourceId,
  known,
}: {
  readonly resourceId: string;
  readonly known: readonly string[];
}) {
  const t = useMessages(correlationMessages);
  const { rule, again } = useUnit({ rule: $rule, again: retry });
  const { value, failure } = rule;
  if (value !== null || failure === null) return <RuleForm form={ruleForm} known={known} />;
  return (
    <NotLoaded
      failure={failure}
      missing={t.ruleMissing}
      why={t.ruleMissingWhy}
      failed={t.ruleFailed}
      back={{ href: toCorrelation(resourceId), label: t.back }}
      onRetry={() => again({})}
    />
  );
}
