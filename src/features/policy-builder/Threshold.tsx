import { IconTable } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useMemo, useState } from "react";
import { SLIDER_MARKS, SLIDER_MAX, SLIDER_MIN } from "#events/policy/builder.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { PercentSlider } from "../../ui/PercentSlider.tsx";
import { ThresholdChart } from "../../ui/threshold-chart/ThresholdChart.tsx";
import { ThresholdLegend } from "../../ui/threshold-chart/ThresholdLegend.tsx";
import { CurveTable } from "./CurveTable.tsx";
import { $evaluation } from "./evaluation.ts";
import { $glance } from "./glance.ts";
import {
  $curveTable,
  $threshold,
  dragThreshold,
  moveThreshold,
  toggleCurveTable,
} from "./model.ts";
import { describeBar, describeThreshold, sliderPercent, summarizeKept } from "./rules.ts";
import styles from "./Threshold.module.css";

const CURVE_TABLE = "policy-builder-curve";

/** The slider under the curve that it cuts, the number beside it, and what both come to. */
export function Threshold() {
  const { threshold, glance, drag, move, tableShown } = useUnit({
    threshold: $threshold,
    glance: $glance,
    drag: dragThreshold,
    move: moveThreshold,
    tableShown: $curveTable,
  });
  const [hovered, setHovered] = useState<number | null>(null);
  const data = useMemo(
    () =>
      glance && {
        main: glance.curve.entitlements,
        second: glance.curve.resources,
        bars: glance.histogram,
      },
    [glance],
  );
  const read = hovered ?? threshold;
  return (
    <section className={styles.threshold} aria-label="Threshold">
      <PercentSlider
        className={styles.slider}
        label="Percentage of identities"
        min={SLIDER_MIN}
        max={SLIDER_MAX}
        marks={SLIDER_MARKS}
        value={threshold}
        valueText={(percent) => describeThreshold(percent, glance?.curve ?? null)}
        onChange={drag}
      >
        <ThresholdChart
          data={data}
          value={threshold}
          min={SLIDER_MIN}
          max={SLIDER_MAX}
          marks={SLIDER_MARKS}
          onHover={setHovered}
          onPick={(percent) => move({ percent })}
        />
      </PercentSlider>
      <div className={styles.reading}>
        <p className={styles.head}>
          At {read} %
          <TableToggle />
        </p>
        <ThresholdLegend
          data={data}
          percent={read}
          min={SLIDER_MIN}
          labels={{
            main: "Entitlements kept",
            second: "Resources kept",
            bars: describeBar(read),
          }}
        />
      </div>
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
      <Kept />
      {tableShown && glance && <CurveTable id={CURVE_TABLE} glance={glance} />}
    </section>
  );
}

function TableToggle() {
  const { shown, ready, toggle } = useUnit({
    shown: $curveTable,
    ready: $glance.map((glance) => glance !== null),
    toggle: toggleCurveTable,
  });
  return (
    <IconButton
      label={shown ? "Hide the table" : "Show as table"}
      icon={<IconTable size={16} />}
      size="small"
      disabled={!ready}
      aria-expanded={shown}
      aria-controls={shown ? CURVE_TABLE : undefined}
      onClick={() => toggle({ shown: !shown })}
    />
  );
}

function Kept() {
  const { evaluation } = useUnit({ evaluation: $evaluation });
  return <p className={styles.kept}>{evaluation && summarizeKept(evaluation.view)}</p>;
}
