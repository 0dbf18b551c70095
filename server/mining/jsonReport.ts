/** The mining report as JSON text, built from the parts of `arrowParts`, with the same fields in the same order. */
import { tableFromIPC } from "@uwdata/flechette";
import { ARROW_COLUMNS, ARROW_METADATA } from "#events/entities/miningReportArrow.ts";

/**
 * @param parts in order.
 * @returns the text as UTF-8, cut between characters; some milliseconds of work for each part.
 */
export async function* jsonPieces(
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void> {
  let writer: JsonWriter | undefined;
  for await (const part of parts) {
    if (writer) yield writer.add(part);
    else writer = new JsonWriter(part);
  }
  if (writer) yield writer.end();
}

const NAME = Buffer.from('{"entitlementName":"');
const PERCENT = Buffer.from('","percentOfUsers":');
const ROLE_OID = Buffer.from(',"roleOid":"');
const END = Buffer.from('"}');
const COMMA = Buffer.from(",");
/** Maximum bytes of a row without its name; a double takes up to 24. */
const ROW_BYTES = 24 + 36 + NAME.length + PERCENT.length + ROLE_OID.length + END.length + 1;
const HEX_DIGITS = Buffer.from("0123456789abcdef");
const DASH = 0x2d;

class JsonWriter {
  readonly #schema: Uint8Array;
  readonly #resourceNames: readonly string[];
  #resource = -1;
  /** Written bytes that were not yielded yet: `#bytes[0 .. #length)`. */
  #bytes = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  /** @param schema the first part. */
  constructor(schema: Uint8Array) {
    this.#schema = schema;
    const { metadata } = tableFromIPC(schema).schema;
    const value = (key: string): string => metadata?.get(key) ?? "";
    this.#resourceNames = JSON.parse(value(ARROW_METADATA.resourceNames));
    const head = JSON.stringify({
      orgOid: value(ARROW_METADATA.orgOid),
      reportDate: value(ARROW_METADATA.reportDate),
      totalUsers: Number(value(ARROW_METADATA.totalUsers)),
      totalShadows: Number(value(ARROW_METADATA.totalShadows)),
    });
    this.#writeText(`${head.slice(0, -1)},"resourceInsights":[`);
  }

  add(part: Uint8Array): Uint8Array {
    const table = tableFromIPC([this.#schema, part]);
    const column = (name: string) => table.getChild(name).data[0];
    const names = column(ARROW_COLUMNS.name);
    const offsets = names?.offsets as Int32Array;
    const nameBytes = bufferOf(names?.values);
    const oids = bufferOf(column(ARROW_COLUMNS.roleOid)?.values);
    const percents = column(ARROW_COLUMNS.percent)?.values as Float64Array;
    const resources = column(ARROW_COLUMNS.resource)?.values as Int32Array;
    this.#evictReports(table.numRows * ROW_BYTES + nameBytes.length);
    // Formatting doubles is expensive, and rows are sorted by percentage, so the previous text is often reused.
    let percentText = "";
    for (let row = 0; row < table.numRows; row += 1) {
      if (this.#resource === resources[row]) this.#writeBytes(COMMA);
      else this.#enterResource(resources[row] as number);
      this.#evictReports(ROW_BYTES);
      this.#writeBytes(NAME);
      this.#writeName(nameBytes, offsets[row] as number, offsets[row + 1] as number);
      this.#evictReports(ROW_BYTES);
      this.#writeBytes(PERCENT);
      if (row === 0 || percents[row] !== percents[row - 1]) percentText = String(percents[row]);
      this.#length += this.#bytes.write(percentText, this.#length, "latin1");
      this.#writeBytes(ROLE_OID);
      this.#writeUuid(oids, row * 16);
      this.#writeBytes(END);
    }
    return this.#take();
  }

  end(): Uint8Array {
    this.#enterResource(this.#resourceNames.length - 1);
    this.#writeText(this.#resource < 0 ? "]}" : "]}]}");
    return this.#take();
  }

  /** Also writes preceding resources without entitlements. */
  #enterResource(resource: number): void {
    while (this.#resource < resource) {
      const before = this.#resource < 0 ? "" : "]},";
      this.#resource += 1;
      const name = JSON.stringify(this.#resourceNames[this.#resource]);
      this.#writeText(`${before}{"resourceName":${name},"entitlementInsights":[`);
    }
  }

  /** Without its quotes. */
  #writeName(source: Buffer, start: number, end: number): void {
    this.#evictReports(end - start);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let from = start; from < end; from += 1) {
      const byte = source[from] as number;
      if (mustBeEscaped(byte)) {
        this.#writeText(JSON.stringify(source.toString("utf8", start, end)).slice(1, -1));
        return;
      }
      bytes[at] = byte;
      at += 1;
    }
    this.#length = at;
  }

  #writeUuid(source: Buffer, start: number): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < 16; index += 1) {
      if (index === 4 || index === 6 || index === 8 || index === 10) bytes[at++] = DASH;
      const byte = source[start + index] as number;
      bytes[at++] = HEX_DIGITS[byte >> 4] as number;
      bytes[at++] = HEX_DIGITS[byte & 15] as number;
    }
    this.#length = at;
  }

  #writeText(text: string): void {
    this.#evictReports(3 * text.length);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** The caller ensures that there is room. */
  #writeBytes(source: Buffer): void {
    const bytes = this.#bytes;
    let at = this.#length;
    for (let index = 0; index < source.length; index += 1) bytes[at++] = source[index] as number;
    this.#length = at;
  }

  #evictReports(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.#length + size, 2 * this.#bytes.length));
    this.#bytes.copy(grown, 0, 0, this.#length);
    this.#bytes = grown;
  }

  #take(): Uint8Array {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }
}

/** Characters escaped in a JSON string: quotes, backslashes and control characters. */
function mustBeEscaped(byte: number): boolean {
  return byte < 0x20 || byte === 0x22 || byte === 0x5c;
}

function bufferOf(values: unknown): Buffer {
  const { buffer, byteOffset, byteLength } = values as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, byteLength);
}
