import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openCsvFile } from "#server/import/csvFile.ts";
import { csvText, temporaryFiles } from "../support/csv.ts";

const RECORD_MAX_BYTES = 1_048_576;

const files = temporaryFiles();

async function read(content: string | Uint8Array, name = "file.csv") {
  const table = await openCsvFile(files.write(name, content), name);
  const records: { line: number; values: readonly string[] }[] = [];
  for await (const batch of table.batches) records.push(...batch);
  return { columns: table.columns, records };
}

const failure = (content: string | Uint8Array, name?: string) =>
  expect(read(content, name)).rejects;

describe("accepted file formats", () => {
  const expected = {
    columns: ["id", "name"],
    records: [
      { line: 2, values: ["1", "Ågot"] },
      { line: 3, values: ["2", ""] },
    ],
  };

  test.each([
    ["LF", "id,name\n1,Ågot\n2,\n"],
    ["no line end at the end", "id,name\n1,Ågot\n2,"],
    ["CRLF", "id,name\r\n1,Ågot\r\n2,\r\n"],
    ["LF and CRLF in one file", "id,name\r\n1,Ågot\n2,\r\n"],
    ["a BOM", "\ufeffid,name\n1,Ågot\n2,\n"],
    ["a BOM before a quoted header", '\ufeff"id","name"\n1,Ågot\n2,\n'],
    ["spaces around the names of columns", " id ,name\t\n1,Ågot\n2,\n"],
    ["quotes around every value", '"id","name"\n"1","Ågot"\n"2",""\n'],
    ["semicolons", "id;name\n1;Ågot\n2;\n"],
    ["semicolons, as Excel writes them", '\ufeffid;"name"\r\n1;Ågot\r\n2;\r\n'],
    ["empty lines at the end", "id,name\n1,Ågot\n2,\n\n\r\n\n"],
  ])("%s", async (_, content) => {
    expect(await read(content)).toEqual(expected);
  });

  test("gzip", async () => {
    expect(await read(gzipSync("id,name\n1,Ågot\n2,\n"), "file.csv.gz")).toEqual(expected);
    expect(await read(gzipSync("\ufeffid,name\r\n1,Ågot\r\n2,\r\n"), "FILE.CSV.GZ")).toEqual(
      expected,
    );
  });

  test("commas, quotes and line ends in quoted values, and spaces outside of them", async () => {
    const { records } = await read('a,b\n"x, y","say ""hi"""\n"two\nlines"," z "\n');
    expect(records.map(({ values }) => values)).toEqual([
      ["x, y", 'say "hi"'],
      ["two\nlines", " z "],
    ]);
  });

  test("semicolons separate where the header has more of them than commas, outside of quotes", async () => {
    expect((await read('"a,b,c";d\n"1;2";3,4\n')).records).toEqual([
      { line: 2, values: ["1;2", "3,4"] },
    ]);
    expect(await read("a,b;c\n1;2,3\n")).toEqual({
      columns: ["a", "b;c"],
      records: [{ line: 2, values: ["1;2", "3"] }],
    });
  });

  test("a record with too few or too many values is passed on unchanged", async () => {
    const { records } = await read("a,b\n1\n1,2,3\n");
    expect(records).toEqual([
      { line: 2, values: ["1"] },
      { line: 3, values: ["1", "2", "3"] },
    ]);
  });

  test("any text survives the way through a file, plain or compressed, in chunks of any size", async () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(",", '"', "\n", "\r\n", " ", "a", "é", "字", "😀") }),
    );
    const wellFormed = value.map((text) => Buffer.from(text).toString());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(wellFormed, wellFormed), { maxLength: 20 }),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        async (rows, lineEnd, isCompressed) => {
          // A lone value of an empty line would not be a record, so each record has a third column.
          const content = csvText(
            ["a", "b", "c"],
            rows.map((row) => [...row, "."]),
            lineEnd,
          );
          const { records } = isCompressed
            ? await read(gzipSync(content), "file.csv.gz")
            : await read(content);
          expect(records.map(({ values }) => values)).toEqual(rows.map((row) => [...row, "."]));
        },
      ),
      { numRuns: 200, seed: 4711 },
    );
  });

  test("characters split between two chunks stay whole", async () => {
    // Chunks have 256 KiB; the odd header length moves the boundary into the middle of characters.
    for (const header of ["a", "ab", "abc", "abcd"]) {
      const text = "😀é字".repeat(90_000);
      const rows = text.match(/.{1,3000}/gsu) ?? [];
      const { records } = await read(`${header}\n${rows.join("\n")}\n`);
      expect(records.map(({ values }) => values[0]).join("")).toBe(text);
    }
  });
});

