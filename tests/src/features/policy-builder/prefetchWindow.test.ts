import { describe, expect, it } from "vitest";
import { windowAhead } from "#src/features/policy-builder/prefetchWindow.ts";

const rows = (start: number, end: number) => ({ start, end });

describe("the rows that are asked for", () => {
  it("are some around those in view, as soon as one in view is not among them", () => {
    expect(windowAhead(rows(0, 30), 0, rows(0, 128))).toBeNull();
    expect(windowAhead(rows(99, 129), 1, rows(0, 192))).toBeNull();
    expect(windowAhead(rows(1000, 1030), 0, rows(0, 128))).toEqual(rows(896, 1152));
  });

  it("reach further in the direction in which the table scrolls, and come before they are needed", () => {
    expect(windowAhead(rows(100, 130), 25, rows(0, 192))).toEqual(rows(0, 512));
    expect(windowAhead(rows(125, 155), 25, rows(0, 512))).toBeNull();
    expect(windowAhead(rows(4000, 4030), -25, rows(3900, 4100))).toEqual(rows(3584, 4096));
    expect(windowAhead(rows(40, 70), -25, rows(0, 192))).toBeNull();
  });

  it("are those around the rows in view after a jump, and never without end", () => {
    expect(windowAhead(rows(90_000, 90_030), 80_000, rows(0, 128))).toEqual(rows(89_920, 90_112));
    const { start, end } = windowAhead(rows(5000, 5030), 500, rows(0, 128)) ?? rows(0, 0);
    expect(end - start).toBeLessThanOrEqual(30 + 512 + 4 * 64);
  });
});
