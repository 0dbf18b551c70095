/** Response streams. */

/**
 * The same chunks with the first already read, so that an earlier failure gets a normal error response instead of a
 * truncated one.
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
