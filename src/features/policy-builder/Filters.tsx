import { useUnit } from "effector-react";
import { TEXT_MAX_LENGTH } from "#events/entities/common.ts";
import { FILTER_FLAG_MESSAGE } from "#events/policy/builder.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterDropdown } from "../../ui/FilterDropdown.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import { ExportMenu } from "./Export.tsx";
import {
  $allCollapsed,
  $flagged,
  $hints,
  $scope,
  $text,
  changeFilterText,
  collapseAllResources,
  toggleHints,
} from "./model.ts";
import { $resourceFilter, chooseResources } from "./resourceFilter.ts";
import { UndoRedo } from "./UndoRedo.tsx";
import styles from "./View.module.css";

/** What narrows the table, and what is done with it as a whole. */
export function Filters() {
  return (
    <div className={styles.filters} role="search">
      <TextFilter />
      <ResourceFilter />
      <CollapseAll />
      <div className={styles.acts}>
        <UndoRedo />
        <Hints />
        <ExportMenu />
      </div>
    </div>
  );
}

function TextFilter() {
  const { text, flagged, change } = useUnit({
    text: $text,
    flagged: $flagged,
    change: changeFilterText,
  });
  return (
    <SearchField
      className={styles.text}
      label="Filter Entitlements"
      maxLength={TEXT_MAX_LENGTH}
      value={text}
      error={flagged ? FILTER_FLAG_MESSAGE : null}
      onChange={(next) => change({ text: next })}
    />
  );
}

function ResourceFilter() {
  const { scope, filter, choose } = useUnit({
    scope: $scope,
    filter: $resourceFilter,
    choose: chooseResources,
  });
  if (scope?.resourceId !== null) return null;
  return (
    <FilterDropdown
      label={`Filter By Resource (${filter.selected.size})`}
      searchLabel="Find a resource"
      options={filter.options}
      selected={filter.selected}
      onChange={choose}
    />
  );
}

function CollapseAll() {
  const { allCollapsed, collapseAll } = useUnit({
    allCollapsed: $allCollapsed,
    collapseAll: collapseAllResources,
  });
  return (
    <Button onClick={() => collapseAll({ collapsed: !allCollapsed })}>
      {allCollapsed ? "Expand resources" : "Collapse resources"}
    </Button>
  );
}

function Hints() {
  const { hints, toggle } = useUnit({ hints: $hints, toggle: toggleHints });
  return <Toggle label="Show Hints" checked={hints} onChange={(shown) => toggle({ shown })} />;
}
