import type { ReactNode } from "react";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import { Table } from "./Table.tsx";
import styles from "./ValueChanges.module.css";

export interface ValueChange {
  /** Unique. */
  readonly field: string;
  /** By default the field. */
  readonly label?: ReactNode;
  /** A missing value is shown as a dash. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Instead of both values. */
  readonly note?: string;
  readonly isMarked?: boolean;
}

/** Values before and after a change, side by side. */
export function ValueChanges({
  header,
  changes,
}: {
  /** What has the values; by default fields. */
  readonly header?: string;
  readonly changes: readonly ValueChange[];
}) {
  const t = useMessages(uiMessages);
  if (changes.length === 0) return <p>{t.noValues}</p>;
  return (
    <Table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{header ?? t.field}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, label, before, after, note, isMarked }) => (
          <tr key={field} className={isMarked ? styles.marked : undefined}>
            <th scope="row">{label ?? field}</th>
            {note === undefined ? (
              <>
                <td>{before ?? "–"}</td>
                <td>{after ?? "–"}</td>
              </>
            ) : (
              <td colSpan={2}>{note}</td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
