import { IconTable } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { memo, useState } from "react";
import { SLIDER_MARKS, SLIDER_MAX, SLIDER_MIN } from "#events/rules/builder.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { NumberField } from "../../../ui/NumberField.tsx";
import { PercentSlider } from "../../../ui/PercentSlider.tsx";
import { ThresholdChart, type ChartData } from "../../../ui/threshold-chart/ThresholdChart.tsx";
import { ThresholdLegend } from "../../../ui/threshold-chart/ThresholdLegend.tsx";
import { CurveTable } from "./CurveTable.tsx";
import { $curve, $charts } from "./charts.ts";
import { $drawnThreshold, $threshold, dragThreshold, setThreshold } from "./thresholdDrag.ts";
import { $curveTable, $text, moveThreshold, toggleCurveTable } from "../model.ts";
import { describeBar, describeThreshold } from "./rules.ts";
import { $keptSummary } from "./charts.ts";
import { passRawMoves } from "../latency/rawPointerMove.ts";
import { builderMessages } from "../messages.ts";
import styles from "./Threshold.module.css";

const CURVE_TABLE = "policy-builder-curve";

const $chart = $charts.map(
  (charts): ChartData | null =>
    charts && {
      main: charts.curve.entitlements,
      second: charts.curve.resources,
      bars: charts.histogram,
    },
);

const $areChartsKnown = $charts.map((charts) => charts !== null);

/** The slider below its curve, the number field, and the resulting counts. */
export function Threshold() {
  const [hovered, setHovered] = useState<number | null>(null);
  return (
    <section className={styles.threshold} aria-label={useMessages(builderMessages).threshold}>
      <Slider onHover={setHovered} />
      <Reading hovered={hovered} />
      <Percentage />
      <Kept />
      <Curve />
    </section>
  );
}

interface HoverProps {
  readonly onHover: (percent: number | null) => void;
}

const Slider = memo(function Slider({ onHover }: HoverProps) {
  const t = useMessages(builderMessages);
  const { threshold, curve, drag, set } = useUnit({
    threshold: $threshold,
    curve: $curve,
    drag: dragThreshold,
    set: setThreshold,
  });
  return (
    <PercentSlider
      className={styles.slider}
      label={t.percentageOfIdentities}
      min={SLIDER_MIN}
      max={SLIDER_MAX}
      marks={SLIDER_MARKS}
      value={threshold}
      valueText={(percent) => describeThreshold(percent, curve, t)}
      onChange={set}
      onDrag={drag}
      onPress={passRawMoves}
    >
      <Chart onHover={onHover} />
    </PercentSlider>
  );
});

const Chart = memo(function Chart({ onHover }: HoverProps) {
  const { threshold, chart, move } = useUnit({
    threshold: $drawnThreshold,
    chart: $chart,
    move: moveThreshold,
  });
  return (
    <ThresholdChart
      data={chart}
      value={threshold}
      min={SLIDER_MIN}
      max={SLIDER_MAX}
      marks={SLIDER_MARKS}
      onHover={onHover}
      onPick={(percent) => move({ percent })}
    />
  );
});

/** The counts at a percentage: the one under the pointer, or the threshold. */
function Reading({ hovered }: { readonly hovered: number | null }) {
  const t = useMessages(builderMessages);
  const { threshold, chart, text } = useUnit({
    threshold: $drawnThreshold,
    chart: $chart,
    text: $text,
  });
  const read = hovered ?? threshold;
  const isSet = read === threshold;
  return (
    <div className={styles.reading}>
      <p className={styles.head}>
        {isSet ? t.at(read) : t.atPointer(read)}
        <TableToggle />
      </p>
      <ThresholdLegend
        data={chart}
        percent={read}
        min={SLIDER_MIN}
        labels={{
          main: t.entitlementsKept,
          second: t.resourcesKept,
          bars: describeBar(read, text, t),
        }}
      />
    </div>
  );
}

const Percentage = memo(function Percentage() {
  const { threshold, set } = useUnit({ threshold: $drawnThreshold, set: setThreshold });
  const change = (value: number | null) => {
    if (value !== null) set(value);
  };
  return (
    <NumberField
      className={styles.number}
      label={useMessages(builderMessages).percentage}
      hideLabel
      min={SLIDER_MIN}
      max={SLIDER_MAX}
      unit="%"
      steppers
      tellsLimits
      value={threshold}
      onCommit={change}
      onChange={change}
    />
  );
});

const TableToggle = memo(function TableToggle() {
  const t = useMessages(builderMessages);
  const { shown, known, toggle } = useUnit({
    shown: $curveTable,
    known: $areChartsKnown,
    toggle: toggleCurveTable,
  });
  return (
    <IconButton
      label={shown ? t.hideTable : t.showTable}
      icon={<IconTable size={16} />}
      size="small"
      disabled={!known}
      aria-expanded={shown}
      aria-controls={shown ? CURVE_TABLE : undefined}
      onClick={() => toggle({ shown: !shown })}
    />
  );
});

const Kept = memo(function Kept() {
  const { kept } = useUnit({ kept: $keptSummary });
  return <p className={styles.kept}>{kept}</p>;
});

const Curve = memo(function Curve() {
  const { shown, charts } = useUnit({ shown: $curveTable, charts: $charts });
  return shown && charts ? <CurveTable id={CURVE_TABLE} charts={charts} /> : null;
});
