import { reasonOf } from "../../kernel/calls.ts";
import { useUnit } from "effector-react";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import {
  $changeDetails,
  $openChange,
  historyList,
  openChange,
  retryChange,
  undo,
} from "./historyModel.ts";
import { policyChangeMessages } from "./messages.ts";
import { PeopleDialog, PeopleSummary } from "./PeopleDialog.tsx";
import styles from "./policyChanges.module.css";

/** The names of what a change added and removed, org by org. */
export function ChangeDetail() {
  const t = useMessages(policyChangeMessages);
  const { changeId, open, list, ask } = useUnit({
    changeId: $openChange,
    open: openChange,
    list: historyList.$view,
    ask: undo.open,
  });
  const change = list.find(({ id }) => id === changeId);
  const close = () => open({ changeId: null });
  return (
    <Modal
      open={changeId !== null}
      onClose={close}
      title={t.changeTitle}
      cancelLabel={t.close}
      size="large"
      continueLabel={t.undo}
      {...(change?.undoneBy === null && {
        onContinue: () => {
          close();
          ask({ subject: { changeId: change.id } });
        },
      })}
    >
      <div className={styles.stack}>
        {changeId !== null && <PeopleSummary changeId={changeId} />}
        <Details />
      </div>
      <PeopleDialog of="made" isHere={changeId !== null} />
    </Modal>
  );
}

function Details() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { query, retry } = useUnit({ query: $changeDetails, retry: retryChange });
  if (query.status === "failed") {
    return (
      <LoadFailed
        title={t.changeFailed}
        reason={query.failure && translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (query.value === null) return <Skeleton height={96} />;
  const { details, orgs } = query.value;
  if (details.length === 0) return <p>{t.nothingDone}</p>;
  return (
    <div className={styles.stack}>
      {details.map(({ org, added, addedCount, removed, removedCount }) => (
        <section key={org.oid} className={styles.change} aria-label={org.displayName}>
          <h3>{org.displayName}</h3>
          <Names title={t.added(addedCount)} names={added} count={addedCount} />
          <Names title={t.removed(removedCount)} names={removed} count={removedCount} />
        </section>
      ))}
      {orgs > details.length && <p>{t.moreOrgs(orgs - details.length)}</p>}
    </div>
  );
}

function Names({
  title,
  names,
  count,
}: {
  readonly title: string;
  readonly names: readonly string[];
  readonly count: number;
}) {
  const t = useMessages(policyChangeMessages);
  if (count === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className={styles.names}>
        {names.map((name, at) => (
          // Entitlements of two resources may share a name.
          <li key={`${name} ${at}`}>{name}</li>
        ))}
      </ul>
      {count > names.length && <p className={styles.muted}>{t.moreNames(count - names.length)}</p>}
    </>
  );
}
