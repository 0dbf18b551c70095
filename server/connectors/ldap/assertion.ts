/** The assertion control (RFC 4528): the server changes an entry only if it still matches. */
import { BerWriter, Control, type BerWriter as Writer, type Filter } from "ldapts";

const OCTETS = 0x04;

export class AssertionControl extends Control {
  static readonly oid = "1.3.6.1.1.12";
  readonly #filter: Filter;

  constructor(filter: Filter) {
    super(AssertionControl.oid, { critical: true });
    this.#filter = filter;
  }

  protected override writeControl(writer: Writer): void {
    const value = new BerWriter();
    this.#filter.write(value);
    writer.writeBuffer(value.buffer, OCTETS);
  }
}
