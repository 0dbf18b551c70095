import { IconPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { CorrelationRule } from "#events/entities/correlation.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { correlationMessages } from "./messages.ts";
import { $mayUpdate, $place, retry } from "./place.ts";
import { toAddRule, toEditRule } from "./route.ts";
import { describeAttributes, isFuzzy } from "./rules.ts";
import { $rules, ruleDeletion } from "./rulesModel.ts";
import styles from "./correlation.module.css";

/** The rules by tier. */
export function RulesPanel() {
  const t = useMessages(correlationMessages);
  const { place, mayUpdate } = useUnit({ place: $place, mayUpdate: $mayUpdate });
  return (
    <Panel
      title={t.rules}
      context={t.rulesWhat}
      actions={
        mayUpdate && (
          <Link className={buttonClass("secondary")} href={toAddRule(place?.resourceId ?? "")}>
            <IconPlus size={16} aria-hidden="true" /> {t.add}
          </Link>
        )
      }
    >
      <Rules />
      <Deletion />
    </Panel>
  );
}

function Rules() {
  const t = useMessages(correlationMessages);
  const translate = useTranslate();
  const { rules, again } = useUnit({ rules: $rules, again: retry });
  const { value, failure } = rules;
  if (value === null) {
    return failure === null ? (
      <Skeleton height={120} />
    ) : (
      <LoadFailed
        title={t.failed}
        reason={translate(reasonOf(failure))}
        onRetry={() => again({})}
      />
    );
  }
  if (value.length === 0) return <EmptyState title={t.noRules}>{t.noRulesWhy}</EmptyState>;
  const tiers = [...new Set(value.map(({ tier }) => tier))];
  return tiers.map((tier) => (
    <section key={tier} aria-label={t.tier(tier)}>
      <h3 className={styles.tierTitle}>{t.tier(tier)}</h3>
      <ul className={styles.rules}>
        {value
          .filter((rule) => rule.tier === tier)
          .map((rule) => (
            <Rule key={rule.id} rule={rule} />
          ))}
      </ul>
    </section>
  ));
}

function Rule({ rule }: { readonly rule: CorrelationRule }) {
  const t = useMessages(correlationMessages);
  const { percent } = useFormats();
  const { mayUpdate, askDelete } = useUnit({ mayUpdate: $mayUpdate, askDelete: ruleDeletion.open });
  const { id, resourceId, method, threshold, nicknames, weight, version } = rule;
  const name = t.fields[rule.midpointUserFieldId];
  const details = [
    isFuzzy(method) ? t.methodWith(t.methods[method], percent(threshold * 100)) : t.methods[method],
    ...(nicknames ? [t.withNicknames] : []),
    ...(weight === null ? [] : [t.fixedWeight(weight)]),
  ];
  return (
    <li>
      <span className={styles.ruleTexts}>
        {t.ruleOf(name, describeAttributes(rule.attributes))}
        <span className={styles.muted}> {details.join(" · ")}</span>
      </span>
      {mayUpdate && (
        <span className={styles.actions}>
          <Link
            className={buttonClass("quiet", "small")}
            href={toEditRule(resourceId, id)}
            aria-label={t.editOne(name)}
          >
            {t.edit}
          </Link>
          <Button
            size="small"
            variant="quiet"
            aria-label={t.deleteOne(name)}
            onClick={() => askDelete({ subject: { id, name, version } })}
          >
            {t.delete}
          </Button>
        </span>
      )}
    </li>
  );
}

function Deletion() {
  const t = useMessages(correlationMessages);
  const dialog = useConfirmation(ruleDeletion);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.deletionTitle(dialog.subject?.name ?? "")}
      description={t.deletionWhat}
      confirmLabel={t.delete}
      failedTitle={t.notDeleted}
    />
  );
}
