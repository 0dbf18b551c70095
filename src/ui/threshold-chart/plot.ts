/**
 * The canvas of a threshold chart: two falling curves, the scale of one on the left and of the other on the right, and
 * below them a histogram. All are as wide as the slider's track, so that a percentage stands at the same place in each.
 */
import uPlot from "uplot";
import {
  BAR_MAX,
  BARS_GAP,
  BARS_HEIGHT,
  CHART_END,
  CHART_HEIGHT,
  CHART_START,
  CHART_TOP,
  highest,
} from "./chartSpace.ts";
import type { ChartData, Counts } from "./chartSpace.ts";

const BAR_GAP = 1;
/** Increments of the scale: counts are whole numbers. */
const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].flatMap((ten) => [
  ten,
  2 * ten,
  5 * ten,
]);

/** As CSS resolves them, so that themes and forced colours apply to the canvas. */
export type ChartColors = {
  main: string;
  ground: string;
  second: string;
  bars: string;
  /** The colour of the bars' number. */
  barsText: string;
  grid: string;
  text: string;
  /** A canvas font. */
  font: string;
};

export type PlotOptions = {
  host: HTMLElement;
  width: number;
  /** The percentages at both ends. */
  min: number;
  max: number;
  marks: readonly number[];
  colors: () => ChartColors;
  /** Formats a number of the scale. */
  scaleText: (count: number) => string;
  /** The percentage under the pointer; null when the pointer leaves. */
  onHover: (percent: number | null) => void;
};

export type Plot = {
  setData: (data: ChartData) => void;
  setWidth: (width: number) => void;
  /** Redraws with the current colours. */
  repaint: () => void;
  destroy: () => void;
};

export function createPlot(options: PlotOptions): Plot {
  const { min, max, marks, colors, scaleText, onHover } = options;
  const percents = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  let palette = colors();
  let bars: Counts = [];
  let levels: readonly number[] = [];
  let secondLevels: readonly number[] = [];
  const from = (counts: Counts) => percents.map((percent) => counts[percent] ?? 0);
  const fixed = (_plot: uPlot, _low: number, high: number): uPlot.Range.MinMax => [0, high || 1];
  const line = { points: { show: false } } satisfies uPlot.Series;

  const plot = new uPlot(
    {
      width: options.width,
      height: CHART_HEIGHT,
      padding: [CHART_TOP, CHART_END, BARS_GAP + BARS_HEIGHT + 1, CHART_START],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 7 } },
      scales: {
        x: { time: false, range: [min, max] },
        main: { range: fixed },
        second: { range: fixed },
      },
      axes: [
        {
          size: 0,
          splits: () => [...marks],
          values: (_plot, splits) => splits.map(() => null),
          grid: { stroke: () => palette.grid, width: 1 },
          ticks: { show: false },
        },
        {
          scale: "main",
          size: 0,
          space: 36,
          incrs: WHOLE_STEPS,
          values: (_plot, splits) => {
            levels = splits;
            return splits.map(() => null);
          },
          grid: { stroke: () => palette.grid, width: 1 },
          ticks: { show: false },
        },
        {
          scale: "second",
          side: 1,
          size: 0,
          space: 36,
          incrs: WHOLE_STEPS,
          values: (_plot, splits) => {
            secondLevels = splits;
            return splits.map(() => null);
          },
          grid: { show: false },
          ticks: { show: false },
        },
      ],
      series: [
        {},
        {
          ...line,
          scale: "main",
          width: 2,
          stroke: () => palette.main,
          fill: () => palette.ground,
        },
        { ...line, scale: "second", width: 1.5, dash: [5, 4], stroke: () => palette.second },
      ],
      hooks: {
        drawClear: [drawBars],
        draw: [drawScales],
        setCursor: [({ cursor }) => onHover(hovered(cursor))],
      },
    },
    [percents, [], []],
    // uPlot would not recognise an element of another page, such as a replay's.
    (made, begin) => {
      options.host.append(made.root);
      begin();
    },
  );

  return {
    setData(data) {
      bars = data.bars;
      plot.setData([percents, from(data.main), from(data.second)]);
    },
    setWidth(width) {
      plot.setSize({ width, height: CHART_HEIGHT });
    },
    repaint() {
      palette = colors();
      plot.redraw(false, true);
    },
    destroy: () => plot.destroy(),
  };

  function hovered({ left, idx }: uPlot.Cursor): number | null {
    if (left === undefined || left < 0 || idx == null) return null;
    return percents[idx] ?? null;
  }

  function drawBars({ ctx, bbox }: uPlot): void {
    const most = highest(bars, min, max);
    const pixel = uPlot.pxRatio;
    const step = bbox.width / (max - min);
    const gap = BAR_GAP * pixel;
    const width = Math.max(gap, Math.min(step, BAR_MAX * pixel) - gap);
    const top = bbox.top + bbox.height + BARS_GAP * pixel;
    const room = BARS_HEIGHT * pixel;
    ctx.fillStyle = palette.grid;
    ctx.fillRect(bbox.left, top + room - pixel, bbox.width, pixel);
    ctx.fillStyle = palette.bars;
    for (const percent of percents) {
      const count = bars[percent] ?? 0;
      if (count === 0) continue;
      // A non-empty bar has a minimum height, however high the others are.
      const height = Math.max(2 * pixel, (count / most) * room);
      const left = bbox.left + (percent - min) * step + gap / 2;
      ctx.fillRect(left, top + room - height, width, height);
    }
  }

  function drawScales(plot: uPlot): void {
    const { ctx, bbox, scales } = plot;
    const pixel = uPlot.pxRatio;
    ctx.font = palette.font.replace(/([\d.]+)px/, (_all, size) => `${Number(size) * pixel}px`);
    ctx.textBaseline = "middle";
    const start = bbox.left - 8 * pixel;
    ctx.textAlign = "right";
    ctx.fillStyle = palette.text;
    drawLevels(plot, levels, scales.main?.max ?? 1, start);
    // The bars' scale has one number: the height of the highest bar.
    ctx.fillStyle = palette.barsText;
    const barsTop = bbox.top + bbox.height + (BARS_GAP + 6) * pixel;
    ctx.fillText(scaleText(highest(bars, min, max)), start, barsTop, start - 2 * pixel);
    ctx.textAlign = "left";
    ctx.fillStyle = palette.second;
    drawLevels(plot, secondLevels, scales.second?.max ?? 1, bbox.left + bbox.width + 8 * pixel);
  }

  function drawLevels(
    { ctx, bbox }: uPlot,
    shown: readonly number[],
    high: number,
    at: number,
  ): void {
    const pixel = uPlot.pxRatio;
    for (const level of shown) {
      if (level < 0 || level > high) continue;
      // The lowest number is above its line, away from the bars below.
      const y = bbox.top + bbox.height * (1 - level / high) - (level === 0 ? 5 * pixel : 0);
      // Longer numbers are drawn narrower, because the canvas would cut them off.
      ctx.fillText(scaleText(level), at, y, (CHART_START - 10) * pixel);
    }
  }
}
