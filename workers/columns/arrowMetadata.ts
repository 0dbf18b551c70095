/**
 * Validates the metadata (a FlatBuffer) of an Arrow IPC message. The decoding library trusts every length and offset in
 * it, so this checks everything that the library will follow. It refuses metadata that points outside of the message,
 * declares more than the message contains, or has column types that no report has.
 */
import { Type, Version } from "@uwdata/flechette";
import type { Message } from "#events/kernel/message.ts";
import { message, type PlainMessageCode } from "#events/messages/message.ts";

export interface MessageHeader {
  readonly kind: "schema" | "batch";
  /** Bytes after the metadata. */
  readonly bodyLength: number;
  /** Rows of a batch; 0 for a schema. */
  readonly rowCount: number;
}

/** A body must fit into one typed array, and its offsets into 32 bits. */
const MAX_BODY = 2 ** 31 - 8;

const SCHEMA = 1;
const DICTIONARY_BATCH = 2;
const RECORD_BATCH = 3;
/** Without children, and with a fixed number of buffers. */
const PLAIN_TYPES: ReadonlySet<number> = new Set([
  Type.Int,
  Type.Float,
  Type.Bool,
  Type.Binary,
  Type.LargeBinary,
  Type.Utf8,
  Type.LargeUtf8,
  Type.FixedSizeBinary,
]);
const NODE_BYTES = 16;
const BUFFER_BYTES = 16;

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** @throws UnsoundMetadata if the message is invalid or does not belong to a report. */
export function readMessageHeader(metadata: Uint8Array): MessageHeader {
  return new MetadataReader(metadata).readMessage();
}

/** The problem follows "The report cannot be read: ". */
export class UnsoundMetadata extends Error {
  override readonly name = "UnsoundMetadata";
  readonly problem: Message;

  constructor(problem: Message) {
    super(problem.code);
    this.problem = problem;
  }
}

/** The position of a table's field, by its slot in the vtable; 0 if it is absent. */
type Table = (field: number) => number;

class MetadataReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  /** Remaining bytes of lists and texts: together they are no longer than the metadata. */
  private unread: number;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.unread = bytes.length;
  }

  readMessage(): MessageHeader {
    const message = this.table(0);
    const version = message(4) === 0 ? Version.V1 : this.uint16(message(4));
    if (version !== Version.V4 && version !== Version.V5) fail("arrow.otherVersion");
    const kind = message(6) === 0 ? 0 : this.uint8(message(6));
    if (message(8) === 0) fail("arrow.noHeader");
    const header = this.table(message(8));
    const bodyLength = this.count(message(10));
    if (bodyLength > MAX_BODY) fail("arrow.tooLarge");
    switch (kind) {
      case SCHEMA:
        this.checkSchema(header);
        if (bodyLength !== 0) fail("arrow.schemaWithBody");
        return { kind: "schema", bodyLength, rowCount: 0 };
      case RECORD_BATCH:
        return { kind: "batch", bodyLength, rowCount: this.checkBatch(header, bodyLength) };
      case DICTIONARY_BATCH:
        return fail("arrow.dictionaries");
      default:
        return fail("arrow.otherMessage");
    }
  }

  private checkSchema(schema: Table): void {
    this.forEach(schema(6), 4, (at) => this.checkField(this.table(at)));
    this.checkKeyValues(schema(8));
  }

  private checkField(field: Table): void {
    if (field(4) !== 0) this.checkText(field(4));
    if (field(12) !== 0) fail("arrow.columnDictionary");
    const type = field(8) === 0 ? 0 : this.uint8(field(8));
    if (!PLAIN_TYPES.has(type)) fail("arrow.unknownType");
    if (field(10) === 0) fail("arrow.noType");
    this.table(field(10));
    this.forEach(field(14), 4, () => fail("arrow.nestedColumn"));
    this.checkKeyValues(field(16));
  }

  private checkKeyValues(at: number): void {
    this.forEach(at, 4, (entry) => {
      const pair = this.table(entry);
      for (const field of [4, 6]) if (pair(field) !== 0) this.checkText(pair(field));
    });
  }

  /** @returns its rows. */
  private checkBatch(batch: Table, bodyLength: number): number {
    if (batch(10) !== 0) fail("arrow.compressed");
    const rowCount = this.count(batch(4));
    this.forEach(batch(6), NODE_BYTES, (at) => {
      if (this.count(at) !== rowCount) fail("arrow.unequalColumns");
      if (this.count(at + 8) !== 0) fail("arrow.null");
    });
    this.forEach(batch(8), BUFFER_BYTES, (at) => {
      if (this.count(at) + this.count(at + 8) > bodyLength) fail("arrow.columnOutside");
    });
    this.forEach(batch(12), 8, () => {});
    return rowCount;
  }

  /** @param at position of the table's offset. */
  private table(at: number): Table {
    const start = at + this.int32(at);
    const vtable = start - this.int32(start);
    const size = this.uint16(vtable);
    if (size < 4 || size >= 0x8000) fail("arrow.damaged");
    return (field) => {
      if (field >= size) return 0;
      const offset = this.uint16(vtable + field);
      if (offset >= 0x8000) fail("arrow.damaged");
      return offset === 0 ? 0 : start + offset;
    };
  }

  /** Visits the items of a list; none if `at`, the position of its offset, is 0. */
  private forEach(at: number, itemBytes: number, visit: (at: number) => void): void {
    if (at === 0) return;
    const start = at + this.int32(at);
    const length = this.int32(start);
    this.take(start + 4, length * itemBytes);
    for (let item = 0; item < length; item++) visit(start + 4 + item * itemBytes);
  }

  private checkText(at: number): void {
    const start = at + this.int32(at);
    const length = this.int32(start);
    this.take(start + 4, length);
    try {
      strictUtf8.decode(this.bytes.subarray(start + 4, start + 4 + length));
    } catch {
      fail("arrow.textNotUtf8");
    }
  }

  private take(start: number, length: number): void {
    this.unread -= length;
    if (length < 0 || this.unread < 0 || start + length > this.bytes.length) {
      fail("arrow.damaged");
    }
  }

  /** A 64-bit count; 0 if it is absent. */
  private count(at: number): number {
    if (at === 0) return 0;
    const value = Number(this.view.getBigInt64(this.place(at, 8), true));
    if (!Number.isSafeInteger(value) || value < 0) fail("arrow.badLength");
    return value;
  }

  private int32(at: number): number {
    return this.view.getInt32(this.place(at, 4), true);
  }

  private uint16(at: number): number {
    return this.view.getUint16(this.place(at, 2), true);
  }

  private uint8(at: number): number {
    return this.view.getUint8(this.place(at, 1));
  }

  private place(at: number, length: number): number {
    if (at < 0 || at + length > this.bytes.length) fail("arrow.damaged");
    return at;
  }
}

function fail(code: PlainMessageCode): never {
  throw new UnsoundMetadata(message(code));
}
