import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CSS = readFileSync(new URL("../../../src/ui/tokens.css", import.meta.url), "utf8");

/** The declarations of the first block, resolved for each theme. */
function themes(): { light: Map<string, string>; dark: Map<string, string> } {
  const start = CSS.indexOf("{", CSS.indexOf("@layer tokens {\n  :root"));
  const body = CSS.slice(start + 1, CSS.indexOf("\n  }", start));
  const [light, dark] = [new Map<string, string>(), new Map<string, string>()];
  for (const [, name = "", declared = ""] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    const value = declared.replaceAll(/\s+/g, " ");
    const [, one, other] = /^light-dark\((.+\)), (.+)\)$/.exec(value) ?? [];
    light.set(name, one ?? value);
    dark.set(name, other ?? value);
  }
  return { light, dark };
}

const { light: LIGHT, dark: DARK } = themes();

/** Relative luminance (WCAG) of an oklch() colour. */
function luminance(theme: Map<string, string>, name: string): number {
  const value = theme.get(name) ?? "";
  const alias = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  if (alias) return luminance(theme, alias);
  const parts = /^oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)$/.exec(value);
  if (!parts) throw new Error(`${name} is no plain oklch() colour: ${value}`);
  const [lightness, chroma, hue] = [Number(parts[1]) / 100, Number(parts[2]), Number(parts[3])];
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clamp = (part: number) => Math.min(1, Math.max(0, part));
  return (
    0.2126 * clamp(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * clamp(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * clamp(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

function contrast(theme: Map<string, string>, front: string, back: string): number {
  const [a, b] = [luminance(theme, front), luminance(theme, back)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const GROUNDS = ["--surface", "--surface-sunken", "--surface-raised", "--surface-hover"];
const SEVERITIES = ["info", "success", "warning", "error"];

test("each theme has its own colours", () => {
  const own = [...DARK].filter(([name, value]) => LIGHT.get(name) !== value);
  expect(own.length).toBeGreaterThan(40);
});

test.each([
  ["light", LIGHT],
  ["dark", DARK],
])("text of the %s theme reaches AAA, controls and borders of fields AA", (_name, theme) => {
  for (const ground of GROUNDS) {
    expect(contrast(theme, "--text", ground), `text on ${ground}`).toBeGreaterThan(7);
    expect(contrast(theme, "--text-muted", ground), `muted on ${ground}`).toBeGreaterThan(7);
    expect(contrast(theme, "--accent-text", ground), `link on ${ground}`).toBeGreaterThan(7);
    expect(contrast(theme, "--error-text", ground), `error on ${ground}`).toBeGreaterThan(7);
    expect(contrast(theme, "--border-strong", ground), `field on ${ground}`).toBeGreaterThan(3);
    expect(contrast(theme, "--focus", ground), `focus on ${ground}`).toBeGreaterThan(3);
  }
  for (const severity of SEVERITIES) {
    const ground = `--${severity}-subtle`;
    expect(contrast(theme, `--${severity}-text`, ground), severity).toBeGreaterThan(7);
    expect(contrast(theme, "--text", ground), severity).toBeGreaterThan(7);
    expect(contrast(theme, `--${severity}-solid`, ground), severity).toBeGreaterThan(3);
  }
  expect(contrast(theme, "--on-accent", "--accent-solid")).toBeGreaterThan(4.5);
  expect(contrast(theme, "--on-error", "--error-solid")).toBeGreaterThan(4.5);
  expect(contrast(theme, "--accent-text", "--accent-subtle")).toBeGreaterThan(4.5);
});

test.each([
  ["light", LIGHT],
  ["dark", DARK],
])("the stacked series of charts stand out from each other in the %s theme", (_name, theme) => {
  expect(contrast(theme, "--series-second", "--accent-solid")).toBeGreaterThan(2);
});
