import { useUnit } from "effector-react";
import { isMissing, reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
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
  const translate = useTranslate();
  const { rule, again } = useUnit({ rule: $rule, again: retry });
  const { value, failure } = rule;
  if (value !== null || failure === null) return <RuleForm form={ruleForm} known={known} />;
  return isMissing(failure) ? (
    <EmptyState
      title={t.ruleMissing}
      action={
        <Link className={buttonClass("secondary")} href={toCorrelation(resourceId)}>
          {t.back}
        </Link>
      }
    >
      {t.ruleMissingWhy}
    </EmptyState>
  ) : (
    <LoadFailed
      title={t.ruleFailed}
      reason={translate(reasonOf(failure))}
      onRetry={() => again({})}
    />
  );
}
