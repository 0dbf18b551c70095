import { useMessages } from "../language/LanguageProvider.tsx";
import { uiMessages } from "../messages.ts";
import type { ListColumn, ListState } from "./types.ts";
import styles from "./PrintedRows.module.css";

/** The loaded rows of a list as a table on paper, where the list itself, which scrolls, is left out. */
export function PrintedRows<Item>({
  list: { total, itemAt },
  rowKey,
  columns,
}: {
  readonly list: Pick<ListState<Item>, "total" | "itemAt">;
  readonly rowKey: (item: Item) => string;
  readonly columns: readonly ListColumn<Item>[];
}) {
  const t = useMessages(uiMessages);
  const count = total ?? 0;
  const items = Array.from({ length: count }, (_, at) => itemAt(at)).filter(
    (item) => item !== null,
  );
  return (
    <div className={styles.paper}>
      {items.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ id, header }) => (
                <th key={id} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={rowKey(item)}>
                {columns.map(({ id, cell }) => (
                  <td key={id}>{cell(item)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{t.printedRows(items.length, count)}</p>
    </div>
  );
}
