import { useUnit } from "effector-react";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { $sort, tickAllShown } from "./model.ts";
import { SortButton, ariaSort } from "./SortButton.tsx";
import { $selectAll } from "./table.ts";
import styles from "./EntitlementTable.module.css";

/** The heads of the columns, and the checkbox of all that is shown. */
export function TableHead() {
  const { sort } = useUnit({ sort: $sort });
  return (
    <>
      <div role="columnheader" className={styles.name} aria-sort={ariaSort(sort, "name")}>
        <SelectAll />
        <SortButton column="name" label="Name" />
      </div>
      <div role="columnheader" className={styles.percent} aria-sort={ariaSort(sort, "percent")}>
        <SortButton column="percent" label="Identities" />
      </div>
      <div role="columnheader" className={styles.mark} aria-sort={ariaSort(sort, "inPolicy")}>
        <SortButton column="inPolicy" label="Policy" />
      </div>
    </>
  );
}

function SelectAll() {
  const { all, tickAll } = useUnit({ all: $selectAll, tickAll: tickAllShown });
  const { label, checked, empty } = all;
  return (
    <Checkbox
      className={styles.all}
      label={label}
      checked={checked}
      disabled={empty}
      onChange={() => tickAll({ ticked: checked !== true })}
    />
  );
}
