/** How the bytes of a body arrive: whole, within their limit, and in turns with other work. */
import { PassThrough, Readable } from "node:stream";
import { expect, it } from "vitest";
import { LARGE_BODY, receiveBody } from "#server/bodies/receiveBody.ts";

const UNKNOWN = Number.NaN;
const CHUNK = 64 * 1024;

/** Chunks that differ, as one body. */
function chunksOf(count: number, size = CHUNK): { chunks: Buffer[]; whole: Buffer } {
  const chunks = Array.from({ length: count }, (_, at) => Buffer.alloc(size, at + 1));
  return { chunks, whole: Buffer.concat(chunks) };
}

it.each([
  ["of known length", (size: number) => size],
  ["of unknown length", () => UNKNOWN],
])("a body %s arrives whole, in memory of its own", async (_what, lengthOf) => {
  for (const count of [0, 1, 3, 40]) {
    const { chunks, whole } = chunksOf(count);
    const bytes = await receiveBody(Readable.from(chunks), lengthOf(whole.length), 10_000_000);
    expect(Buffer.from(bytes).equals(whole), `${count} chunks`).toBe(true);
    expect(bytes.buffer.byteLength).toBe(whole.length);
  }
});

it("a body that is announced as too large is not read", async () => {
  const { chunks } = chunksOf(1);
  const payload = Readable.from(chunks);
  await expect(receiveBody(payload, CHUNK, CHUNK - 1)).rejects.toMatchObject({ statusCode: 413 });
  expect(payload.readableDidRead).toBe(false);
});

it("a body that becomes too large is refused, and its connection stays open for the answer", async () => {
  const payload = new PassThrough();
  payload.write(Buffer.alloc(CHUNK));
  payload.write(Buffer.alloc(1));
  await expect(receiveBody(payload, UNKNOWN, CHUNK)).rejects.toMatchObject({ statusCode: 413 });
  expect(payload.destroyed).toBe(false);
  await expect(
    receiveBody(Readable.from(chunksOf(2).chunks), UNKNOWN, 2 * CHUNK),
  ).resolves.toHaveLength(2 * CHUNK);
});

it.each([
  ["shorter", CHUNK + 1],
  ["longer", CHUNK - 1],
])("a body that is %s than announced is refused", async (_what, length) => {
  const payload = Readable.from(chunksOf(1).chunks);
  await expect(receiveBody(payload, length, 10 * CHUNK)).rejects.toMatchObject({
    code: "FST_ERR_CTP_INVALID_CONTENT_LENGTH",
  });
});

it("a connection that ends during a body counts as a bad request", async () => {
  const payload = new PassThrough();
  payload.write("x");
  const received = receiveBody(payload, 2, 10);
  payload.destroy(new Error("aborted"));
  await expect(received).rejects.toMatchObject({ message: "aborted", statusCode: 400 });
});

it("large bodies that are there already leave a turn for other work after each chunk", async () => {
  const { chunks } = chunksOf(50);
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const size = 50 * CHUNK;
  await Promise.all(
    Array.from({ length: 4 }, async () => receiveBody(Readable.from(chunks), size, size)),
  );
  isDone = true;
  const free = LARGE_BODY / CHUNK;
  expect(turns).toBeGreaterThanOrEqual(4 * (50 - free));
});
