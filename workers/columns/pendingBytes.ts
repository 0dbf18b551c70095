/** Bytes that arrived in pieces and are not read yet. */
export class PendingBytes {
  private pieces: Uint8Array[] = [];
  count = 0;

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.pieces.push(piece);
    this.count += piece.length;
  }

  /**
   * @returns all pending bytes after the remaining earlier ones; none is pending afterwards. A single piece is not
   * copied.
   */
  takeBehind(left: Uint8Array): Uint8Array {
    const pieces = left.length > 0 ? [left, ...this.pieces] : this.pieces;
    const size = left.length + this.count;
    this.pieces = [];
    this.count = 0;
    const [first] = pieces;
    if (first?.length === size) return first;
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}
