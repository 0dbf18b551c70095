import { describe, expect, it } from "vitest";
import { longTaskSeen, vitalMeasured } from "#events/actions/performance.ts";
import { createTestApp } from "../../support/scope.ts";

const vital = { name: "LCP", value: 1234.5, rating: "good", selector: "main>table" } as const;
const tasks = { kind: "task", count: 2, longest: 80, total: 140, script: "" } as const;

describe("a performance measure", () => {
  it("is recorded with the screen that was open then", async () => {
    const app = createTestApp();
    await app.open("login", "/");
    await app.measure({ type: "vital", vital });
    await app.open("dashboard", "/dashboard");
    await app.measure({ type: "longTasks", tasks });
    expect(app.envelopes(vitalMeasured).map(({ payload }) => payload)).toEqual([
      { ...vital, route: "login" },
    ]);
    expect(app.envelopes(longTaskSeen).map(({ payload }) => payload)).toEqual([
      { ...tasks, route: "dashboard" },
    ]);
  });

  it("is not taken before a screen is open", async () => {
    const app = createTestApp();
    await expect(app.measure({ type: "vital", vital })).rejects.toThrow("Nobody asks");
  });
});
