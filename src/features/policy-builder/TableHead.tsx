import { useUnit } from "effector-react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { $sort, tickAllShown } from "./model.ts";
import { SortButton, ariaSort } from "./SortButton.tsx";
import { $selectAll } from "./table.ts";
import { builderWords } from "./words.ts";
import styles from "./EntitlementTable.module.css";

/** The heads of the columns, and the checkbox of all that is shown. */
export function TableHead() {
  const words = useWords(builderWords);
  const { sort } = useUnit({ sort: $sort });
  return (
    <>
      <div role="columnheader" className={styles.name} aria-sort={ariaSort(sort, "name")}>
        <SelectAll />
        <SortButton column="name" label={words.columns.name} />
      </div>
      <div role="columnheader" className={styles.percent} aria-sort={ariaSort(sort, "percent")}>
        <SortButton column="percent" label={words.columns.percent} />
      </div>
      <div role="columnheader" className={styles.mark} aria-sort={ariaSort(sort, "inPolicy")}>
        <SortButton column="inPolicy" label={words.columns.inPolicy} />
      </div>
    </>
  );
}

function SelectAll() {
  const words = useWords(builderWords);
  const { all, tickAll } = useUnit({ all: $selectAll, tickAll: tickAllShown });
  const { shown, most, checked, empty } = all;
  return (
    <Checkbox
      className={styles.all}
      label={
        <span className={styles.counted} data-widest={words.selectAllShown(most)}>
          {shown === null ? words.selectAll : words.selectAllShown(shown)}
        </span>
      }
      checked={checked}
      disabled={empty}
      onChange={() => tickAll({ ticked: checked !== true })}
    />
  );
}
