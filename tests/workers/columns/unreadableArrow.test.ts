import {
  columnFromArray,
  dictionary,
  fixedSizeBinary,
  float32,
  int32,
  int64,
  list,
  setCompressionCodec,
  CompressionType,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8,
} from "@uwdata/flechette";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { entitlementName, resourceOf } from "#workers/columns/reportColumns.ts";
import { ReportError } from "#workers/columns/reportError.ts";
import { english } from "../../support/english.ts";
import { readReport } from "../support/readReport.ts";
import { arrowOf, streamOf, type ArrowForm } from "../support/arrowReports.ts";
import { bytesOf, reportOf, SMALL_REPORT, WIDE_OPEN } from "../support/reports.ts";
import { loadReport } from "../support/loadReport.ts";

const REPORT = reportOf({
  "Core Banking": [
    ["Teller é", 97.82608695652173],
    ["银行_出纳", 12],
    ["Teller", 11],
  ],
  Empty: [],
  Portal: [
    ["x", 50],
    ["y", 0],
  ],
});
const BYTES = arrowOf(REPORT, { batchRows: 2 });
const END_OF_STREAM = 8;

function messageOf(bytes: Uint8Array): string {
  try {
    readReport(bytes);
  } catch (error) {
    if (error instanceof ReportError) return english(error.reason);
    throw error;
  }
  return "(read)";
}

/** Offsets of the messages and their bodies. */
function messagesOf(bytes: Uint8Array): { start: number; body: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const messages = [];
  for (let at = 0; at + 8 < bytes.length;) {
    const body = at + 8 + view.getInt32(at + 4, true);
    messages.push({ start: at, body });
    for (at = body; view.getInt32(at, true) !== -1 || view.getInt32(at + 4, true) > 4096;) at += 8;
  }
  return messages;
}

const [SCHEMA = { start: 0, body: 0 }, FIRST = SCHEMA, SECOND = FIRST] = messagesOf(BYTES);

function changed(change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const bytes = BYTES.slice();
  change(new DataView(bytes.buffer), bytes);
  return bytes;
}

/** Offset of the last of these consecutive 32-bit values before `end`. */
function find(values: readonly number[], end: number): number {
  const view = new DataView(BYTES.buffer);
  for (let at = end - 4 * values.length; at >= 0; at -= 4) {
    if (values.every((value, index) => view.getInt32(at + 4 * index, true) === value)) return at;
  }
  throw new Error("There is no such place");
}

