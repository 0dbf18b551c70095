/**
 * Decodes a mining report as an Arrow IPC stream to columns, with validation: the whole report or an error, never a
 * part.
 */
import { tableFromIPC, Type, type DataType, type Table } from "@uwdata/flechette";
import { ARROW_COLUMNS, ARROW_METADATA } from "#events/entities/miningReportArrow.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import type { EntitlementRow } from "./units.ts";
import { ArrowMessages, type ArrowMessage } from "./arrowMessages.ts";
import { NumberColumnBuilder } from "./growable.ts";
import { NameColumnBuilder } from "./nameColumn.ts";
import type { ReportColumns } from "./reportColumns.ts";
import { RoleOidsBuilder } from "./roleOidColumn.ts";

interface ReportHead {
  readonly orgOid: string;
  readonly reportDate: string;
  readonly totalUsers: number;
  readonly totalShadows: number;
  readonly resourceNames: readonly string[];
}

/** Indices of the columns in the schema. */
type ColumnPlaces = Readonly<Record<keyof typeof ARROW_COLUMNS, number>>;

/** One column of a record batch. */
type Batch = Table["children"][number]["data"][number];

/** Texts of a batch: row i is `bytes[offsets[i] .. offsets[i + 1])`. */
interface Texts {
  readonly bytes: Uint8Array;
  readonly offsets: Int32Array | Float64Array;
}

const UUID_BYTES = 16;
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Decodes a report whose bytes arrive in pieces, cut anywhere. A batch is read once it is complete. */
export class ArrowReportDecoder {
  private readonly messages = new ArrowMessages();
  /** The schema's message; each batch is decoded together with it. */
  private schema: Uint8Array | null = null;
  private head: ReportHead | null = null;
  private places: ColumnPlaces | null = null;
  private readonly resourceStarts = new NumberColumnBuilder(new Uint32Array(64));
  private readonly names = new NameColumnBuilder();
  private readonly percents = new NumberColumnBuilder(new Float64Array(1 << 12));
  private readonly roleOids = new RoleOidsBuilder();
  private rows = 0;

  /** Entitlements read so far. */
  get rowCount(): EntitlementRow {
    return this.rows;
  }

  /** Bytes received so far. */
  get byteCount(): number {
    return this.messages.byteCount;
  }

  /** @throws ReportError if the bytes are no Arrow stream or contain something other than a report */
  push(chunk: Uint8Array): void {
    this.messages.push(chunk);
    for (;;) {
      const next = this.messages.next();
      if (next === null) return;
      if (next.kind === "schema") this.readSchema(next);
      else this.readBatch(next);
    }
  }

  /** @throws ReportError if the stream has not ended */
  finish(): ReportColumns {
    this.messages.end();
    const { head } = this;
    if (head === null) return this.fail(message("arrow.noSchema"));
    this.startResources(head.resourceNames.length);
    this.resourceStarts.push(this.rows);
    return {
      ...head,
      rowCount: this.rows,
      resourceStarts: this.resourceStarts.finish(),
      names: this.names.finish(),
      percents: this.percents.finish(),
      roleOids: this.roleOids.finish(),
    };
  }

  private readSchema({ bytes }: ArrowMessage): void {
    if (this.schema !== null) this.fail(message("arrow.secondSchema"));
    this.schema = bytes.slice();
    const { schema } = this.decode([this.schema]);
    if (schema.endianness !== 0) this.fail(message("arrow.bigEndian"));
    this.head = this.readHead(schema.metadata ?? new Map());
    const place = (name: string, ...types: DataType["typeId"][]): number => {
      const found = schema.fields.flatMap((field, index) => (field.name === name ? [index] : []));
      const [index] = found;
      if (index === undefined) return this.fail(message("arrow.lacksColumn", { column: name }));
      if (found.length > 1) this.fail(message("arrow.repeatedColumn", { column: name }));
      const type = schema.fields[index]?.type;
      if (!type || !types.includes(type.typeId) || !isOfWidth(type)) {
        this.fail(message("arrow.otherType", { column: name }));
      }
      return index;
    };
    this.places = {
      name: place(ARROW_COLUMNS.name, Type.Utf8, Type.LargeUtf8),
      percent: place(ARROW_COLUMNS.percent, Type.Float),
      roleOid: place(ARROW_COLUMNS.roleOid, Type.FixedSizeBinary, Type.Utf8, Type.LargeUtf8),
      resource: place(ARROW_COLUMNS.resource, Type.Int),
    };
  }

  private readHead(metadata: ReadonlyMap<string, string>): ReportHead {
    const value = (key: string): string =>
      metadata.get(key) ?? this.fail(message("arrow.lacksMetadata", { key }));
    const count = (key: string): number => {
      const number = Number(value(key));
      if (!/^\d+$/.test(value(key)) || !Number.isSafeInteger(number)) {
        this.fail(message("data.notCount", { field: key }));
      }
      return number;
    };
    const reportDate = value(ARROW_METADATA.reportDate);
    if (Number.isNaN(Date.parse(reportDate)))
      this.fail(message("data.notDate", { field: "reportDate" }));
    return {
      orgOid: value(ARROW_METADATA.orgOid),
      reportDate,
      totalUsers: count(ARROW_METADATA.totalUsers),
      totalShadows: count(ARROW_METADATA.totalShadows),
      resourceNames: this.readTexts(value(ARROW_METADATA.resourceNames)),
    };
  }

