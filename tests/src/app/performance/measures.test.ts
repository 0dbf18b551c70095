import { describe, expect, it } from "vitest";
import { Measures, type LongTasks, type Vital } from "#src/app/performance/measures.ts";

const inp = (value: number): Vital => ({ name: "INP", value, rating: "good", selector: "button" });
const task = (longest: number, script = ""): LongTasks => ({
  kind: "task",
  count: 1,
  longest,
  total: longest,
  script,
});

/** Measures whose pauses the test ends. */
function paused() {
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  const measures = new Measures(
    (milliseconds) =>
      new Promise((end) => {
        pauses.push({ milliseconds, end });
      }),
  );
  return { measures, pauses };
}

describe("performance measures", () => {
  it("are recorded one at a time with a pause between them, oldest first", async () => {
    const { measures, pauses } = paused();
    measures.pushVital(inp(40));
    measures.pushTasks(task(60));
    const first = measures.next();
    expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([250]);
    pauses[0]?.end();
    expect(await first).toMatchObject({ type: "vital" });
    const second = measures.next();
    expect(pauses).toHaveLength(2);
    pauses[1]?.end();
    expect(await second).toMatchObject({ type: "longTasks" });
  });

  it("are awaited if there are none", async () => {
    const { measures, pauses } = paused();
    const next = measures.next();
    pauses[0]?.end();
    await Promise.resolve();
    measures.pushVital(inp(40));
    expect(await next).toEqual({ type: "vital", vital: inp(40) });
  });

  it("of a burst are combined: the newest value, and the sum of the tasks", async () => {
    const { measures, pauses } = paused();
    for (let value = 1; value <= 1000; value++) {
      measures.pushVital(inp(value));
      measures.pushTasks(task(50 + (value % 100), `script-${value % 100}.js`));
    }
    const taken = [];
    for (let turn = 0; turn < 2; turn++) {
      const next = measures.next();
      pauses[turn]?.end();
      taken.push(await next);
    }
    expect(taken).toEqual([
      { type: "vital", vital: inp(1000) },
      {
        type: "longTasks",
        tasks: { kind: "task", count: 1000, longest: 149, total: 99_500, script: "script-99.js" },
      },
    ]);
    let more = false;
    void measures.next().then(() => (more = true));
    pauses[2]?.end();
    await Promise.resolve();
    expect(more).toBe(false);
  });
});
