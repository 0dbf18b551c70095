/** The CSV connector on uploaded files, well-formed and hostile. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FieldValue } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { completeConfiguration } from "#events/rules/systems.ts";
import {
  ConnectorError,
  type ReadEnd,
  type ConnectorEnvironment,
  type SystemObject,
} from "#server/connectors/contract.ts";
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { csvText, temporaryFiles } from "../../support/csv.ts";
import {
  archiveOf,
  BOOK,
  cell,
  errorCell,
  UNCALCULATED,
  withSheet,
} from "../../support/workbook.ts";

const WORKBOOK = new URL("../../import/workbooks/people.xlsx", import.meta.url);
const files = temporaryFiles();
const connector = createCsvConnector({
  connectorFolder: null,
  dataDirectory: files.directory,
  importMegabytes: 2,
});

const PIECE = 1000;

function environmentOf(content: Buffer | null, signal = new AbortController().signal) {
  return {
    signal,
    answerTime: 1000,
    openFile: async () => {
      if (content === null) throw new ConnectorError("fileMissing", "find", "gone");
      const pieces = Array.from({ length: Math.ceil(content.length / PIECE) }, (_, at) =>
        content.subarray(at * PIECE, (at + 1) * PIECE),
      );
      return { name: "people.csv", size: content.length, content: Readable.from(pieces) };
    },
    resolveHost: async () => {
      throw new Error("A file has no host");
    },
  } satisfies ConnectorEnvironment;
}

type Values = Readonly<Record<string, FieldValue>>;

function configure(values: Values) {
  const given = { file: "5f0c1e9a-6f0e-4a2b-9f4e-2a4c1c1b7a11", idColumn: "id", ...values };
  return completeConfiguration(connector.fields, given);
}

async function connect(content: string | Buffer | null, values: Values = {}) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return connector.open(configure(values), environmentOf(bytes));
}

const ACCOUNTS: ObjectClass = {
  name: "account",
  role: "account",
  idAttribute: "id",
  nameAttribute: "id",
  memberAttribute: null,
  attributes: [],
};

async function search(
  content: string | Buffer | null,
  values: Values = {},
  pageSize = 100,
): Promise<{ pages: (readonly SystemObject[])[]; objects: SystemObject[]; end: ReadEnd }> {
  const connection = await connect(content, values);
  try {
    const found = connection.search(ACCOUNTS, pageSize);
    const pages: (readonly SystemObject[])[] = [];
    for (;;) {
      const next = await found.next();
      if (next.done === true) return { pages, objects: pages.flat(), end: next.value };
      pages.push(next.value);
    }
  } finally {
    await connection.close();
  }
}

const rejection = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ConnectorError)) throw error ?? new Error("Nothing was thrown");
  return { remedy: error.remedy, step: error.step };
};

const COMPLETE = { complete: true, token: null, problem: null };

describe("accounts", () => {
  test("[CONN-2] a row is an account, with its columns as attributes", async () => {
    const text = "id,login,mail,state\n7,ann,ann@a.example,Active\n8,,,DISABLED\n";
    const { objects, end } = await search(text, { nameColumn: "login", activeColumn: "State" });
    expect(end).toEqual(COMPLETE);
    expect(objects).toEqual([
      {
        id: "7",
        name: "ann",
        objectClass: "account",
        attributes: { id: ["7"], login: ["ann"], mail: ["ann@a.example"], state: ["Active"] },
        active: true,
        entitlements: [],
        members: null,
        version: null,
      },
      expect.objectContaining({
        id: "8",
        name: "8",
        attributes: { id: ["8"], state: ["DISABLED"] },
        active: false,
      }),
    ]);
  });

  test("pages have the given size, but for the last", async () => {
    const rows = Array.from({ length: 25 }, (_, at) => [String(at)]);
    const { pages } = await search(csvText(["id"], rows), {}, 10);
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5]);
  });

  test("the schema has the header's columns, without entitlements", async () => {
    const connection = await connect("id,name,role\n", {
      nameColumn: "name",
      entitlementColumn: "role",
    });
    expect(await connection.discoverSchema()).toEqual([
      {
        name: "account",
        role: "account",
        idAttribute: "id",
        nameAttribute: "name",
        memberAttribute: null,
        attributes: [
          { name: "id", multiple: false, required: true, writable: false },
          { name: "name", multiple: false, required: false, writable: false },
        ],
      },
    ]);
    expect(await connection.test()).toEqual(["find", "read"]);
    await connection.close();
  });

  test("columns named like members of Object.prototype are ordinary attributes", async () => {
    const { objects } = await search("id,__proto__,constructor\n1,a,b\n");
    const [account] = objects;
    expect(Object.entries(account?.attributes ?? {})).toEqual([
      ["id", ["1"]],
      ["__proto__", ["a"]],
      ["constructor", ["b"]],
    ]);
    expect(({} as { a?: string }).a).toBeUndefined();
  });
});

describe("entitlements", () => {
  test("one per row, of scattered rows", async () => {
    const text = "id,mail,role\n1,a,Read\n2,b,Read\n1,a,Write\n3,c,\n1,a,Read\n";
    const { objects, end } = await search(text, { entitlementColumn: "role" });
    expect(end).toEqual(COMPLETE);
    expect(objects.map(({ id, entitlements }) => [id, entitlements])).toEqual([
      ["1", ["Read", "Write"]],
      ["2", ["Read"]],
      ["3", []],
    ]);
    expect(objects[0]?.attributes).toEqual({ id: ["1"], mail: ["a"] });
  });

  test("multiple in a cell, with a separator", async () => {
    const { objects } = await search('id,role\n1,"Read | Write||Read"\n2,\n', {
      entitlementColumn: "role",
      entitlementLayout: "MULTIPLE_IN_CELL",
      separator: "|",
    });
    expect(objects.map(({ entitlements }) => entitlements)).toEqual([["Read", "Write"], []]);
  });

  test("both layouts and any order of rows give the same accounts", async () => {
    const ids = fc.constantFrom("1", "2", "3", "Ä", "'; drop", "a b");
    const pairs = fc.array(fc.tuple(ids, fc.constantFrom("R", "W", "X", "")), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(pairs, async (rows) => {
        const expected = new Map<string, Set<string>>();
        for (const [id, role] of rows) {
          const roles = expected.get(id) ?? new Set<string>();
          if (role !== "") roles.add(role);
          expected.set(id, roles);
        }
        const { objects, end } = await search(csvText(["id", "role"], rows), {
          entitlementColumn: "role",
        });
        expect(end.complete).toBe(true);
        expect(objects.map(({ id, entitlements }) => [id, [...(entitlements ?? [])]])).toEqual(
          [...expected].map(([id, roles]) => [id, [...roles]]),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe("formats", () => {
  const expected = [
    ["1", "Ågot"],
    ["2", "Žofie"],
  ];
  const read = async (content: Buffer, values: Values = {}) => {
    const { objects, end } = await search(content, { nameColumn: "name", ...values });
    expect(end).toEqual(COMPLETE);
    return objects.map(({ id, name }) => [id, name]);
  };
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");
  const TEXT = "id,name\n1,Ågot\n2,Žofie\n";

  test.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16, little-endian", utf16(TEXT)],
    ["UTF-16, big-endian", utf16(TEXT).swap16()],
    ["Windows-1252", Buffer.from("id,name\n1,\xc5got\n2,\x8eofie\n", "latin1")],
    ["gzip", gzipSync(TEXT)],
    ["gzip of UTF-16", gzipSync(utf16(TEXT))],
    ["semicolons", Buffer.from(TEXT.replaceAll(",", ";"))],
    ["tabs", Buffer.from(TEXT.replaceAll(",", "\t"))],
    ["bars", Buffer.from(TEXT.replaceAll(",", "|"))],
    ["CRLF", Buffer.from(TEXT.replaceAll("\n", "\r\n"))],
  ])("%s is detected", async (_, content) => {
    expect(await read(content)).toEqual(expected);
  });

  test("a chosen delimiter and encoding overrule what the file looks like", async () => {
    const content = Buffer.from("id;x,name;x\n1,\xc5got\n", "latin1");
    expect(
      await search(content, { delimiter: "COMMA", encoding: "WINDOWS-1252", idColumn: "id;x" }),
    ).toMatchObject({ objects: [{ id: "1", attributes: { "name;x": ["Ågot"] } }] });
    const { end } = await search(Buffer.from("id\n1\n\xc5\n", "latin1"), { encoding: "UTF-8" });
    expect(end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
  });

  test("a workbook whose cells are in order is complete", async () => {
    const rows = [
      cell("id") + cell("name"),
      cell("1") + cell("Ågot"),
      // Excel leaves out empty rows and cells.
      "",
      cell("2") + cell("Žofie"),
    ];
    const book = await withSheet(rows.map((row) => `<row>${row}</row>`).join(""));
    expect(await read(book)).toEqual(expected);
  });

  test("the first sheet of a workbook, whose spooled copy is removed", async () => {
    const { objects, end } = await search(readFileSync(WORKBOOK));
    // It has a stray cell, right of the last column.
    expect(end.problem?.message).toBe("Line 6 has 8 values, the header 7");
    expect(objects.length).toBeGreaterThan(0);
    expect(readdirSync(join(files.directory, "tables"))).toEqual([]);
  });
});

describe("damaged files end incomplete", () => {
  const problemOf = async (content: string | Buffer, values: Values = {}) => {
    const { objects, end } = await search(content, values);
    expect(end.complete).toBe(false);
    return [end.problem?.remedy, objects.map(({ id }) => id)];
  };

  test.each([
    ["a row that was cut off", "id,name\n1,a\n2", ["1"]],
    ["a row with more values", "id,name\n1,a\n2,b,c\n3,d\n", ["1", "3"]],
    ["a row without id", "id,name\n,a\n2,b\n", ["2"]],
    ["a row with a NUL", "id,name\n1,a\u0000\n2,b\n", ["2"]],
    ["a repeated id", "id,name\n1,a\n1,b\n2,c\n", ["1", "2"]],
    ["a quote that is not closed", `id,name\n1,a\n2,"b\n3,c\n`, []],
  ])("%s", async (_, text, ids) => {
    expect(await problemOf(text)).toEqual(["contentDamaged", ids]);
  });

  test("a workbook with a formula that failed or was never calculated", async () => {
    const rows = [
      cell("id") + cell("department"),
      cell("1") + cell("IT"),
      cell("2") + errorCell("#N/A"),
      cell("3") + UNCALCULATED,
      cell("4"),
    ];
    const book = await withSheet(rows.map((row) => `<row>${row}</row>`).join(""));
    const { objects, end } = await search(book);
    expect(objects.map(({ id }) => id)).toEqual(["1", "4"]);
    expect(end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
    expect(end.problem?.message).toBe(
      "Line 3 has no value in column department. The cell shows the error #N/A. Correct its formula, or replace it with a value, and save the workbook.",
    );
  });

  test("a compressed file that was cut off", async () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [String(at), String(at * 7919)]);
    const whole = gzipSync(csvText(["id", "name"], rows));
    const [remedy] = await problemOf(whole.subarray(0, whole.length - 100));
    expect(remedy).toBe("contentDamaged");
  });

  test("an endless line", async () => {
    const [remedy] = await problemOf(`id,name\n1,a\n2,${"x".repeat(1_500_000)}`);
    expect(remedy).toBe("contentDamaged");
  });

  test("a gzip bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, "id\n1234567\n"));
    expect(bomb.length).toBeLessThan(2_000_000);
    const [remedy] = await problemOf(bomb);
    expect(remedy).toBe("fileTooLarge");
  });

  test("half of UTF-16", async () => {
    const text = Buffer.from("\ufeffid\n1\n2\n", "utf16le");
    expect((await problemOf(text.subarray(0, text.length - 1)))[0]).toBe("contentDamaged");
  });
});

describe("files that cannot be opened", () => {
  test.each([
    ["an empty file", "", "contentDamaged", "read"],
    ["a header with a repeated column", "id,a,a\n", "contentDamaged", "read"],
    ["a header with a control character", "id,a\u0001\n", "contentDamaged", "read"],
    ["a header with too many columns", `id${",x".repeat(1000)}\n`, "contentDamaged", "read"],
    ["a header with a long name", `id,${"x".repeat(256)}\n`, "contentDamaged", "read"],
    ["a header with an unnamed column", "id,,b\n", "contentDamaged", "read"],
    ["a header without end", "x".repeat(1_900_000), "contentDamaged", "read"],
    ["a file that is too large", "x".repeat(2_000_001), "fileTooLarge", "read"],
    ["another id column", "key\n", "missingColumn", "find"],
    ["a damaged workbook", "PK\x03\x04 and nothing more", "contentDamaged", "read"],
    ["a removed file", null, "fileMissing", "find"],
  ])("%s", async (_, text, remedy, step) => {
    const connection = await connect(text);
    expect(await rejection(connection.test())).toEqual({ remedy, step });
    await connection.close();
  });

  test("a workbook with a password", async () => {
    const connection = await connect(Buffer.from("d0cf11e0a1b11ae1ffff", "hex"));
    expect(await rejection(connection.test())).toMatchObject({ remedy: "contentDamaged" });
  });

  test("a workbook with more parts than are read", async () => {
    const parts = Array.from({ length: 10_000 }, (_, at) => [`xl/media/${at}`, ""]);
    const connection = await connect(await archiveOf({ ...BOOK, ...Object.fromEntries(parts) }));
    expect(await rejection(connection.test())).toEqual({ remedy: "fileTooLarge", step: "read" });
    await connection.close();
  });

  test("a cancelled search ends", async () => {
    const stop = new AbortController();
    const rows = Array.from({ length: 20_000 }, (_, at) => [String(at)]);
    const content = Buffer.from(csvText(["id"], rows));
    const connection = await connector.open(configure({}), environmentOf(content, stop.signal));
    const pages = connection.search(ACCOUNTS, 10);
    await pages.next();
    stop.abort();
    const drain = async () => {
      while ((await pages.next()).done !== true);
    };
    expect(await rejection(drain())).toEqual({ remedy: "timedOut", step: "read" });
    await connection.close();
  });
});
