import { describe, expect, it } from "vitest";
import { prefetchWindow } from "#src/features/policy-builder/table/prefetchWindow.ts";

const rows = (start: number, end: number) => ({ start, end });

describe("the requested rows", () => {
  it("surround the visible rows as soon as one of these is missing", () => {
    expect(prefetchWindow(rows(0, 30), 0, rows(0, 128))).toBeNull();
    expect(prefetchWindow(rows(99, 129), 1, rows(0, 192))).toBeNull();
    expect(prefetchWindow(rows(1000, 1030), 0, rows(0, 128))).toEqual(rows(896, 1152));
  });

  it("extend further in the scroll direction, and are requested before they are needed", () => {
    expect(prefetchWindow(rows(100, 130), 25, rows(0, 192))).toEqual(rows(0, 512));
    expect(prefetchWindow(rows(125, 155), 25, rows(0, 512))).toBeNull();
    expect(prefetchWindow(rows(4000, 4030), -25, rows(3900, 4100))).toEqual(rows(3584, 4096));
    expect(prefetchWindow(rows(40, 70), -25, rows(0, 192))).toBeNull();
  });

  it("surround the visible rows after a jump, within a bound", () => {
    expect(prefetchWindow(rows(90_000, 90_030), 80_000, rows(0, 128))).toEqual(
      rows(89_920, 90_112),
    );
    const { start, end } = prefetchWindow(rows(5000, 5030), 500, rows(0, 128)) ?? rows(0, 0);
    expect(end - start).toBeLessThanOrEqual(30 + 512 + 4 * 64);
  });
});
