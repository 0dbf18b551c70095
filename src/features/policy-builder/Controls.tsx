import { useUnit } from "effector-react";
import { TEXT_MAX_LENGTH } from "#events/entities/common.ts";
import { FILTER_FLAG_MESSAGE } from "#events/policy/builder.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterDropdown } from "../../ui/FilterDropdown.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import { Banner } from "./Banners.tsx";
import { ExportMenu } from "./Export.tsx";
import {
  $allCollapsed,
  $builder,
  $scope,
  changeFilterText,
  collapseAllResources,
  toggleHints,
} from "./model.ts";
import { $resourceFilter, chooseResources } from "./resourceFilter.ts";
import { Threshold } from "./Threshold.tsx";
import { UndoRedo } from "./UndoRedo.tsx";
import styles from "./View.module.css";

/** The threshold, and below it what narrows the table. */
export function Controls() {
  return (
    <>
      <Threshold />
      <Banner kind="lowCohesion" />
      <Filters />
    </>
  );
}

function Filters() {
  const { builder, scope, filter, choose, changeText, hints, allCollapsed, collapseAll } = useUnit({
    builder: $builder,
    scope: $scope,
    filter: $resourceFilter,
    choose: chooseResources,
    changeText: changeFilterText,
    hints: toggleHints,
    allCollapsed: $allCollapsed,
    collapseAll: collapseAllResources,
  });
  return (
    <div className={styles.filters} role="search">
      <SearchField
        className={styles.text}
        label="Filter Entitlements"
        maxLength={TEXT_MAX_LENGTH}
        value={builder.text}
        error={builder.flagged ? FILTER_FLAG_MESSAGE : null}
        onChange={(text) => changeText({ text })}
      />
      {scope?.resourceId === null && (
        <FilterDropdown
          label={`Filter By Resource (${filter.selected.size})`}
          searchLabel="Find a resource"
          options={filter.options}
          selected={filter.selected}
          onChange={choose}
        />
      )}
      <Button onClick={() => collapseAll({ collapsed: !allCollapsed })}>
        {allCollapsed ? "Expand resources" : "Collapse resources"}
      </Button>
      <div className={styles.acts}>
        <UndoRedo />
        <Toggle label="Show Hints" checked={builder.hints} onChange={(shown) => hints({ shown })} />
        <ExportMenu />
      </div>
    </div>
  );
}
