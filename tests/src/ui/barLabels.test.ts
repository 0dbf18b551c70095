import { expect, it } from "vitest";
import { barLabels } from "#src/ui/bar-chart/barLabels.ts";

it("labels of wide bars are not shortened", () => {
  const labels = ["Building Access", "Market Data Terminal"];

  expect(barLabels(labels, 600)).toEqual({ layout: "level", texts: labels });
});

it("labels of narrower bars keep 12 characters", () => {
  const labels = Array.from({ length: 10 }, () => "Market Data Terminal");

  const { layout, texts } = barLabels(labels, 1050);

  expect(layout).toBe("level");
  expect(texts[0]).toBe("Market Data T…");
  expect(barLabels(labels, 920).texts[0]).toBe("Market Data…");
});

it("labels without room for 12 characters are angled and keep 16", () => {
  const labels = Array.from({ length: 10 }, () => "Market Data Terminal");

  const { layout, texts } = barLabels(labels, 600);

  expect(layout).toBe("angled");
  expect(texts[0]).toBe("Market Data Ter…");
});

it("short labels stay level on narrow bars", () => {
  const labels = ["0–10", "10–20", "20–30"];

  expect(barLabels(labels, 150)).toEqual({ layout: "level", texts: labels });
});

it("labels that would overlap at an angle are vertical and keep 13", () => {
  const labels = Array.from({ length: 12 }, () => "Market Data Terminal");

  expect(barLabels(labels, 352).layout).toBe("angled");
  const { layout, texts } = barLabels(labels, 351);

  expect(layout).toBe("vertical");
  expect(texts[0]).toBe("Market Data …");
});
