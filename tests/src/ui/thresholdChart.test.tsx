// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type uPlot from "uplot";
import {
  ThresholdChart,
  type ThresholdChartProps,
} from "#src/ui/threshold-chart/ThresholdChart.tsx";
import { ThresholdLegend } from "#src/ui/threshold-chart/ThresholdLegend.tsx";
import { eventually } from "../../support/eventually.ts";

const plots = vi.hoisted(
  () => [] as { options: uPlot.Options; destroyed: boolean; data: unknown[]; redraws: number }[],
);

// happy-dom has no canvas: this proves the chart's calls of the library; a browser proves its picture.
vi.mock("uplot", () => ({
  default: class {
    static pxRatio = 1;
    readonly plot;
    constructor(options: uPlot.Options) {
      this.plot = { options, destroyed: false, data: [] as unknown[], redraws: 0 };
      plots.push(this.plot);
    }
    setData(data: unknown) {
      this.plot.data.push(data);
    }
    setSize() {}
    redraw() {
      this.plot.redraws += 1;
    }
    destroy() {
      this.plot.destroyed = true;
    }
  },
}));

/** 100 - p entitlements and (100 - p) / 10 resources at p, one of each percentage. */
const DATA = {
  main: Uint32Array.from({ length: 101 }, (_, percent) => 100 - percent),
  second: Uint32Array.from({ length: 101 }, (_, percent) => Math.floor((100 - percent) / 10)),
  bars: new Uint32Array(101).fill(1),
};
const MARKS = [30, 60, 90, 100];

beforeEach(() => void plots.splice(0));
afterEach(cleanup);

function chart(props: Partial<ThresholdChartProps> = {}) {
  return <ThresholdChart data={DATA} value={60} min={30} max={100} marks={MARKS} {...props} />;
}

/** The chart once its drawing code is loaded. */
async function drawn(props: Partial<ThresholdChartProps> = {}) {
  const view = render(chart(props));
  await eventually(() => expect(plots).toHaveLength(1));
  return view;
}

function hover(percent: number | null) {
  const hook = plots[0]?.options.hooks?.setCursor;
  const [moved] = Array.isArray(hook) ? hook : [hook];
  const cursor = percent === null ? { left: -10, idx: null } : { left: 1, idx: percent - 30 };
  act(() => moved?.({ cursor } as unknown as uPlot));
}

test("the plot is created once, updated with new data, and destroyed on unmount", async () => {
  const view = await drawn();
  view.rerender(chart({ value: 70 }));
  view.rerender(chart({ value: 71, onHover: () => {} }));
  expect(plots).toHaveLength(1);
  expect(plots[0]?.data).toHaveLength(1);
  view.rerender(chart({ data: { ...DATA } }));
  expect(plots[0]?.data).toHaveLength(2);
  expect(plots).toHaveLength(1);
  view.unmount();
  expect(plots[0]?.destroyed).toBe(true);
});

test("the curves begin at the slider's lowest percentage and end at its highest", async () => {
  await drawn();
  const data = plots[0]?.data[0] as readonly (readonly number[])[] | undefined;
  const [percents = [], main = [], second = []] = data ?? [];
  expect([percents[0], percents.at(-1)]).toEqual([30, 100]);
  expect([main[0], main.at(-1)]).toEqual([70, 0]);
  expect([second[0], second.at(-1)]).toEqual([7, 0]);
});

test("every number of the scale fits its space", async () => {
  await drawn();
  const { axes = [], hooks, padding = [] } = plots[0]?.options ?? {};
  const start = padding[3] as number;
  const plot = {
    ctx: { fillText: vi.fn() },
    bbox: { left: start, top: 8, width: 700, height: 103 },
    scales: { main: { max: 1_500_000 }, second: { max: 130 } },
  } as unknown as uPlot;
  const levels = [
    [0, 500_000, 1_000_000],
    [0, 50, 100],
  ];
  for (const [at, splits] of levels.entries()) {
    const { values } = axes[at + 1] ?? {};
    if (typeof values === "function") values(plot, splits, 1, 36, 1);
  }
  for (const draw of hooks?.draw ?? []) if (typeof draw === "function") draw(plot);
  const texts = vi.mocked(plot.ctx.fillText).mock.calls;
  // Entitlements and the highest bar on the left, resources on the right, each in its own units.
  expect(texts.map(([text]) => text)).toEqual(["0", "500K", "1M", "1", "0", "50", "100"]);
  for (const [, right, , room] of texts.slice(0, 4)) {
    expect(right).toBeLessThan(start);
    expect(room).toBeLessThan(right);
  }
  for (const [, left, , room] of texts.slice(4)) {
    expect(left).toBeGreaterThan(start + 700);
    expect(left + (room ?? 0)).toBeLessThanOrEqual(start + 700 + (padding[1] as number));
  }
});

