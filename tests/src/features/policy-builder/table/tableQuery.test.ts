import { describe, expect, it } from "vitest";
import { $tableResult, $stale } from "#src/features/policy-builder/table/tableQuery.ts";
import {
  changeFilterText,
  moveThreshold,
  tickEntitlement,
  tickResource,
  toggleHints,
} from "#src/features/policy-builder/model.ts";
import { showRows } from "#src/features/policy-builder/table/scrolling.ts";
import type { Question } from "#src/kernel/analytics.ts";
import { createBuilderApp, type BuilderApp } from "../support.ts";

interface Watched {
  readonly app: BuilderApp;
  /** The worker's queries since the report arrived. */
  readonly asked: Question[];
  readonly hold: { stale: number };
}

/** A builder with a report; the first `hold.stale` requested windows are stale. */
async function watched(): Promise<Watched> {
  const asked: Question[] = [];
  const hold = { stale: 0 };
  const app = await createBuilderApp({
    isStale: (question) => {
      asked.push(question);
      return question[0] === "window" && hold.stale-- > 0;
    },
  });
  await app.openBuilder();
  await app.replyOrg();
  await app.deliver();
  asked.length = 0;
  return { app, asked, hold };
}

describe("the queries of the worker", () => {
  it("are one for each change of any kind", async () => {
    const { app, asked } = await watched();
    await app.act(moveThreshold, { percent: 50 });
    await app.act(changeFilterText, { text: "reports" });
    await app.act(tickResource, { resource: 1, ticked: false });
    expect(asked.map(([method]) => method)).toEqual(["answer", "answer", "answer"]);
    expect(app.get($tableResult)?.rows.map(({ name }) => name)).toEqual([
      "Core Banking",
      "Branch_Reports Read",
      "HR Portal",
      "Team Reports",
    ]);
  });

  it("include the chart only when it changed, and each selection step once", async () => {
    const { app, asked } = await watched();
    await app.act(tickEntitlement, { row: 0, ticked: false });
    await app.act(moveThreshold, { percent: 50 });
    await app.act(changeFilterText, { text: "a" });
    const questions = asked.flatMap(([method, question]) =>
      method === "answer" ? [question] : [],
    );
    expect(questions.map(({ charts }) => charts)).toEqual([false, false, true]);
    expect(questions.map(({ query }) => [query.opsFrom, query.ops.length])).toEqual([
      [0, 1],
      [1, 0],
      [1, 0],
    ]);
  });

  it("read other rows of the same table without a query, or with one if the worker has moved on", async () => {
    const { app, asked, hold } = await watched();
    await app.act(showRows, { start: 500, end: 520 });
    expect(asked.map(([method]) => method)).toEqual(["window"]);
    hold.stale = 1;
    await app.act(showRows, { start: 0, end: 20 });
    expect(asked.map(([method]) => method)).toEqual(["window", "window", "answer"]);
    expect(app.get($tableResult)?.rows[0]?.name).toBe("Core Banking");
    expect(app.get($stale)).toBe(false);
  });

  it("keep unchanged rows as the same objects, and create others", async () => {
    const { app } = await watched();
    await app.act(moveThreshold, { percent: 50 });
    const before = app.get($tableResult)?.rows ?? [];
    await app.act(tickEntitlement, { row: 3, ticked: false });
    const after = app.get($tableResult)?.rows ?? [];
    expect(after.map((row, at) => row === before[at])).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(after[5]).toMatchObject({ name: "Self Service", ticked: false });
    await app.act(toggleHints, { shown: true });
    const hinted = app.get($tableResult)?.rows ?? [];
    expect(hinted.map((row, at) => row === after[at])).toEqual([
      true,
      false,
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it("skip all but the last of the changes made while one is pending", async () => {
    const { app, asked } = await watched();
    await Promise.all([
      app.act(changeFilterText, { text: "r" }),
      app.act(changeFilterText, { text: "re" }),
      app.act(changeFilterText, { text: "rel" }),
      app.act(changeFilterText, { text: "rele" }),
    ]);
    const texts = asked.flatMap(([method, question]) =>
      method === "answer" ? [question.query.text] : [],
    );
    expect(texts).toEqual(["r", "rele"]);
    expect(app.get($tableResult)?.rows.map(({ name }) => name)).toEqual([]);
  });
});
