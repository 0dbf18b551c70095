import { useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { message } from "#events/messages/message.ts";
import { useSearchedPart } from "../../../kernel/useDisclosure.ts";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { Button } from "../../../ui/Button.tsx";
import { FilterDropdown } from "../../../ui/FilterDropdown.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { Toggle } from "../../../ui/Toggle.tsx";
import { $clearingAsked } from "../apply/apply.ts";
import { ExportMenu } from "../export/Export.tsx";
import {
  $allCollapsed,
  $flagged,
  $hints,
  $scope,
  $text,
  changeFilterText,
  collapseAllResources,
  toggleHints,
} from "../model.ts";
import { $resourceFilter, chooseResources, RESOURCE_FILTER } from "./resourceFilter.ts";
import { UndoRedo } from "../selection/UndoRedo.tsx";
import { builderMessages } from "../messages.ts";
import styles from "../View.module.css";

/** The table's filters and bulk actions. */
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
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { text, flagged, asked, change } = useUnit({
    text: $text,
    flagged: $flagged,
    asked: $clearingAsked,
    change: changeFilterText,
  });
  const input = useRef<HTMLInputElement>(null);
  const seen = useRef(asked);
  useEffect(() => {
    if (seen.current !== asked) input.current?.focus();
    seen.current = asked;
  }, [asked]);
  return (
    <SearchField
      className={styles.text}
      inputRef={input}
      label={t.filter}
      maxLength={TEXT_MAX_LENGTH}
      value={text}
      error={flagged ? translate(message("builder.clearFilterFirst")) : null}
      onChange={(next) => change({ text: next })}
    />
  );
}

function ResourceFilter() {
  const t = useMessages(builderMessages);
  const { scope, filter, choose } = useUnit({
    scope: $scope,
    filter: $resourceFilter,
    choose: chooseResources,
  });
  const dropdown = useSearchedPart(RESOURCE_FILTER);
  if (scope?.resourceId !== null) return null;
  return (
    <FilterDropdown
      {...dropdown}
      label={t.filterByResource(filter.selected.size)}
      searchLabel={t.findResource}
      options={filter.options}
      selected={filter.selected}
      onChange={choose}
    />
  );
}

function CollapseAll() {
  const t = useMessages(builderMessages);
  const { allCollapsed, collapseAll } = useUnit({
    allCollapsed: $allCollapsed,
    collapseAll: collapseAllResources,
  });
  return (
    <Button onClick={() => collapseAll({ collapsed: !allCollapsed })}>
      <span className={styles.either}>
        <span aria-hidden={!allCollapsed}>{t.expandAll}</span>
        <span aria-hidden={allCollapsed}>{t.collapseAll}</span>
      </span>
    </Button>
  );
}

function Hints() {
  const t = useMessages(builderMessages);
  const { hints, toggle } = useUnit({ hints: $hints, toggle: toggleHints });
  return <Toggle label={t.showHints} checked={hints} onChange={(shown) => toggle({ shown })} />;
}
