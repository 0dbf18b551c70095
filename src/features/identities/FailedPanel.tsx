import { useUnit } from "effector-react";
import type { FailedChange, FailedPreview } from "#events/entities/failedChange.ts";
import type { PersonReplacedValue } from "#events/entities/replacedValue.ts";
import { $retrying } from "../../data/systems/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { PreviewProblem } from "../../panels/system-problems/PreviewProblem.tsx";
import { replacedMessages } from "../../panels/system-problems/replacedMessages.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { $failures, retryFailed } from "./failuresModel.ts";
import { identityMessages } from "./messages.ts";
import { retryIdentity } from "./reportModel.ts";
import { SourceLink } from "./SourceLink.tsx";
import styles from "./identities.module.css";

/** Approved changes of the person's accounts that the systems do not have, and why. */
export function FailedPanel() {
  const t = useMessages(identityMessages);
  return (
    <Panel title={t.failures} context={t.failuresWhat}>
      <Previews />
    </Panel>
  );
}

function Previews() {
  const t = useMessages(identityMessages);
  const translate = useTranslate();
  const { query, again } = useUnit({ query: $failures, again: retryIdentity });
  const { value, failure } = query;
  if (value === null) {
    return failure === null ? (
      <Skeleton height={20} />
    ) : (
      <LoadFailed
        title={t.failuresFailed}
        reason={translate(reasonOf(failure))}
        onRetry={() => again({})}
      />
    );
  }
  const { previews, replaced } = value;
  if (previews.length + replaced.length === 0) return <p>{t.noFailures}</p>;
  return (
    <ul className={styles.pending}>
      {previews.map((preview) => (
        <Preview key={preview.previewId} preview={preview} />
      ))}
      {replaced.map((one) => (
        <Replaced key={`${one.resourceId}/${one.account}/${one.attribute}`} value={one} />
      ))}
    </ul>
  );
}

function Replaced({ value }: { readonly value: PersonReplacedValue }) {
  const t = useMessages(identityMessages);
  const replaced = useMessages(replacedMessages);
  const { resourceName, account, attribute, sent, stored } = value;
  return (
    <li>
      <span className={styles.pendingLine}>
        <strong>{t.replacedIn(resourceName, account, attribute)}</strong>
        <Tag tone="warning">{replaced.tag}</Tag>
      </span>
      <span>{replaced.stored(stored)}</span>
      <span>{replaced.sent(sent)}</span>
    </li>
  );
}

function Preview({ preview }: { readonly preview: FailedPreview }) {
  const t = useMessages(identityMessages);
  const { retrying, retry } = useUnit({ retrying: $retrying, retry: retryFailed });
  const { resourceId, resourceName, previewId, no, failedCount, retryable, changes } = preview;
  return (
    <li>
      <span className={styles.pendingLine}>
        <SourceLink source={{ kind: "preview", resourceId, resourceName, no }} />
        {retryable && (
          <Button
            size="small"
            busy={retrying.includes(previewId)}
            onClick={() => retry({ resourceId, previewId })}
          >
            {t.retryFailed(failedCount, resourceName)}
          </Button>
        )}
      </span>
      <ul className={styles.pending}>
        {changes.map((change) => (
          <Change key={change.no} change={change} />
        ))}
      </ul>
    </li>
  );
}

function Change({ change }: { readonly change: FailedChange }) {
  const t = useMessages(identityMessages);
  const { kind, account, gained, lost, open, problem } = change;
  return (
    <li>
      <span className={styles.pendingLine}>
        <strong>{`${t.pendingActions[kind]}: ${account}`}</strong>
        <Tag tone={open ? "info" : "error"}>{open ? t.beingWritten : t.failedTag}</Tag>
      </span>
      {gained.length > 0 && <span>{t.gains(gained.join(", "))}</span>}
      {lost.length > 0 && <span>{t.loses(lost.join(", "))}</span>}
      {problem !== null && <PreviewProblem problem={problem} />}
    </li>
  );
}
