import { expect, it } from "vitest";
import { barLabels } from "#src/ui/bar-chart/barLabels.ts";

it("labels of wide bars are not shortened", () => {
  const labels = ["Building Access", "Market Data Terminal"];

  expect(barLabels(labels, 600)).toEqual({ isAngled: false, texts: labels });
});

it("labels of narrower bars keep 12 characters", () => {
  const labels = Array.from({ length: 10 }, () => "Market Data Terminal");

  const { isAngled, texts } = barLabels(labels, 1050);

  expect(isAngled).toBe(false);
  expect(texts[0]).toBe("Market Data T…");
  expect(barLabels(labels, 920).texts[0]).toBe("Market Data…");
});

it("labels without room for 12 characters are angled and keep 16", () => {
  const labels = Array.from({ length: 10 }, () => "Market Data Terminal");

  const { isAngled, texts } = barLabels(labels, 600);

  expect(isAngled).toBe(true);
  expect(texts[0]).toBe("Market Data Ter…");
});

it("short labels stay level on narrow bars", () => {
  const labels = ["0–10", "10–20", "20–30"];

  expect(barLabels(labels, 150)).toEqual({ isAngled: false, texts: labels });
});