describe("the line number of a record is that of its first line", () => {
  test("after values with line ends, empty lines, and either kind of line end", async () => {
    const { records } = await read('\n\na,b\n1,"x\ny\r\nz"\n\r\n\n2,"\n"\n3,.\n');
    expect(records).toEqual([
      { line: 4, values: ["1", "x\ny\r\nz"] },
      { line: 9, values: ["2", "\n"] },
      { line: 11, values: ["3", "."] },
    ]);
  });

  test("and equals the number of preceding line ends, for any file", async () => {
    const value = fc.string({ unit: fc.constantFrom("\n", '"', ",", "x", "\r\n") });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: 3 }), value), { maxLength: 30 }),
        fc.constantFrom("\n", "\r\n"),
        async (rows, lineEnd) => {
          let content = `a,b${lineEnd}`;
          const lines: number[] = [];
          for (const [emptyLines, text] of rows) {
            content += lineEnd.repeat(emptyLines);
            lines.push(content.split("\n").length);
            content += `"${text.replaceAll('"', '""')}",.${lineEnd}`;
          }
          expect((await read(content)).records.map(({ line }) => line)).toEqual(lines);
        },
      ),
      { numRuns: 200, seed: 4711 },
    );
  });
});

describe("errors that stop the import", () => {
  test("a file that is missing, a directory, an empty file", async () => {
    const open = (name: string) => openCsvFile(join(files.directory, name), name);
    await expect(open("missing.csv")).rejects.toMatchObject({
      code: "EFILENOTFOUND",
      message: "missing.csv does not exist. Check the path.",
    });
    mkdirSync(join(files.directory, "folder.csv"));
    await expect(open("folder.csv")).rejects.toMatchObject({ code: "EFILEDIRECTORY" });
    await failure("").toMatchObject({ code: "EFILEEMPTY" });
    await failure("\ufeff").toMatchObject({ code: "EFILEEMPTY" });
    await failure("\n\r\n\n").toMatchObject({ code: "EFILEEMPTY" });
    await failure(gzipSync(""), "empty.csv.gz").toMatchObject({ code: "EFILEEMPTY" });
  });

  test("invalid UTF-8, with its line", async () => {
    const encoding = (line: number) => ({
      code: "EENCODING",
      message: expect.stringContaining(`file.csv, line ${line}:`),
    });
    await failure(Buffer.from("id\n1\nG\xf6ran\n", "latin1")).toMatchObject(encoding(3));
    await failure(Buffer.from("id\n1\ncut \xe2\x82", "latin1")).toMatchObject(encoding(3));
    await failure(Buffer.from("\ufeffid\n1\n", "utf16le")).toMatchObject(encoding(1));
    // An encoded surrogate and an overlong form are invalid UTF-8, too.
    await failure(Buffer.from([0x61, 0x0a, 0xed, 0xa0, 0x80, 0x0a])).toMatchObject(encoding(2));
    await failure(Buffer.from([0x61, 0x0a, 0x0a, 0xc0, 0x80, 0x0a])).toMatchObject(encoding(3));
    const late = Buffer.concat([Buffer.from("id\n".repeat(200_000)), Buffer.from([0xff])]);
    await failure(late).toMatchObject(encoding(200_001));
  });

  test("wrong quotes, with the first line of the record", async () => {
    const csv = (line: number) => ({
      code: "ECSV",
      message: expect.stringContaining(`file.csv, record that begins in line ${line}:`),
    });
    await failure('a,b\n1,2\n\n"3,4\n5,6\n').toMatchObject(csv(4));
    await failure('a,b\n"1"x,2\n').toMatchObject(csv(2));
    await failure('a,b\n1,2\n1,x"y"\n').toMatchObject(csv(3));
    await failure(`a,b\n"${"x\n".repeat(RECORD_MAX_BYTES / 2 + 1)}`).toMatchObject(csv(2));
  });

  test("a truncated or invalid .gz file", async () => {
    const whole = gzipSync(csvText(["a"], [["x".repeat(1000)]]));
    await failure(whole.subarray(0, whole.length - 9), "cut.csv.gz").toMatchObject({
      code: "ECOMPRESSION",
    });
    await failure("a\n1\n", "plain.csv.gz").toMatchObject({ code: "ECOMPRESSION" });
    await failure(whole, "compressed.csv").toMatchObject({ code: "EENCODING" });
  });
});
