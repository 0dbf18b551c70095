import { useUnit } from "effector-react";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { $sort, tickAllShown } from "../model.ts";
import { SortButton, ariaSort } from "./SortButton.tsx";
import { $selectAll } from "./table.ts";
import { builderMessages } from "../messages.ts";
import styles from "./EntitlementTable.module.css";

/** The column headers, and the checkbox for all shown rows. */
export function TableHead() {
  const t = useMessages(builderMessages);
  const { sort } = useUnit({ sort: $sort });
  return (
    <>
      <div role="columnheader" className={styles.name} aria-sort={ariaSort(sort, "name")}>
        <SelectAll />
        <SortButton column="name" label={t.columns.name} />
      </div>
      <div role="columnheader" className={styles.percent} aria-sort={ariaSort(sort, "percent")}>
        <SortButton column="percent" label={t.columns.percent} />
      </div>
      <div role="columnheader" className={styles.heads}>
        {t.columns.holders}
      </div>
      <div role="columnheader" className={styles.mark} aria-sort={ariaSort(sort, "inPolicy")}>
        <SortButton column="inPolicy" label={t.columns.inPolicy} />
      </div>
    </>
  );
}

function SelectAll() {
  const t = useMessages(builderMessages);
  const { all, tickAll } = useUnit({ all: $selectAll, tickAll: tickAllShown });
  const { shown, most, checked, empty } = all;
  return (
    <Checkbox
      className={styles.all}
      label={
        <span className={styles.counted} data-widest={t.selectAllShown(most)}>
          {shown === null ? t.selectAll : t.selectAllShown(shown)}
        </span>
      }
      checked={checked}
      disabled={empty}
      onChange={() => tickAll({ ticked: checked !== true })}
    />
  );
}
