import { useEffect, useEffectEvent, useRef } from "react";
import { useFormats } from "../language/LanguageProvider.tsx";
import { watchTheme } from "../threshold-chart/watchTheme.ts";
import "../threshold-chart/uplot.css";
import { createBarPlot, type BarColors, type BarPlot } from "./barPlot.ts";
import { CHART_HEIGHT, type Bar } from "./chartSpace.ts";
import styles from "./BarChart.module.css";

/** Bars of one value, or of two that are stacked, with a table of the numbers for screen readers. */
export function BarChart({
  label,
  barHeader,
  series,
  bars,
}: {
  readonly label: string;
  /** The header of the labels in the table. */
  readonly barHeader: string;
  /** The name of each value. */
  readonly series: readonly string[];
  readonly bars: readonly Bar[];
}) {
  const canvas = useRef<HTMLDivElement>(null);
  const probes = useRef<HTMLDivElement>(null);
  const plot = useRef<BarPlot | null>(null);
  const { compact, count } = useFormats();
  const numberText = useEffectEvent((value: number) => compact(value));
  useEffect(() => {
    const host = canvas.current;
    if (!host) return;
    const made = createBarPlot({
      host,
      width: host.clientWidth,
      bars,
      colors: () => readColors(probes.current),
      numberText,
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
  }, [bars]);
  useEffect(() => plot.current?.repaint(), [compact]);
  return (
    <div>
      <ul className={styles.legend} aria-hidden="true">
        {series.map((name, at) => (
          <li key={name}>
            <span className={styles.swatch} data-series={at} />
            {name}
          </li>
        ))}
      </ul>
      <div
        ref={canvas}
        className={styles.canvas}
        style={{ height: CHART_HEIGHT }}
        aria-hidden="true"
      />
      <div ref={probes} className={styles.probes} aria-hidden="true">
        {PARTS.map((part) => (
          <span key={part} className={styles[part]} />
        ))}
      </div>
      {/* A table would be wider than the pixel of hidden content. */}
      <div className="visually-hidden">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{barHeader}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar, at) => (
              // Two resources may have one name.
              <tr key={`${bar.label} ${at}`}>
                <th scope="row">{bar.label}</th>
                {series.map((name, value) => (
                  <td key={name}>{count(bar.values[value] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const PARTS = ["first", "second", "grid", "text"] as const;

function readColors(probes: HTMLElement | null): BarColors {
  const colors = Object.fromEntries(
    PARTS.map((part, at) => {
      const probe = probes?.children[at];
      return [part, probe ? getComputedStyle(probe).color : ""];
    }),
  ) as Record<(typeof PARTS)[number], string>;
  const { fontSize = "12px", fontFamily = "sans-serif" } = probes ? getComputedStyle(probes) : {};
  return { ...colors, font: `${fontSize} ${fontFamily}` };
}
