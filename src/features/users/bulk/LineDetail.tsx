import { useUnit } from "effector-react";
import { useState } from "react";
import { Link } from "../../../ui/Link.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { ValueChanges } from "../../../ui/ValueChanges.tsx";
import { toUser } from "../route.ts";
import { $bulk, lineList, openLine } from "./model.ts";
import { useTold } from "./useTold.ts";
import { bulkMessages } from "./messages.ts";
import styles from "./View.module.css";

/** One line of the file in full: all differences and all problems. */
export function LineDetail() {
  const t = useMessages(bulkMessages);
  const told = useTold();
  const { state, lines, open } = useUnit({ state: $bulk, lines: lineList.$view, open: openLine });
  const chosen = state.openRow === null ? null : lines.itemAt(state.openRow);
  // During the closing animation the dialog keeps its content.
  const [line, setLine] = useState(chosen);
  if (chosen !== null && chosen !== line) setLine(chosen);
  return (
    <Modal
      open={chosen !== null}
      onClose={() => open({ index: null })}
      title={line ? `${t.line(line.line)}: ${line.username || t.nobody}` : ""}
    >
      {line && (
        <div className={styles.stack}>
          {line.problems.length > 0 && (
            <ul className={styles.problems}>
              {line.problems.map((problem) => (
                <li key={`${problem.field}${problem.reason.code}`}>{told.problem(problem)}</li>
              ))}
            </ul>
          )}
          {line.changes.length > 0 && (
            <ValueChanges
              changes={line.changes.map(({ field, before, after }) => ({
                field,
                label: told.label(field),
                before: told.value(before),
                after: told.value(after),
              }))}
            />
          )}
          {line.problems.length + line.changes.length === 0 && <p>{t.noChange}</p>}
          {line.userId !== null && <Link href={toUser(line.userId)}>{t.openUser}</Link>}
        </div>
      )}
    </Modal>
  );
}
