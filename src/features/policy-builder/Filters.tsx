import { useUnit } from "effector-react";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { FILTER_FLAG_MESSAGE } from "#events/policy/builder.ts";
import { useSearchedPart } from "../../kernel/usePart.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterDropdown } from "../../ui/FilterDropdown.tsx";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
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
import { builderWords } from "./words.ts";
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
  const words = useWords(builderWords);
  const { text, flagged, change } = useUnit({
    text: $text,
    flagged: $flagged,
    change: changeFilterText,
  });
  return (
    <SearchField
      className={styles.text}
      label={words.filter}
      maxLength={TEXT_MAX_LENGTH}
      value={text}
      error={flagged ? FILTER_FLAG_MESSAGE : null}
      onChange={(next) => change({ text: next })}
    />
  );
}

function ResourceFilter() {
  const words = useWords(builderWords);
  const { scope, filter, choose } = useUnit({
    scope: $scope,
    filter: $resourceFilter,
    choose: chooseResources,
  });
  const dropdown = useSearchedPart("policyBuilder/resources");
  if (scope?.resourceId !== null) return null;
  return (
    <FilterDropdown
      {...dropdown}
      label={words.filterByResource(filter.selected.size)}
      searchLabel={words.findResource}
      options={filter.options}
      selected={filter.selected}
      onChange={choose}
    />
  );
}

function CollapseAll() {
  const words = useWords(builderWords);
  const { allCollapsed, collapseAll } = useUnit({
    allCollapsed: $allCollapsed,
    collapseAll: collapseAllResources,
  });
  return (
    <Button onClick={() => collapseAll({ collapsed: !allCollapsed })}>
      <span className={styles.either}>
        <span aria-hidden={!allCollapsed}>{words.expandAll}</span>
        <span aria-hidden={allCollapsed}>{words.collapseAll}</span>
      </span>
    </Button>
  );
}

function Hints() {
  const words = useWords(builderWords);
  const { hints, toggle } = useUnit({ hints: $hints, toggle: toggleHints });
  return <Toggle label={words.showHints} checked={hints} onChange={(shown) => toggle({ shown })} />;
}
