/**
 * Bytes in pieces: browsers inflate a whole input chunk on the calling thread, and a small file can expand to
 * gigabytes.
 */

/** Compressed bytes per piece. */
const PIECE = 16 * 1024;

/** The same bytes; each piece has its own buffer. */
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

/** The inflated bytes; a piece is inflated once the previous result was read. */
export function inflated(
  stream: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return inPieces(stream).pipeThrough(new DecompressionStream("gzip"));
}
