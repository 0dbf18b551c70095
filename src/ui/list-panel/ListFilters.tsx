import { useState, type ReactNode } from "react";
import { FilterBar } from "../FilterBar.tsx";
import { FilterDropdown } from "../FilterDropdown.tsx";
import { SearchField } from "../SearchField.tsx";
import { SegmentedControl } from "../SegmentedControl.tsx";
import { SelectField } from "../SelectField.tsx";
import { TextField } from "../TextField.tsx";
import type { ListFilter, ListState } from "./types.ts";

export function ListFilters<Item>({
  list,
  label,
  searchLabel,
  filters,
  below,
  actions,
}: {
  readonly list: ListState<Item>;
  readonly label: string;
  readonly searchLabel: string | undefined;
  readonly filters: readonly ListFilter[];
  readonly below: ReactNode;
  readonly actions: ReactNode;
}) {
  const tabs = filters.filter(({ kind }) => kind === "tabs");
  const others = filters.filter(({ kind }) => kind !== "tabs");
  return (
    <FilterBar
      label={label}
      found={list.status === "ready" ? list.total : null}
      hasMore={list.hasMore}
      below={below}
      actions={actions}
    >
      {tabs.map((filter) => (
        <Filter key={filter.field} filter={filter} list={list} />
      ))}
      {searchLabel !== undefined && (
        <SearchField label={searchLabel} value={list.text} onChange={list.onSearch} />
      )}
      {others.map((filter) => (
        <Filter key={filter.field} filter={filter} list={list} />
      ))}
    </FilterBar>
  );
}

function Filter<Item>({
  filter,
  list,
}: {
  readonly filter: ListFilter;
  readonly list: ListState<Item>;
}) {
  const { field, label } = filter;
  const value = list.query[field];
  const change = (next: unknown) => list.onChange({ [field]: next });
  switch (filter.kind) {
    case "tabs":
      return (
        <SegmentedControl
          label={label}
          options={filter.options.map(({ value: id, label: text }) => ({ id, label: text }))}
          value={String(value)}
          onChange={change}
        />
      );
    case "select":
      return (
        <SelectField
          label={label}
          hideLabel
          options={filter.options}
          value={String(value)}
          onChange={change}
        />
      );
    case "multi":
      return (
        <FilterDropdown
          {...filter.disclosure}
          label={label}
          options={filter.options}
          selected={new Set(Array.isArray(value) ? value.map(String) : [])}
          onChange={(ids) => change([...ids].toSorted())}
        />
      );
    case "date":
      return <TextField label={label} type="date" value={String(value)} onChange={change} />;
    case "text":
      return (
        <TextFilter key={String(value)} label={label} value={String(value)} onApply={change} />
      );
  }
}

/** Applies typed text on Enter or blur, because each change sends a request. */
function TextFilter({
  label,
  value,
  onApply,
}: {
  readonly label: string;
  readonly value: string;
  readonly onApply: (text: string) => void;
}) {
  const [draft, setDraft] = useState(value);
  const apply = () => draft !== value && onApply(draft);
  return (
    <TextField
      label={label}
      value={draft}
      onChange={setDraft}
      onBlur={apply}
      onKeyDown={({ key }) => key === "Enter" && apply()}
    />
  );
}
