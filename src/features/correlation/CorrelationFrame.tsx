import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { Correlation } from "#events/entities/correlation.ts";
import { isMissing } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SystemTabs } from "../system-tabs/index.ts";
import { toSystems } from "../systems/index.ts";
import { $errors } from "./errors.ts";
import { correlationMessages } from "./messages.ts";
import { $correlation, $mayUpdate, retry } from "./place.ts";
import styles from "./correlation.module.css";

/** A screen of the correlation of a resource: its header, and the content once the correlation is known. */
export function CorrelationFrame({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: (correlation: Correlation) => ReactNode;
}) {
  const t = useMessages(correlationMessages);
  const { query, mayUpdate } = useUnit({ query: $correlation, mayUpdate: $mayUpdate });
  const { value, failure } = query;
  if (value === null && failure !== null) return <Failure title={title} />;
  return (
    <SharedTooltip className={styles.page}>
      <PageHeader
        title={title}
        context={value ? t.context(value.resourceName, value.accountCount, value.ownedCount) : null}
        actions={value && mayUpdate && actions}
      />
      <SystemTabs current="correlation" />
      {value !== null && !mayUpdate && <Alert severity="info" title={t.readOnly} />}
      {value === null ? <Skeleton height={320} /> : children(value)}
    </SharedTooltip>
  );
}

function Failure({ title }: { readonly title: string }) {
  const t = useMessages(correlationMessages);
  const translate = useTranslate();
  const { query, errors, again } = useUnit({
    query: $correlation,
    errors: $errors,
    again: retry,
  });
  return (
    <div className={styles.page}>
      <PageHeader title={title} />
      {isMissing(query.failure) ? (
        <EmptyState
          title={t.missing}
          action={
            <Link className={buttonClass("secondary")} href={toSystems()}>
              {t.backToSystems}
            </Link>
          }
        >
          {t.missingWhy}
        </EmptyState>
      ) : (
        <LoadFailed
          title={t.failed}
          reason={errors.get && translate(errors.get)}
          onRetry={() => again({})}
        />
      )}
    </div>
  );
}
