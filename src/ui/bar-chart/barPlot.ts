/** The canvas of a bar chart: one bar for each label, of one value or of two that are stacked. */
import uPlot from "uplot";
import { ANGLED_PADDING, barLabels } from "./barLabels.ts";
import { CHART_HEIGHT, type Bar } from "./chartSpace.ts";

/** As CSS resolves them, so that themes and forced colours apply to the canvas. */
export interface BarColors {
  readonly first: string;
  readonly second: string;
  readonly grid: string;
  readonly text: string;
  /** A canvas font. */
  readonly font: string;
}

export interface BarPlot {
  readonly setWidth: (width: number) => void;
  /** Redraws with the current colours. */
  readonly repaint: () => void;
  readonly destroy: () => void;
}

/** The width of the numbers beside the bars. */
const AXIS_SIZE = 52;
const BAR_SHARE = 0.62;
const BAR_MAX = 56;
/** Numbers above narrower bars would overlap. */
const TOTAL_ROOM = 40;
/** Above the bars, for their numbers. */
const TOP_PADDING = 22;
/** Degrees, the height below the bars, and the padding at their right. */
const LABEL_LAYOUTS = {
  level: { angle: 0, height: 32, right: 8 },
  angled: { angle: -38, height: 84, right: ANGLED_PADDING },
  vertical: { angle: -90, height: 104, right: 8 },
};

export function createBarPlot({
  host,
  width,
  bars,
  colors,
  numberText,
}: {
  readonly host: HTMLElement;
  readonly width: number;
  readonly bars: readonly Bar[];
  readonly colors: () => BarColors;
  readonly numberText: (value: number) => string;
}): BarPlot {
  let palette = colors();
  const totals = bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0));
  const names = bars.map(({ label }) => label);
  const labelsOf = (plot: uPlot) => barLabels(names, plot.width - AXIS_SIZE);
  const layoutOf = (plot: uPlot) => LABEL_LAYOUTS[labelsOf(plot).layout];
  const paths = uPlot.paths.bars?.({ size: [BAR_SHARE, BAR_MAX] });
  const series = (color: "first" | "second"): uPlot.Series => ({
    ...(paths && { paths }),
    fill: () => palette[color],
    points: { show: false },
  });
  const plot = new uPlot(
    {
      width,
      height: CHART_HEIGHT,
      padding: [TOP_PADDING, (drawn) => layoutOf(drawn).right, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, range: [-0.5, bars.length - 0.5] },
        y: { range: (_plot, _low, high) => [0, high || 1] },
      },
      axes: [
        {
          splits: () => bars.map((_bar, at) => at),
          values: (drawn) => [...labelsOf(drawn).texts],
          rotate: (drawn) => layoutOf(drawn).angle,
          size: (drawn) => layoutOf(drawn).height,
          space: 1,
          font: palette.font,
          stroke: () => palette.text,
          grid: { show: false },
          ticks: { show: false },
        },
        {
          size: AXIS_SIZE,
          space: 40,
          incrs: [
            1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6,
            2e6, 5e6, 1e7,
          ],
          values: (_plot, levels) => levels.map((level) => numberText(level)),
          font: palette.font,
          stroke: () => palette.text,
          grid: { stroke: () => palette.grid, width: 1 },
          ticks: { show: false },
        },
      ],
      // The sum lies behind the first value, which leaves the second one visible.
      series: [{}, series("second"), series("first")],
      hooks: { draw: [drawTotals] },
    },
    [bars.map((_bar, at) => at), totals, bars.map(({ values }) => values[0] ?? 0)],
    // uPlot would not recognise an element of another page, such as a replay's.
    (made, begin) => {
      host.append(made.root);
      begin();
    },
  );
  return {
    setWidth: (next) => plot.setSize({ width: next, height: CHART_HEIGHT }),
    repaint: () => {
      palette = colors();
      plot.redraw(false, true);
    },
    destroy: () => plot.destroy(),
  };

  function drawTotals(drawn: uPlot): void {
    const { ctx } = drawn;
    const pixel = uPlot.pxRatio;
    if (drawn.bbox.width / pixel / bars.length < TOTAL_ROOM) return;
    ctx.font = palette.font.replace(/([\d.]+)px/, (_all, size) => `${Number(size) * pixel}px`);
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    ctx.fillStyle = palette.text;
    for (const [at, total] of totals.entries()) {
      const x = drawn.valToPos(at, "x", true);
      const y = drawn.valToPos(total, "y", true);
      ctx.fillText(numberText(total), x, y - 3 * pixel);
    }
  }
}
