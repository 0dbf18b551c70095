/** The bytes are not a mining report. The message says what is wrong and at which byte; it quotes no content. */
export class ReportError extends Error {
  override readonly name = "ReportError";
  readonly code = "EBADREPORT";
  /** Byte at which it was noticed. */
  readonly offset: number;
  /** What is wrong, without where. */
  readonly what: string;

  constructor(what: string, offset: number, size: number, place = "") {
    super(`The report cannot be read: ${what}${place} (byte ${offset} of ${size}).`);
    this.what = what;
    this.offset = offset;
  }
}
