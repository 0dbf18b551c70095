/** Growing typed arrays with doubling capacity. Untouched capacity takes no physical memory. */

type Growable = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** `array` itself, or a copy with room for at least `length` items. */
export function withRoom<Column extends Growable>(array: Column, length: number): Column {
  if (length <= array.length) return array;
  const Kind = array.constructor as new (length: number) => Column;
  const grown = new Kind(Math.max(length, array.length * 2));
  grown.set(array);
  return grown;
}

export class NumberColumnBuilder<Column extends Uint32Array | Float64Array> {
  private values: Column;
  length = 0;

  constructor(initial: Column) {
    this.values = initial;
  }

  push(value: number): void {
    if (this.length === this.values.length) this.values = withRoom(this.values, this.length + 1);
    this.values[this.length++] = value;
  }

  pushAll(values: Uint32Array | Float64Array): void {
    this.values = withRoom(this.values, this.length + values.length);
    this.values.set(values, this.length);
    this.length += values.length;
  }

  at(index: number): number {
    return this.values[index] as number;
  }

  truncate(length: number): void {
    this.length = Math.min(this.length, length);
  }

  finish(): Column {
    return this.values.subarray(0, this.length) as Column;
  }
}
