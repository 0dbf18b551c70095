/** Bytes in pieces: browsers inflate what they are given on the thread that asks, and a small file can hold gigabytes. */

/** Bytes that are inflated in one go, before they are. */
const PIECE = 16 * 1024;

/** The same bytes; each piece has a buffer of its own. */
export function inPieces(
  stream: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        for (let at = 0; at < chunk.length; at += PIECE) {
          controller.enqueue(chunk.slice(at, at + PIECE));
        }
      },
    }),
  );
}

/** What was gzipped; a piece is inflated once what came of the one before was read. */
export function inflated(
  stream: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return inPieces(stream).pipeThrough(new DecompressionStream("gzip"));
}
