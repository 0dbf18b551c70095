import { useUnit } from "effector-react";
import type { PolicyUndoPreview } from "#events/entities/policyChange.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $undoPreview, retryUndoPreview, undo } from "./historyModel.ts";
import { policyChangeMessages } from "./messages.ts";
import { PeopleDialog } from "./PeopleDialog.tsx";
import { openPeople } from "./peopleModel.ts";
import styles from "./policyChanges.module.css";

/** Says what undoing a change would do now, and what it would leave alone, before it is done. */
export function UndoDialog() {
  const t = useMessages(policyChangeMessages);
  const dialog = useConfirmation(undo);
  const { value } = useUnit($undoPreview);
  const changesNothing = value !== null && changedBy(value) === 0;
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && value !== null && !changesNothing }}
      title={t.undoTitle}
      description={t.undoWhat}
      confirmLabel={t.undoConfirm}
      failedTitle={t.notUndone}
      variant="primary"
    >
      <Effect />
      <PeopleDialog of="undo" />
    </ConfirmDialog>
  );
}

const changedBy = ({ added, removed, periods = 0 }: PolicyUndoPreview) => added + removed + periods;

function Effect() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { query, confirmation, retry, open } = useUnit({
    query: $undoPreview,
    confirmation: undo.$view,
    retry: retryUndoPreview,
    open: openPeople,
  });
  if (query.status === "failed") {
    return (
      <LoadFailed
        title={t.effectFailed}
        reason={query.failure && translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (query.value === null) return <Skeleton height={96} />;
  const { orgs, added, removed, periods = 0, kept, people } = query.value;
  const { subject } = confirmation;
  return (
    <div className={styles.stack}>
      <ul className={styles.effects} aria-live="polite">
        {changedBy(query.value) === 0 && <li>{t.undoNothing}</li>}
        {added > 0 && <li>{t.comesBack(added, orgs)}</li>}
        {removed > 0 && <li>{t.goesAway(removed, orgs)}</li>}
        {periods > 0 && <li>{t.periodComesBack(periods)}</li>}
        {kept > 0 && <li>{t.stays(kept)}</li>}
        <li>{t.people(people.gaining, people.losing)}</li>
      </ul>
      {subject !== null && people.gaining + people.losing > 0 && (
        <div className={styles.row}>
          <Button
            size="small"
            onClick={() => open({ people: { changeId: subject.changeId, of: "undo" } })}
          >
            {t.showPeople}
          </Button>
        </div>
      )}
    </div>
  );
}
