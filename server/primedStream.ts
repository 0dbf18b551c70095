/** Streams of answers. */

/**
 * The same pieces, once the first is there: what fails before is told as any failure is, and not by an answer that
 * breaks off.
 */
export async function begun<Piece>(
  pieces: AsyncGenerator<Piece, void>,
): Promise<AsyncGenerator<Piece, void>> {
  const first = await pieces.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
}