describe("readReport of an invalid Arrow stream", () => {
  const withForm = (form: ArrowForm) => arrowOf(REPORT, form);
  const withoutColumn = (name: string) => withForm({ columns: (columns) => delete columns[name] });
  const withMetadata = (key: string, value: string) =>
    withForm({ metadata: (metadata) => metadata.set(key, value) });
  const withPercent = (percent: number) =>
    arrowOf(
      reportOf({
        A: [
          ["x", 1],
          ["y", percent],
        ],
      }),
    );
  const withResources = (...resources: number[]) =>
    withForm({
      batchRows: 9,
      columns: (columns) => (columns["resource"] = columnFromArray(resources, int32())),
    });
  const nullable = (values: unknown[], type = utf8()) =>
    withForm({
      batchRows: 9,
      columns: (columns) => (columns["entitlementName"] = columnFromArray(values, type)),
    });

  it.each([
    ["only its beginning", BYTES.subarray(0, 3), "it ends too early"],
    ["a marker alone", BYTES.subarray(0, 4), "it ends too early"],
    [
      "another kind of file",
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70]),
      "it is not an Arrow stream",
    ],
    [
      "UTF-16",
      new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x20, 0, 0x7d, 0]),
      "it is not an Arrow stream",
    ],
    [
      "an end without a beginning",
      new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
      "it has no schema",
    ],
    ["a batch without a schema", BYTES.subarray(FIRST.start), "it has no schema"],
    [
      "two schemas",
      Buffer.concat([BYTES.subarray(0, FIRST.start), BYTES]),
      "it has a second schema",
    ],
    ["no end", BYTES.subarray(0, -END_OF_STREAM), "it ends too early"],
    ["more after the end", Buffer.concat([BYTES, new Uint8Array(1)]), "more follows after the end"],
    ["a missing column", withoutColumn("percentOfUsers"), "it has no column percentOfUsers"],
    ["no columns", streamOf(tableFromColumns({}), null), "it has no reportDate"],
    [
      "a missing total",
      withForm({ metadata: (metadata) => metadata.delete("totalUsers") }),
      "it has no totalUsers",
    ],
    ["a negative total", withMetadata("totalUsers", "-1"), "totalUsers is not a count"],
    ["a broken total", withMetadata("totalShadows", "1.5"), "totalShadows is not a count"],
    [
      "an endless total",
      withMetadata("totalShadows", "9".repeat(30)),
      "totalShadows is not a count",
    ],
    ["no date", withMetadata("reportDate", "soon"), "reportDate is not a date"],
    [
      "resources as a text",
      withMetadata("resourceNames", "Core"),
      "resourceNames is not a list of texts",
    ],
    [
      "resources as numbers",
      withMetadata("resourceNames", "[1]"),
      "resourceNames is not a list of texts",
    ],
    [
      "percentages of 32 bits",
      withForm({ percent: float32() }),
      "the column percentOfUsers is of another type",
    ],
    [
      "names as numbers",
      withForm({
        columns: (columns) =>
          (columns["entitlementName"] = columnFromArray([1, 2, 3, 4, 5], int32())),
        batchRows: 9,
      }),
      "the column entitlementName is of another type",
    ],
    [
      "resources of 64 bits",
      withForm({ resource: int64() }),
      "the column resource is of another type",
    ],
    [
      "oids of another length",
      withForm({
        roleOid: utf8(),
        columns: (columns) =>
          (columns["roleOid"] = columnFromArray(
            Array(5).fill(new Uint8Array(15)),
            fixedSizeBinary(15),
          )),
        batchRows: 9,
      }),
      "the column roleOid is of another type",
    ],
    ["names in a dictionary", withForm({ name: dictionary(utf8()) }), "a column has a dictionary"],
    [
      "a column of lists",
      withForm({
        batchRows: 9,
        columns: (columns) =>
          (columns["more"] = columnFromArray([[1], [2], [3], [4], [5]], list(int32()))),
      }),
      "a column is of a type that no report has",
    ],
    ["a name that is null", nullable(["a", null, "c", "d", "e"]), "a value is null"],
    [
      "a percentage above 100",
      withPercent(100.00000000000001),
      "percentOfUsers is not from 0 to 100, at entitlement 1",
    ],
    [
      "a percentage below 0",
      withPercent(-0.1),
      "percentOfUsers is not from 0 to 100, at entitlement 1",
    ],
    ["NaN", withPercent(Number.NaN), "percentOfUsers is not from 0 to 100, at entitlement 1"],
    [
      "an endless percentage",
      withPercent(Infinity),
      "percentOfUsers is not from 0 to 100, at entitlement 1",
    ],
    [
      "a resource without a name",
      withResources(0, 0, 0, 2, 3),
      "a resource has no name, at entitlement 4",
    ],
    [
      "a negative resource",
      withResources(-1, 0, 0, 2, 2),
      "resources are not in order, at entitlement 0",
    ],
    [
      "resources that fall",
      withResources(0, 2, 2, 1, 2),
      "resources are not in order, at entitlement 3",
    ],
    [
      "a huge resource",
      withResources(0, 0, 0, 0, 2 ** 31 - 1),
      "a resource has no name, at entitlement 4",
    ],
  ])("[RPT-2] refuses %s", (_, bytes, what) => {
    expect(messageOf(bytes)).toContain(`The report cannot be read: ${what}`);
  });

  it("[RPT-2] refuses compressed bodies", () => {
    const copy = { encode: (bytes: Uint8Array) => bytes, decode: (bytes: Uint8Array) => bytes };
    setCompressionCodec(CompressionType.ZSTD, copy);
    const codec = CompressionType.ZSTD;
    const bytes = tableToIPC(tableFromIPC(BYTES), { format: "stream", codec });
    expect(messageOf(bytes ?? BYTES)).toContain("it is compressed");
  });

  it.each([
    ["a text that begins before it", 0, -8, "a text lies beyond its message"],
    ["a text that ends beyond it", 2, 1 << 30, "a text lies beyond its message"],
    [
      "a text that ends before it begins",
      1,
      10_000,
      "a text ends before it begins, at entitlement 1",
    ],
    ["a text that ends within a character", 1, 8, "a text is not UTF-8, at entitlement 0"],
  ])("[RPT-2] refuses offsets of %s", (_, index, offset, what) => {
    // The first two names have 9 and 13 bytes.
    const at = find([0, 9, 22], SECOND.start);
    expect(messageOf(changed((view) => view.setInt32(at + 4 * index, offset, true)))).toContain(
      what,
    );
  });

  it.each([
    ["a lone continuation byte", [0x80]],
    ["an unfinished character", [0xe9]],
    ["a byte that is never used", [0xff]],
  ])("[RPT-2] refuses a name that is not UTF-8: %s", (_, wrong) => {
    const at = Buffer.from(BYTES).indexOf("Teller é");
    expect(messageOf(changed((_view, bytes) => bytes.set(wrong, at)))).toContain(
      "a text is not UTF-8",
    );
  });

  it.each([-1, 1, 2 ** 26, 2 ** 31 - 1, -(2 ** 31)])(
    "[RPT-2] refuses metadata of a length of %i without waiting for it",
    (length) => {
      const bytes = changed((view) => view.setInt32(FIRST.start + 4, length, true));
      expect(messageOf(bytes)).toMatch(/impossible length|ends too early|damaged/);
    },
  );

  it("[RPT-2] waits for a body of a declared gigabyte without allocating it", () => {
    const bodyLength = SECOND.start - FIRST.body;
    const at = find([bodyLength, 0], FIRST.body);
    const huge = changed((view) => view.setInt32(at, 2 ** 30, true));
    const before = process.memoryUsage().arrayBuffers;
    expect(messageOf(huge)).toContain("it ends too early");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 26);
    expect(messageOf(changed((view) => view.setInt32(at + 4, 1, true)))).toContain(
      "a message is too large",
    );
    expect(messageOf(changed((view) => view.setInt32(at + 4, -1, true)))).toContain(
      "an impossible length",
    );
  });

  it("[RPT-2] reports the byte offset and the row without quoting content", () => {
    const bytes = arrowOf(
      reportOf({
        A: [
          ["Teller", 3],
          ["Cash", 2],
          ["Vault", -1],
        ],
      }),
      { batchRows: 2 },
    );
    const message = messageOf(bytes);
    expect(message).toMatch(/at entitlement 2 \(byte \d+ of \d+\)\.$/);
    expect(message).toContain(`of ${bytes.length})`);
    expect(message).not.toMatch(/Teller|Cash|Vault/);
  });

  it("[RPT-2] refuses a report truncated at any byte", () => {
    for (let length = 0; length < BYTES.length; length++) {
      expect(() => readReport(BYTES.subarray(0, length)), `cut at ${length}`).toThrow(ReportError);
    }
  });

  /** Another Arrow reader's result for bytes that were read as a report. */
  function expectSame(bytes: Uint8Array): void {
    const columns = readReport(bytes);
    const table = tableFromIPC(bytes);
    const rows = Array.from({ length: columns.rowCount }, (_, row) => ({
      entitlementName: entitlementName(columns, row),
      percentOfUsers: columns.percents[row],
      roleOid: columns.roleOids.uuids.slice(row * 16, row * 16 + 16),
      resource: resourceOf(columns, row),
    }));
    expect(rows).toEqual(table.toArray());
  }

  const hostile = fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.constantFrom(-1, 0, 1, 2, 4, 8, 64, 2 ** 31 - 1, -(2 ** 31), 2 ** 30, 0xffff, 0x10000),
    fc.integer({ min: -300, max: 300 }),
  );

  it("[RPT-2] returns another reader's result or ReportError when any bytes are changed", () => {
    const change = fc.tuple(fc.nat({ max: BYTES.length - 1 }), fc.nat({ max: 255 }));
    let read = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const bytes = changed((_, to) => {
          for (const [at, byte] of changes) to[at] = byte;
        });
        if (messageOf(bytes) !== "(read)") return;
        read += 1;
        expectSame(bytes);
      }),
      { seed: 20261121, numRuns: 1500 },
    );
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(1400);
  });

  it("[RPT-2] survives any length and offset in its metadata, and any length and offset of its columns", () => {
    const change = fc.tuple(fc.nat({ max: BYTES.length / 2 - 2 }), hostile, fc.boolean());
    let read = 0;
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
        const bytes = changed((view) => {
          for (const [half, value, isShort] of changes) {
            if (isShort) view.setInt16(half * 2, value, true);
            else view.setInt32(half * 2, value, true);
          }
        });
        if (messageOf(bytes) !== "(read)") return;
        read += 1;
        expectSame(bytes);
      }),
      { seed: 20261121, numRuns: 4000 },
    );
    expect(read).toBeGreaterThan(100);
    expect(read).toBeLessThan(3900);
  });

  it("[RPT-2] keeps the previous report usable", async () => {
    const core = createAnalyticsCore();
    await loadReport(core, bytesOf(SMALL_REPORT));
    for (const wrong of [BYTES.subarray(0, 900), changed((view) => view.setInt32(4, -5, true))]) {
      const load = core.beginLoad();
      core.loadChunks(load, [wrong.slice()]);
      expect(await core.endLoad(load)).toMatchObject({ ok: false });
      expect(core.query(WIDE_OPEN)).toMatchObject({ ok: true, view: { entitlements: 3 } });
    }
    const load = core.beginLoad();
    expect(core.loadChunks(load, [BYTES.slice()])).toMatchObject({ ok: true, rows: 5 });
    expect(await core.endLoad(load)).toMatchObject({ ok: true, size: BYTES.length });
    expect(core.query(WIDE_OPEN)).toMatchObject({ ok: true, view: { entitlements: 5 } });
  });
});
