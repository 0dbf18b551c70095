import { useUnit } from "effector-react";
import { useLayoutEffect, useRef } from "react";
import { $now } from "../../kernel/clock.ts";
import { Button } from "../../ui/Button.tsx";
import { useSay, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Pagination } from "../../ui/Pagination.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { undoUserChangeCall } from "./calls.ts";
import { describeChange, describeField } from "./editRules.ts";
import { $changes, pageChanges, undoChange } from "./history.ts";
import { SignOut } from "./SignOut.tsx";
import { userMessages } from "./messages.ts";
import styles from "./EditView.module.css";

/** Who changed what and when, the newest first. */
export function History() {
  const t = useMessages(userMessages);
  const say = useSay();
  const { changes, now, status, page, undo } = useUnit({
    changes: $changes,
    now: $now,
    status: undoUserChangeCall.$status,
    page: pageChanges,
    undo: undoChange,
  });
  const isFirstLoad = changes.status === "InProgress" && changes.items.length === 0;
  return (
    <Panel title={t.history} context={t.historyWhat} actions={<SignOut />}>
      {isFirstLoad && <Skeleton height={72} />}
      {changes.status === "Fail" && (
        <p>
          {t.historyFailed(say(changes.failure?.message ?? ""))}{" "}
          <Button size="small" onClick={() => page({ page: 0 })}>
            {t.again}
          </Button>
        </p>
      )}
      {changes.status === "Success" && changes.items.length === 0 && <p>{t.nothingChanged}</p>}
      <ol className={styles.changes} aria-label={t.changes} tabIndex={-1}>
        {changes.items.map((change) => (
          <li key={change.id} className={styles.change}>
            <div>
              <p>
                {describeChange(change, t)} <RelativeTime at={Date.parse(change.at)} now={now} />
              </p>
              <ul className={styles.fields}>
                {change.fields.map((field) => (
                  <li key={field.field}>{describeField(field, t, say)}</li>
                ))}
              </ul>
            </div>
            {change.undoable && (
              <UndoButton
                idle={status === "InProgress"}
                onClick={() => undo({ changeId: change.id })}
              />
            )}
          </li>
        ))}
      </ol>
      {changes.page.totalPages > 1 && (
        <Pagination
          label={t.changePages}
          page={changes.page.number}
          totalPages={changes.page.totalPages}
          onPage={(next) => page({ page: next })}
        />
      )}
    </Panel>
  );
}

/** Goes once its change is taken back: whoever has the focus on it finds it on the list. */
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
