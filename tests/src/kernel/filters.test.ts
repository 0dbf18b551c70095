import { describe, expect, it } from "vitest";
import { boundsOfDays, filled } from "#src/kernel/filters.ts";

describe("filters", () => {
  it("leave out what is not set, and spaces around texts", () => {
    const query = {
      contains: " ann ",
      actor: "  ",
      kind: "users",
      status: "all",
      role: "",
      from: null,
    };
    expect(filled(query)).toEqual({ contains: "ann", kind: "users" });
  });

  it("bound a period of days in UTC, including the last day", () => {
    expect(boundsOfDays("2026-02-28", "2026-02-28")).toEqual({
      from: "2026-02-28T00:00:00.000Z",
      until: "2026-03-01T00:00:00.000Z",
    });
  });

  it.each(["", "2026-13-01", "2026-3-1", "yesterday"])("ignore the day “%s”", (day) => {
    expect(boundsOfDays(day, day)).toEqual({ from: null, until: null });
  });
});