  private readTexts(json: string): string[] {
    try {
      const texts: unknown = JSON.parse(json);
      if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) {
        return texts.map((text) => text.replace(LONE_SURROGATES, "\ufffd"));
      }
    } catch {
      // Fails below, as invalid names do.
    }
    return this.fail(message("arrow.notTexts", { key: "resourceNames" }));
  }

  private readBatch({ bytes, rowCount }: ArrowMessage): void {
    const { schema, places } = this;
    if (schema === null || places === null) return this.fail(message("arrow.noSchema"));
    const table = this.decode([schema, bytes]);
    const batch = (place: number): Batch => {
      const found = table.children[place]?.data[0];
      return found?.length === rowCount ? found : this.fail(message("arrow.unequalColumns"));
    };
    const roleOids = batch(places.roleOid);
    const percents = batch(places.percent).values as Float64Array;
    const resources = batch(places.resource).values as Int32Array;
    const names = this.textsOf(batch(places.name), rowCount);
    if (percents.length < rowCount || resources.length < rowCount)
      this.fail(message("arrow.shortColumn"));
    for (let row = 0; row < rowCount; row++) {
      const percent = percents[row] as number;
      if (!(percent >= 0 && percent <= 100))
        this.failAt(row, message("data.notPercent", { field: "percentOfUsers" }));
      this.enterResource(resources[row] as number, row);
      this.names.addBytes(
        names.bytes,
        names.offsets[row] as number,
        names.offsets[row + 1] as number,
      );
    }
    this.percents.pushAll(percents.subarray(0, rowCount));
    this.addRoleOids(roleOids, rowCount);
    this.rows += rowCount;
  }

  private enterResource(resource: number, row: number): void {
    const entered = this.resourceStarts.length - 1;
    if (resource < Math.max(entered, 0)) this.failAt(row, message("arrow.unorderedResources"));
    if (resource === entered) return;
    if (resource >= (this.head?.resourceNames.length ?? 0)) {
      this.failAt(row, message("arrow.unnamedResource"));
    }
    this.startResources(resource + 1, row);
  }

  private startResources(count: number, row = 0): void {
    while (this.resourceStarts.length < count) this.resourceStarts.push(this.rows + row);
  }

  private addRoleOids(batch: Batch, rowCount: number): void {
    const { type, values } = batch;
    if (type.typeId === Type.FixedSizeBinary) {
      const uuids = values as Uint8Array;
      if (uuids.length < rowCount * UUID_BYTES) this.fail(message("arrow.shortColumn"));
      this.roleOids.addUuids(uuids.subarray(0, rowCount * UUID_BYTES));
      return;
    }
    const { bytes, offsets } = this.textsOf(batch, rowCount);
    for (let row = 0; row < rowCount; row++) {
      this.roleOids.addBytes(bytes, offsets[row] as number, offsets[row + 1] as number);
    }
  }

  /** The texts of a batch, each validated as UTF-8. */
  private textsOf({ values, offsets: given }: Batch, rowCount: number): Texts {
    const bytes = values as Uint8Array;
    if (rowCount === 0) return { bytes, offsets: new Int32Array(1) };
    const offsets = given instanceof BigInt64Array ? Float64Array.from(given, Number) : given;
    if (offsets.length <= rowCount) this.fail(message("arrow.shortColumn"));
    const first = offsets[0] as number;
    const last = offsets[rowCount] as number;
    if (first < 0 || last > bytes.length) this.fail(message("arrow.textOutside"));
    for (let row = 0, before = first; row < rowCount; row++) {
      const end = offsets[row + 1] as number;
      if (end < before) this.failAt(row, message("arrow.textBackwards"));
      // A text boundary must not be inside a character.
      if (end < last && ((bytes[end] as number) & 0xc0) === 0x80) {
        this.failAt(row, message("arrow.textNotUtf8"));
      }
      before = end;
    }
    try {
      strictUtf8.decode(bytes.subarray(first, last));
    } catch {
      this.fail(message("arrow.textNotUtf8"));
    }
    return { bytes, offsets };
  }

  private decode(messages: Uint8Array[]): Table {
    try {
      return tableFromIPC(messages);
    } catch {
      return this.fail(message("arrow.damaged"));
    }
  }

  private fail(problem: Message): never {
    const place = this.rows === 0 ? null : ({ kind: "rows", rows: this.rows } as const);
    return this.messages.fail(problem, undefined, place);
  }

  private failAt(row: number, problem: Message): never {
    return this.messages.fail(problem, undefined, { kind: "row", row: this.rows + row });
  }
}

function isOfWidth(type: DataType): boolean {
  switch (type.typeId) {
    case Type.Int:
      return type.bitWidth < 64;
    case Type.Float:
      return type.precision === 2;
    case Type.FixedSizeBinary:
      return type.stride === UUID_BYTES;
    default:
      return true;
  }
}
