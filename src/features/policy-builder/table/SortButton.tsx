import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { Sort } from "#events/actions/policyBuilder.ts";
import { $sort, pressHeader } from "../model.ts";
import styles from "./EntitlementTable.module.css";

export function ariaSort(
  sort: Sort | null,
  column: Sort["column"],
): "ascending" | "descending" | undefined {
  if (sort?.column !== column) return undefined;
  return sort.direction === "ASCENDING" ? "ascending" : "descending";
}

/** A column header that sorts by its column. */
export function SortButton({
  column,
  label,
}: {
  readonly column: Sort["column"];
  readonly label: string;
}) {
  const { sort, press } = useUnit({ sort: $sort, press: pressHeader });
  const sorted = sort?.column === column ? sort.direction : undefined;
  const Arrow = sorted === "DESCENDING" ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={styles.sort}
      data-sorted={sorted}
      onClick={() => press(column)}
    >
      {label}
      <Arrow size={14} aria-hidden="true" />
    </button>
  );
}