test("the value is aligned with the slider, with a dot on each curve", () => {
  const { container } = render(chart({ value: 65 }));
  const dots = [...container.querySelectorAll<HTMLElement>("[style*=top]")];
  expect(dots.map(({ style }) => style.left)).toEqual(["50%", "50%"]);
  // At 65 half of the 70 entitlements are kept: the dot is half way up the 103 px of the plot.
  expect(dots[0]?.style.top).toBe("59.5px");
});

test("a chart that unmounts before its code has loaded draws nothing", async () => {
  render(chart()).unmount();
  await drawn();
  expect(plots[0]?.destroyed).toBe(false);
});

test("the chart reserves its space and draws no dot without data", () => {
  const { container } = render(chart({ data: null }));
  expect(container.querySelector<HTMLElement>("[aria-hidden]")?.style.height).toBe("156px");
  expect(container.querySelectorAll("[style*=top]")).toHaveLength(0);
});

test("the percentage under the pointer is reported once, and a click picks it", async () => {
  const onHover = vi.fn();
  const onPick = vi.fn();
  const { container } = await drawn({ onHover, onPick });
  const place = container.firstElementChild;
  if (!place) throw new Error("The chart is not there");
  fireEvent.click(place);
  expect(onPick).not.toHaveBeenCalled();
  hover(72);
  hover(72);
  fireEvent.click(place);
  hover(null);
  expect(onHover.mock.calls).toEqual([[72], [null]]);
  expect(onPick.mock.calls).toEqual([[72]]);
});

test("a bar below the curves also reports its percentage, and a threshold fades only bars", async () => {
  const onHover = vi.fn();
  const onPick = vi.fn();
  const { container } = await drawn({ value: 100, onHover, onPick });
  const veil = container.querySelector<HTMLElement>("[class*=below]");
  expect(veil?.style.width).toBe("100%");
  const strip = veil?.parentElement;
  if (!strip) throw new Error("The bars are not there");
  expect(strip.style.height).toBe("36px");
  strip.getBoundingClientRect = () => new DOMRect(100, 0, 700, 36);
  fireEvent.mouseMove(strip, { clientX: 205 });
  fireEvent.click(strip);
  fireEvent.mouseLeave(strip);
  expect(onHover.mock.calls).toEqual([[40], [null]]);
  expect(onPick.mock.calls).toEqual([[40]]);
});

test("another theme is drawn immediately", async () => {
  await drawn();
  const before = plots[0]?.redraws ?? 0;
  document.documentElement.dataset.theme = "dark";
  await eventually(() => expect(plots[0]?.redraws).toBeGreaterThan(before));
  delete document.documentElement.dataset.theme;
});

test("the legend shows the counts at a percentage, and keeps its width", () => {
  const labels = {
    main: "Entitlements kept",
    second: "Resources kept",
    bars: "Held by 60–61% of identities",
  };
  const view = render(<ThresholdLegend data={DATA} percent={60} min={30} labels={labels} />);
  const values = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);
  expect(screen.getAllByRole("term").map(({ textContent }) => textContent)).toEqual(
    Object.values(labels),
  );
  expect(values()).toEqual(["40", "4", "1"]);
  const width = screen.getAllByRole("definition")[0]?.style.minWidth;
  view.rerender(<ThresholdLegend data={DATA} percent={99} min={30} labels={labels} />);
  expect(values()).toEqual(["1", "0", "1"]);
  expect(screen.getAllByRole("definition")[0]?.style.minWidth).toBe(width);
});
