/** Lists that are serialized elsewhere: the main thread neither reads nor copies them. */
export class PreparedList {
  /** The JSON array. */
  readonly json: Blob;
  readonly length: number;

  constructor(json: Blob, length: number) {
    this.json = json;
    this.length = length;
  }
}
