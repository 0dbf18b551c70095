import { useUnit } from "effector-react";
import type { PeopleOfChange } from "#events/entities/policyChange.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AffectedList } from "./AffectedList.tsx";
import { policyChangeMessages } from "./messages.ts";
import {
  $openPeople,
  $peopleCounts,
  changedPeople,
  openPeople,
  retryPeople,
} from "./peopleModel.ts";
import styles from "./policyChanges.module.css";

/**
 * The people who gained or lost access by a change, or those whom its undo would affect. A dialog that opens it contains it,
 * so that Escape closes one after the other.
 *
 * @param isHere whether it opens at this place
 */
export function PeopleDialog({
  of,
  isHere = true,
}: {
  readonly of: PeopleOfChange;
  readonly isHere?: boolean;
}) {
  const t = useMessages(policyChangeMessages);
  const { opened, open } = useUnit({ opened: $openPeople, open: openPeople });
  const isOfUndo = of === "undo";
  return (
    <ListDialog
      open={isHere && opened?.of === of}
      onClose={() => open({ people: null })}
      title={isOfUndo ? t.affectedTitle : t.changedTitle}
      description={isOfUndo ? t.undoneWhat : t.changedWhat}
      className={styles.dialog}
    >
      {isOfUndo ? <AffectedList of={changedPeople} columns={t.affectedColumns} /> : <Recorded />}
    </ListDialog>
  );
}

function Recorded() {
  const t = useMessages(policyChangeMessages);
  const query = useUnit($peopleCounts);
  if (query.value?.people) {
    return <AffectedList of={changedPeople} columns={t.changedColumns} />;
  }
  return <PeopleCounts />;
}

/** How many people gained and lost access by the open change, with a button that lists them. */
export function PeopleSummary({ changeId }: { readonly changeId: string }) {
  const t = useMessages(policyChangeMessages);
  const { query, open } = useUnit({ query: $peopleCounts, open: openPeople });
  const people = query.value?.people ?? null;
  return (
    <section className={styles.change} aria-label={t.changedPeople}>
      <h3>{t.changedPeople}</h3>
      <PeopleCounts />
      {people !== null && people.gaining + people.losing > 0 && (
        <div className={styles.row}>
          <Button size="small" onClick={() => open({ people: { changeId, of: "made" } })}>
            {t.showPeople}
          </Button>
        </div>
      )}
    </section>
  );
}

function PeopleCounts() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { query, retry } = useUnit({ query: $peopleCounts, retry: retryPeople });
  if (query.status === "failed") {
    return (
      <LoadFailed
        title={t.peopleFailed}
        reason={query.failure && translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  if (query.value === null) return <Skeleton height={20} />;
  const { people } = query.value;
  if (people === null) return <p className={styles.muted}>{t.notRecorded}</p>;
  return <p className={styles.muted}>{t.gainedAndLost(people.gaining, people.losing)}</p>;
}
