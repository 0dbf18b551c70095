/** The mining report as an Arrow IPC stream, stored and optionally sent in parts of whole messages. */
import {
  batchType,
  Column,
  fixedSizeBinary,
  float64,
  int32,
  Table,
  tableFromColumns,
  tableToIPC,
  utf8,
  type DataType,
} from "@uwdata/flechette";
import { ARROW_COLUMNS, ARROW_METADATA } from "#events/entities/miningReportArrow.ts";

export interface ReportHead {
  orgOid: string;
  /** ISO 8601. */
  reportDate: string;
  totalUsers: number;
  totalShadows: number;
  resourceNames: readonly string[];
}

export interface ReportRow {
  /** Index into the resource names, ascending. */
  resource: number;
  name: string;
  /** UUID in lower case. */
  roleOid: string;
  /** Number of members who hold it. */
  holders: number;
}

/** Rows of a part: about 0.5 MB, which takes some milliseconds to read, convert to JSON, or decode. */
const PART_ROWS = 8192;

const TYPES = {
  name: utf8(),
  percent: float64(),
  roleOid: fixedSizeBinary(16),
  resource: int32(),
};
const NO_NULLS = new Uint8Array(0);
/** The end of a stream: a marker and a length of zero. */
const END_OF_STREAM = 8;

/**
 * @param rows in the order of the report.
 * @returns the parts, whose concatenation is the stream: first the schema, then one record batch each; the last one
 * ends the stream. `percentOfUsers` is 100 * holders / totalUsers as an unrounded double.
 */
export function* arrowParts(
  head: ReportHead,
  rows: Iterable<ReportRow>,
  partRows = PART_ROWS,
): Generator<Uint8Array<ArrayBuffer>, undefined> {
  const columns = new PartColumns(head.totalUsers, partRows);
  const empty = streamOf(columns.take());
  const schemaLength = empty.length - END_OF_STREAM;
  let part = streamOf(columns.take(), metadataOf(head));
  for (const row of rows) {
    columns.add(row);
    if (columns.length < partRows) continue;
    yield part.subarray(0, -END_OF_STREAM);
    part = streamOf(columns.take()).subarray(schemaLength);
  }
  if (columns.length > 0) {
    yield part.subarray(0, -END_OF_STREAM);
    part = streamOf(columns.take()).subarray(schemaLength);
  }
  yield part;
}

function metadataOf(head: ReportHead): Map<string, string> {
  return new Map([
    [ARROW_METADATA.orgOid, head.orgOid],
    [ARROW_METADATA.reportDate, head.reportDate],
    [ARROW_METADATA.totalUsers, String(head.totalUsers)],
    [ARROW_METADATA.totalShadows, String(head.totalShadows)],
    [ARROW_METADATA.resourceNames, JSON.stringify(head.resourceNames)],
  ]);
}

function streamOf(
  table: Table,
  metadata: Map<string, string> | null = null,
): Uint8Array<ArrayBuffer> {
  const fields = table.schema.fields.map((field) => ({ ...field, nullable: false }));
  const schema = { ...table.schema, fields, metadata };
  // It is null only if the bytes are written elsewhere.
  return tableToIPC(new Table(schema, table.children), {
    format: "stream",
  }) as Uint8Array<ArrayBuffer>;
}

/** The columns of the current part. */
class PartColumns {
  length = 0;
  readonly #totalUsers: number;
  readonly #offsets: Int32Array;
  readonly #percents: Float64Array;
  readonly #resources: Int32Array;
  readonly #oids: Buffer;
  #names: Buffer;

  constructor(totalUsers: number, rows: number) {
    this.#totalUsers = totalUsers;
    this.#offsets = new Int32Array(rows + 1);
    this.#percents = new Float64Array(rows);
    this.#resources = new Int32Array(rows);
    this.#oids = Buffer.alloc(rows * 16);
    this.#names = Buffer.alloc(rows * 32);
  }

  add({ resource, name, roleOid, holders }: ReportRow): void {
    const row = this.length;
    const start = this.#offsets[row] as number;
    // A code unit takes at most three bytes.
    const most = start + 3 * name.length;
    if (most > this.#names.length) {
      this.#names = Buffer.concat([this.#names], Math.max(most, 2 * this.#names.length));
    }
    this.#offsets[row + 1] = start + this.#names.write(name, start);
    this.#percents[row] = (100 * holders) / this.#totalUsers;
    this.#oids.write(roleOid.replaceAll("-", ""), row * 16, "hex");
    this.#resources[row] = resource;
    this.length += 1;
  }

  /** Returns the added rows as a table, valid until the next row is added, and resets the columns. */
  take(): Table {
    const { length } = this;
    this.length = 0;
    const column = (type: DataType, data: { values: Uint8Array | Int32Array | Float64Array }) => {
      const Batch = batchType(type);
      const batches =
        length === 0
          ? []
          : [new Batch({ length, nullCount: 0, type, validity: NO_NULLS, ...data })];
      return new Column(batches, type);
    };
    const names = {
      offsets: this.#offsets.subarray(0, length + 1),
      values: this.#names.subarray(0, this.#offsets[length]),
    };
    return tableFromColumns([
      [ARROW_COLUMNS.name, column(TYPES.name, names)],
      [
        ARROW_COLUMNS.percent,
        column(TYPES.percent, { values: this.#percents.subarray(0, length) }),
      ],
      [
        ARROW_COLUMNS.roleOid,
        column(TYPES.roleOid, { values: this.#oids.subarray(0, length * 16) }),
      ],
      [
        ARROW_COLUMNS.resource,
        column(TYPES.resource, { values: this.#resources.subarray(0, length) }),
      ],
    ]);
  }
}
