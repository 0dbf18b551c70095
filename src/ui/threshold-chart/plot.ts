/**
 * The canvas of a threshold chart: two falling curves, each on a scale of its own, over a histogram. The plot area is
 * as wide as the slider's track below it, so that a percentage stands at the same place in both.
 */
import uPlot from "uplot";
import { CHART_END, CHART_HEIGHT, CHART_START, CHART_TOP, highest } from "./chartSpace.ts";
import type { ChartData, Counts } from "./chartSpace.ts";

const BAR_GAP = 1;
/** Distances between two lines of the scale: counts are whole. */
const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].flatMap((ten) => [
  ten,
  2 * ten,
  5 * ten,
]);

/** As CSS resolves them, so that a theme or forced colours reach the canvas. */
export type ChartColors = {
  main: string;
  ground: string;
  second: string;
  bars: string;
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
  /** How a number of the scale reads. */
  scaleText: (count: number) => string;
  /** The percentage under the pointer; null when it leaves. */
  onHover: (percent: number | null) => void;
};

export type Plot = {
  setData: (data: ChartData) => void;
  setWidth: (width: number) => void;
  /** Draws again in the colours of now. */
  repaint: () => void;
  destroy: () => void;
};

export function createPlot(options: PlotOptions): Plot {
  const { min, max, marks, colors, scaleText, onHover } = options;
  const percents = Array.from({ length: max - min + 1 }, (_, at) => min + at);
  let palette = colors();
  let bars: Counts = [];
  let levels: readonly number[] = [];
  const from = (counts: Counts) => percents.map((percent) => counts[percent] ?? 0);
  const fixed = (_plot: uPlot, _low: number, high: number): uPlot.Range.MinMax => [0, high || 1];
  const line = { points: { show: false } } satisfies uPlot.Series;

  const plot = new uPlot(
    {
      width: options.width,
      height: CHART_HEIGHT,
      padding: [CHART_TOP, CHART_END, 1, CHART_START],
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
        draw: [drawScale],
        setCursor: [({ cursor }) => onHover(hovered(cursor))],
      },
    },
    [percents, [], []],
    // It would not know the element of another page, as that of a replay, for one.
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
    const step = bbox.width / (max - min);
    const gap = BAR_GAP * uPlot.pxRatio;
    const width = Math.max(gap, Math.min(step, CHART_END * uPlot.pxRatio) - gap);
    ctx.fillStyle = palette.bars;
    for (const percent of percents) {
      const count = bars[percent] ?? 0;
      if (count === 0) continue;
      // One that is there is seen, however many others there are.
      const height = Math.max(uPlot.pxRatio, (count / most) * bbox.height);
      const left = bbox.left + (percent - min) * step + gap / 2;
      ctx.fillRect(left, bbox.top + bbox.height - height, width, height);
    }
  }

  function drawScale({ ctx, bbox, scales }: uPlot): void {
    const high = scales.main?.max ?? 1;
    const pixel = uPlot.pxRatio;
    ctx.fillStyle = palette.text;
    ctx.font = palette.font.replace(/([\d.]+)px/, (_all, size) => `${Number(size) * pixel}px`);
    ctx.textAlign = "right";
    ctx.textBaseline = "middle";
    const right = bbox.left - 8 * pixel;
    for (const level of levels) {
      if (level < 0 || level > high) continue;
      // The lowest stands on its line, as nothing may stick out of the canvas.
      const y = bbox.top + bbox.height * (1 - level / high) - (level === 0 ? 5 * pixel : 0);
      // A longer one is drawn narrower: the canvas would cut off its first digit.
      ctx.fillText(scaleText(level), right, y, right - 2 * pixel);
    }
  }
}
