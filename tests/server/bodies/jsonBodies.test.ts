/** Bodies as the server reads them: small ones at once, large ones in a thread, so that others have their turn meanwhile. */
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import fastify, { type FastifyInstance } from "fastify";
import { checkBulkChange } from "#events/calls/bulkChanges.ts";
import { induce } from "#events/calls/orgs.ts";
import { CheckedBody, LargeBodies, startBodyThread } from "#server/bodies/largeBodies.ts";
import { batchesOf, preparePolicyChange } from "#server/orgs/policy/preparedChange.ts";
import { answerErrors } from "#server/plugins/errorReplies.ts";
import { readJsonBodies } from "#server/bodies/jsonBodies.ts";
import { LARGE_BODY } from "#server/bodies/receiveBody.ts";

const headers = { "content-type": "application/json" };

describe("a large body", () => {
  let app: FastifyInstance;
  const large = new LargeBodies();
  const read: unknown[] = [];
  beforeAll(async () => {
    app = fastify({ bodyLimit: 64 * 1024 * 1024 });
    readJsonBodies(app, large);
    answerErrors(app);
    for (const { name } of [induce, checkBulkChange]) {
      app.post(`/${name}`, { config: { call: name } }, async ({ body }) => {
        read.push(body);
        return {};
      });
    }
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    await large.end();
  });

  const send = async (body: unknown, call: { readonly name: string } = induce) => {
    const payload = typeof body === "string" ? body : JSON.stringify(body);
    expect(payload.length).toBeGreaterThan(LARGE_BODY);
    return app.inject({ method: "POST", url: `/${call.name}`, payload, headers });
  };

  test("comes checked and prepared, and the event loop goes on while it is read", async () => {
    const ids = Array.from({ length: 300_000 }, () => randomUUID());
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    const payload = JSON.stringify({ add: ids, remove: [ids[7]?.toUpperCase(), ids[8]] });
    const answer = app.inject({ method: "POST", url: `/${induce.name}`, payload, headers });
    count();
    expect((await answer).statusCode).toBe(200);
    isOver = true;
    expect(turns).toBeGreaterThan(100);
    const body = read.pop();
    expect(body).toBeInstanceOf(CheckedBody);
    expect((body as CheckedBody).value).toEqual(preparePolicyChange({ add: ids, remove: [] }));
  });

  test("of another call comes as it was sent", async () => {
    const body = { fileName: "users.csv", content: "x".repeat(2_000_000) };
    expect((await send(body, checkBulkChange)).statusCode).toBe(200);
    expect((read.pop() as CheckedBody).value).toEqual(body);
  });

  test.each([
    ["no JSON", "x".repeat(LARGE_BODY + 1), 400, "EINVALID"],
    ["undeclared fields", { content: "x".repeat(LARGE_BODY) }, 400, "EINVALID"],
    ["a key of prototypes", `{"__proto__":{"x":"${"x".repeat(LARGE_BODY)}"}}`, 400, "EINVALID"],
    ["many small values", `[${"0,".repeat(1_000_000)}0]`, 413, "ETOOLARGE"],
    ["a character that no database holds", `["${"x".repeat(LARGE_BODY)}\\u0000"]`, 400, "EINVALID"],
  ])("of %s is refused", async (_what, body, status, code) => {
    const answer = await send(body);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  test("that ends its thread fails alone: the next one has another", async () => {
    const own = new LargeBodies();
    const bytes = () => new TextEncoder().encode(JSON.stringify([randomUUID()]));
    await expect(own.read("no/call", bytes())).rejects.toThrow("takes no body");
    await expect(own.read(induce.name, bytes())).resolves.toBeInstanceOf(CheckedBody);
    await own.end();
  });

  test("that ends its thread takes no other body with it", async () => {
    const starts = [
      () => new Worker("process.exit(1)", { eval: true }),
      () => new Worker('throw new Error("No memory")', { eval: true }),
    ];
    const own = new LargeBodies(() => (starts.shift() ?? startBodyThread)());
    const bytes = () => new TextEncoder().encode(JSON.stringify([randomUUID()]));
    const settled = await Promise.allSettled(
      [bytes(), bytes(), bytes(), bytes()].map((one) => own.read(induce.name, one)),
    );
    expect(settled).toMatchObject([
      { status: "rejected", reason: { message: "The thread ended with code 1" } },
      { status: "rejected", reason: { message: "No memory" } },
      { status: "fulfilled" },
      { status: "fulfilled" },
    ]);
    await own.end();
  });

  test("is refused if the server stops before it is read, and so are those that wait", async () => {
    const own = new LargeBodies();
    const bytes = () =>
      new TextEncoder().encode(JSON.stringify(Array.from({ length: 200_000 }, () => randomUUID())));
    const reads = [bytes(), bytes(), bytes()].map((one) => own.read(induce.name, one));
    const settling = Promise.allSettled(reads);
    await own.end();
    const late = own.read(induce.name, bytes());
    for (const one of [...(await settling), ...(await Promise.allSettled([late]))]) {
      expect(one).toMatchObject({ status: "rejected", reason: { code: "EUNAVAILABLE" } });
    }
  });
});

test("of a prepared change each role is there once, with its place, and none is removed that is added", () => {
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()] as const;
  const hex = (id: string) => id.replaceAll("-", "");
  const change = preparePolicyChange({
    add: [one, two.toUpperCase(), one, three],
    remove: [three, randomUUID(), two],
  });
  expect([...batchesOf(change.add)]).toEqual([{ first: 0, oids: [one, two, three].map(hex) }]);
  expect([...change.places]).toEqual([0, 1, 3]);
  expect([...batchesOf(change.remove)].flatMap(({ oids }) => oids)).toHaveLength(1);
  expect(preparePolicyChange([one]).path).toBe("/body");
  const many = Array.from({ length: 45_000 }, () => randomUUID());
  const batches = [...batchesOf(preparePolicyChange(many).add)];
  expect(batches.map(({ first }) => first)).toEqual([0, 20_000, 40_000]);
  expect(batches.flatMap(({ oids }) => oids)).toEqual(many.map(hex));
});
