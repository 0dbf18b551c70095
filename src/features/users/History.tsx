import { useUnit } from "effector-react";
import { useLayoutEffect, useRef } from "react";
import type { UserChange } from "#events/entities/managedUser.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $isUndoing, undoChange, userHistory } from "./editModel.ts";
import { describeChange, describeField } from "./editRules.ts";
import { userMessages } from "./messages.ts";
import styles from "./EditView.module.css";

/** The user's changes, newest first, in pages. */
export function History() {
  const t = useMessages(userMessages);
  const list = useList(userHistory);
  const total = list.total ?? 0;
  const changes = Array.from({ length: total }, (_, at) => list.itemAt(at)).filter(
    (change) => change !== null,
  );
  return (
    <Panel title={t.history} context={t.historyWhat}>
      {list.status === "loading" && total === 0 && <Skeleton height={72} />}
      {list.failure !== null && (
        <p role="alert">
          {t.historyFailed(list.failure)}{" "}
          <Button size="small" onClick={list.onRetry}>
            {t.retry}
          </Button>
        </p>
      )}
      {list.status === "ready" && total === 0 && <p>{t.nothingChanged}</p>}
      <ol className={styles.changes} aria-label={t.changes} tabIndex={-1}>
        {changes.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
      {changes.length < total && (
        <Button size="small" onClick={() => list.onShow(0, changes.length + 1)}>
          {t.showMore}
        </Button>
      )}
    </Panel>
  );
}

function Change({ change }: { readonly change: UserChange }) {
  const t = useMessages(userMessages);
  const { now, isUndoing, undo } = useUnit({ now: $now, isUndoing: $isUndoing, undo: undoChange });
  return (
    <li className={styles.change}>
      <div>
        <p>
          {describeChange(change, t)} <RelativeTime at={Date.parse(change.at)} now={now} />
        </p>
        <ul className={styles.fields}>
          {change.fields.map((field) => (
            <li key={field.field}>{describeField(field, t)}</li>
          ))}
        </ul>
      </div>
      {change.undoable && (
        <UndoButton idle={isUndoing} onClick={() => undo({ changeId: change.id })} />
      )}
    </li>
  );
}

/** Unmounts once its change is undone, so the focus moves to the list. */
function UndoButton({ idle, onClick }: { readonly idle: boolean; readonly onClick: () => void }) {
  const t = useMessages(userMessages);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const own = button.current;
    const list = own?.closest("ol");
    return () => {
      if (own !== null && document.activeElement === own) list?.focus();
    };
  }, []);
  return (
    <Button ref={button} size="small" idle={idle} onClick={onClick}>
      {t.undo}
    </Button>
  );
}
