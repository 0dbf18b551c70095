/** Concurrent large bodies: parsing one blocks everybody, and all of them together must not. */
import fastify from "fastify";
import { expect, test } from "vitest";
import { readJsonBodies } from "#server/plugins/jsonBodies.ts";

test("concurrent large bodies are read one at a time, and other requests run in between", async () => {
  const app = fastify({ bodyLimit: 8_000_000 });
  readJsonBodies(app);
  let turn = 0;
  const readIn: number[] = [];
  app.post("/", async () => {
    readIn.push(turn);
    return {};
  });
  await app.ready();
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const payload = JSON.stringify({ content: "x".repeat(2_000_000) });
  const headers = { "content-type": "application/json" };
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () =>
      app.inject({ method: "POST", url: "/", payload, headers }),
    ),
  );
  isOver = true;
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(new Set(readIn).size).toBe(6);
  await app.close();
});
