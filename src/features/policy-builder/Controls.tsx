import { useUnit } from "effector-react";
import { TEXT_MAX_LENGTH } from "#events/entities/common.ts";
import {
  FILTER_FLAG_MESSAGE,
  SLIDER_MARKS,
  SLIDER_MAX,
  SLIDER_MIN,
} from "#events/policy/builder.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterDropdown } from "../../ui/FilterDropdown.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { PercentSlider } from "../../ui/PercentSlider.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Toggle } from "../../ui/Toggle.tsx";
import { $evaluation } from "./evaluation.ts";
import {
  $allCollapsed,
  $builder,
  $scope,
  $threshold,
  changeFilterText,
  collapseAllResources,
  dragThreshold,
  moveThreshold,
  toggleHints,
} from "./model.ts";
import { $resourceFilter, chooseResources } from "./resourceFilter.ts";
import { sliderPercent, summarizeKept } from "./rules.ts";
import styles from "./View.module.css";

/** The threshold, and below it what narrows the table. */
export function Controls() {
  return (
    <>
      <Threshold />
      <Filters />
    </>
  );
}

function Threshold() {
  const { threshold, evaluation, drag, move } = useUnit({
    threshold: $threshold,
    evaluation: $evaluation,
    drag: dragThreshold,
    move: moveThreshold,
  });
  return (
    <section className={styles.threshold} aria-label="Threshold">
      <PercentSlider
        className={styles.slider}
        label="Percentage of identities"
        min={SLIDER_MIN}
        max={SLIDER_MAX}
        marks={SLIDER_MARKS}
        value={threshold}
        onChange={drag}
      />
      <NumberField
        className={styles.number}
        label="Percentage"
        hideLabel
        min={SLIDER_MIN}
        max={SLIDER_MAX}
        unit="%"
        steppers
        value={threshold}
        onCommit={(value) => {
          if (value !== null) move({ percent: sliderPercent(value) });
        }}
        onChange={(value) => {
          if (value !== null) drag(value);
        }}
      />
      <p className={styles.kept}>{evaluation && summarizeKept(evaluation.view)}</p>
    </section>
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
      <Toggle
        className={styles.hints}
        label="Show Hints"
        checked={builder.hints}
        onChange={(shown) => hints({ shown })}
      />
    </div>
  );
}
