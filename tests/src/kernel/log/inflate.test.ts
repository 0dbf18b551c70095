import { describe, expect, it } from "vitest";
import { inPieces } from "#src/kernel/log/inflate.ts";

const BYTES = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at) % 251);

async function partsOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
  }
}

describe("bytes in pieces", () => {
  it("are the same bytes in small pieces, and none shares its buffer", async () => {
    const pieces = await partsOf(inPieces(new Blob([BYTES]).stream()));
    expect(Buffer.concat(pieces).equals(BYTES)).toBe(true);
    expect(pieces.length).toBeGreaterThanOrEqual(BYTES.length / (16 * 1024));
    expect(pieces.filter(({ length }) => length > 16 * 1024)).toEqual([]);
    expect(pieces.filter(({ length, buffer }) => length !== buffer.byteLength)).toEqual([]);
  });
});
