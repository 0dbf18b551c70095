import { useEffect, useEffectEvent, useRef } from "react";
import { cx } from "../cx.ts";
import {
  BARS_HEIGHT,
  CHART_END,
  CHART_HEIGHT,
  CHART_START,
  CHART_TOP,
  CURVES_HEIGHT,
  highest,
} from "./chartSpace.ts";
import type { ChartData, Counts } from "./chartSpace.ts";
import type { ChartColors, Plot } from "./plot.ts";
import { watchTheme } from "./watchTheme.ts";
import { useFormats } from "../language/LanguageProvider.tsx";
import "./uplot.css";
import styles from "./ThresholdChart.module.css";

export type { ChartData } from "./chartSpace.ts";

export type ThresholdChartProps = {
  /** Null while nothing is known: the space is reserved. */
  data: ChartData | null;
  /** The threshold in percent. */
  value: number;
  min: number;
  max: number;
  marks: readonly number[];
  /** The whole percentage under the pointer; null when the pointer leaves. */
  onHover?: (percent: number | null) => void;
  /** A percentage was clicked. */
  onPick?: (percent: number) => void;
  className?: string;
};

/**
 * The entitlements kept by each threshold, and below them the distribution of percentages. Only a picture: its owner shows
 * the numbers beside it as text. It fills the slider's track, of which it is a child.
 */
export function ThresholdChart(props: ThresholdChartProps) {
  const { data, value, min, max, marks, onHover, onPick } = props;
  const canvas = useRef<HTMLDivElement>(null);
  const probes = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const hovered = useRef<number | null>(null);
  const hover = useEffectEvent((percent: number | null) => onHover?.(percent));

  const { compact } = useFormats();
  const scaleText = useEffectEvent((count: number) => compact(count));

  const latest = useRef(data);

  useEffect(() => {
    const host = canvas.current;
    if (!host || !probes.current) return;
    let end = () => {};
    let over = false;
    // A separate chunk, because evaluating it with the rest would delay the first rows.
    const code = import("./plot.ts");
    const draw = ({ createPlot }: Awaited<typeof code>) => {
      if (over) return;
      const made = createPlot({
        host,
        width: host.clientWidth,
        min,
        max,
        marks,
        colors: () => readColors(probes.current),
        scaleText,
        onHover(percent) {
          if (hovered.current === percent) return;
          hovered.current = percent;
          hover(percent);
        },
      });
      if (latest.current) made.setData(latest.current);
      plot.current = made;
      const resized = new ResizeObserver(() => made.setWidth(host.clientWidth));
      resized.observe(host);
      const unwatch = watchTheme(made.repaint);
      end = () => {
        unwatch();
        resized.disconnect();
        made.destroy();
        plot.current = null;
      };
    };
    // If it cannot be loaded, the numbers beside the picture have all the information.
    void code.then(draw, () => undefined);
    return () => {
      over = true;
      end();
    };
  }, [min, max, marks]);
  useEffect(() => {
    latest.current = data;
    if (data) plot.current?.setData(data);
  }, [data]);

  useEffect(() => plot.current?.repaint(), [compact]);

  const hoverBars = (percent: number | null) => {
    hovered.current = percent;
    onHover?.(percent);
  };
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
      <div
        className={styles.strip}
        style={{ height: BARS_HEIGHT }}
        onMouseMove={({ clientX, currentTarget }) => {
          const { left: start, width } = currentTarget.getBoundingClientRect();
          const percent = min + Math.floor(((clientX - start) / width) * (max - min));
          if (percent !== hovered.current) hoverBars(percent);
        }}
        onMouseLeave={() => hoverBars(null)}
      >
        <div className={styles.below} style={{ width: left }} />
      </div>
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

/** The intersection of a curve and the threshold. */
function Dot({ className, left, top }: { className?: string; left: string; top: number }) {
  return <span className={cx(styles.dot, className)} style={{ left, top }} />;
}

function topOf(counts: Counts, value: number, min: number, max: number): number {
  const share = (counts[Math.round(value)] ?? 0) / highest(counts, min, max);
  return CHART_TOP + (CURVES_HEIGHT - CHART_TOP - 1) * (1 - share);
}

const PARTS = ["main", "ground", "second", "bars", "barsText", "grid", "text"] as const;

function readColors(probes: HTMLElement | null): ChartColors {
  const colors = Object.fromEntries(
    PARTS.map((part, at) => {
      const probe = probes?.children[at];
      return [part, probe ? getComputedStyle(probe).color : ""];
    }),
  ) as Record<(typeof PARTS)[number], string>;
  const { fontSize = "12px", fontFamily = "sans-serif" } = probes ? getComputedStyle(probes) : {};
  return { ...colors, font: `${fontSize} ${fontFamily}` };
}
