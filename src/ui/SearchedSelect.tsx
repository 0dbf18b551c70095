import type { ListState } from "./list-panel/types.ts";
import { SearchField } from "./SearchField.tsx";
import { SelectField, type SelectFieldProps, type SelectOption } from "./SelectField.tsx";
import styles from "./SearchedSelect.module.css";

/** More choices than a person reads; the search finds the others. */
const MAX_SHOWN = 20;

export interface SearchedSelectProps<Item> extends Omit<SelectFieldProps, "options" | "onChange"> {
  readonly list: ListState<Item>;
  readonly searchLabel: string;
  readonly optionOf: (item: Item) => SelectOption;
  /** The choice of an empty value. */
  readonly noneLabel: string;
  /** Choices that come before those of the list. */
  readonly pinned?: readonly SelectOption[];
  /** The label of the value, which the list may lack. */
  readonly chosenLabel: string;
  readonly groupClass?: string | undefined;
  readonly onChange: (value: string, label: string) => void;
}

/** A select among too many choices to list: it offers the first ones, or those that its search finds. */
export function SearchedSelect<Item>({
  list,
  searchLabel,
  optionOf,
  noneLabel,
  pinned = [],
  chosenLabel,
  groupClass,
  value,
  hideLabel = false,
  onChange,
  ...select
}: SearchedSelectProps<Item>) {
  const shown = Math.min(list.total ?? 0, MAX_SHOWN);
  const found = Array.from({ length: shown }, (_, at) => list.itemAt(at)).flatMap((item) =>
    item === null ? [] : [optionOf(item)],
  );
  const first = [{ value: "", label: noneLabel }, ...pinned];
  const isFirst = first.some((option) => option.value === value);
  const options = [
    ...first,
    ...(isFirst ? [] : [{ value, label: chosenLabel }]),
    ...found.filter((option) => option.value !== value),
  ];
  const labelOf = (next: string) => options.find((option) => option.value === next)?.label;
  return (
    <div className={groupClass}>
      {/* The label of the select, above its search. */}
      {!hideLabel && (
        <span className={styles.label} aria-hidden="true">
          {select.label}
        </span>
      )}
      <SearchField label={searchLabel} value={list.text} onChange={list.onSearch} />
      <SelectField
        {...select}
        hideLabel
        options={options}
        value={value}
        onChange={(next) => onChange(next, labelOf(next) ?? next)}
      />
    </div>
  );
}
