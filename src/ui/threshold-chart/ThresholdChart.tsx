import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { cx } from "../cx.ts";
import { CHART_END, CHART_HEIGHT, CHART_START, CHART_TOP, createPlot, highest } from "./plot.ts";
import type { ChartColors, ChartData, Counts, Plot } from "./plot.ts";
import { watchTheme } from "./watchTheme.ts";
import "./uplot.css";
import styles from "./ThresholdChart.module.css";

export type { ChartData } from "./plot.ts";

export type ThresholdChartProps = {
  /** Null while nothing is known: the space is kept. */
  data: ChartData | null;
  /** Where the threshold stands, in percent. */
  value: number;
  min: number;
  max: number;
  marks: readonly number[];
  /** The whole percentage under the pointer; null when it leaves. */
  onHover?: (percent: number | null) => void;
  /** A percentage was clicked. */
  onPick?: (percent: number) => void;
  className?: string;
};

/**
 * What each threshold keeps, over how the percentages lie. A picture only: whoever shows it gives the numbers beside
 * it as text. It fills the track of the slider that it is a child of.
 */
export function ThresholdChart(props: ThresholdChartProps) {
  const { data, value, min, max, marks, onHover, onPick } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const probes = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const hovered = useRef<number | null>(null);
  const hover = useEffectEvent((percent: number | null) => onHover?.(percent));

  useLayoutEffect(() => {
    const host = canvas.current;
    if (!host || !probes.current) return;
    const made = createPlot({
      host,
      width: host.clientWidth,
      min,
      max,
      marks,
      colors: () => readColors(probes.current),
      onHover(percent) {
        if (hovered.current === percent) return;
        hovered.current = percent;
        hover(percent);
      },
    });
    plot.current = made;
    const resized = new ResizeObserver(() => made.setWidth(host.clientWidth));
    resized.observe(host);
    const unwatch = watchTheme(made.repaint);
    return () => {
      unwatch();
      resized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [min, max, marks]);
  useEffect(() => {
    if (data) plot.current?.setData(data);
  }, [data, min, max, marks]);

  const left = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div
      className={cx(styles.chart, props.className)}
      style={{ height: CHART_HEIGHT }}
      aria-hidden="true"
      onClick={() => {
        if (hovered.current !== null) onPick?.(hovered.current);
      }}
    >
      <div
        ref={canvas}
        className={styles.canvas}
        style={{ left: -CHART_START, right: -CHART_END }}
      />
      <div className={styles.below} style={{ width: left }} />
      {data && (
        <>
          <Dot className={styles.main} left={left} top={topOf(data.main, value, min, max)} />
          <Dot className={styles.second} left={left} top={topOf(data.second, value, min, max)} />
        </>
      )}
      <div ref={probes} className={styles.probes}>
        {PARTS.map((part) => (
          <span key={part} className={styles[part]} />
        ))}
      </div>
    </div>
  );
}

/** Where a curve passes the threshold. */
function Dot({ className, left, top }: { className?: string; left: string; top: number }) {
  return <span className={cx(styles.dot, className)} style={{ left, top }} />;
}

function topOf(counts: Counts, value: number, min: number, max: number): number {
  const share = (counts[Math.round(value)] ?? 0) / highest(counts, min, max);
  return CHART_TOP + (CHART_HEIGHT - CHART_TOP - 1) * (1 - share);
}

const PARTS = ["main", "ground", "second", "bars", "grid", "text"] as const;

function readColors(probes: HTMLElement | null): ChartColors {
  const [main = "", ground = "", second = "", bars = "", grid = "", text = ""] = PARTS.map(
    (_part, at) => {
      const probe = probes?.children[at];
      return probe ? getComputedStyle(probe).color : "";
    },
  );
  const { fontSize = "12px", fontFamily = "sans-serif" } = probes ? getComputedStyle(probes) : {};
  return { main, ground, second, bars, grid, text, font: `${fontSize} ${fontFamily}` };
}
