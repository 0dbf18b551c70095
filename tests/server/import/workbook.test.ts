/** Excel workbooks as tables. `people.xlsx` was written by exceljs 4.4; other archives are made here, part by part. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { ZipFile } from "yazl";
import { openTableBytes, openTableFile } from "#server/import/tableFile.ts";
import type { TableSource } from "#server/import/types.ts";
import { temporaryFiles } from "../support/csv.ts";

const files = temporaryFiles();
const PEOPLE = fileURLToPath(new URL("workbooks/people.xlsx", import.meta.url));

async function contentOf(table: TableSource) {
  const records: { line: number; values: readonly string[] }[] = [];
  for await (const batch of table.batches) records.push(...batch);
  return { columns: table.columns, records };
}

async function archiveOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const BOOK = {
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
};

const withSheet = (rows: string) =>
  archiveOf({
    ...BOOK,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

test("a workbook reads as its first visible sheet does, with dates and numbers as they are meant", async () => {
  const expected = {
    columns: ["id", "name", "hired", "seen", "salary", "active", "note"],
    records: [
      {
        line: 3,
        values: ["007", "Ågot", "2024-02-29", "2026-11-24 08:30:00", "0.3", "TRUE", "two runs"],
      },
      { line: 5, values: ["12", 'a,b;"c"\nd', "", "", "2", "FALSE", "<&>"] },
      { line: 6, values: ["x", "", "", "", "", "", "", "too far"] },
    ],
  };
  expect(await contentOf(await openTableFile(PEOPLE))).toEqual(expected);
});

describe("what is no usable workbook stops the import with what to do", () => {
  let whole: Buffer;
  beforeAll(async () => {
    whole = await withSheet(`<row>${text("id")}</row><row>${text("1")}</row>`);
  });
  const failure = async (bytes: Buffer) => {
    const read = openTableBytes(bytes, "x.xlsx").then(contentOf);
    return expect(read).rejects;
  };
  const damaged = { code: "EWORKBOOK", message: expect.stringContaining("is not a complete") };

  test("as it stands it is read", async () => {
    expect(await contentOf(await openTableBytes(whole, "x.xlsx"))).toEqual({
      columns: ["id"],
      records: [{ line: 2, values: ["1"] }],
    });
  });

  test("cut short at any place", async () => {
    for (let length = 8; length < whole.length; length += 97) {
      await (await failure(whole.subarray(0, length))).toMatchObject(damaged);
    }
  });

  test("an archive of other things, XML that is none, and entities of its own", async () => {
    await (await failure(await archiveOf({ "a.txt": "a" }))).toMatchObject(damaged);
    const broken = { ...BOOK, "xl/worksheets/sheet1.xml": "<worksheet><row></worksheet>" };
    await (await failure(await archiveOf(broken))).toMatchObject(damaged);
    const lol = `<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><worksheet><sheetData><row>${text("&c;")}</row></sheetData></worksheet>`;
    await (
      await failure(await archiveOf({ ...BOOK, "xl/worksheets/sheet1.xml": lol }))
    ).toMatchObject(damaged);
  });

  test("an empty sheet, and none that is visible", async () => {
    await (await failure(await withSheet("<row/>"))).toMatchObject({ code: "EFILEEMPTY" });
    const hidden = BOOK["xl/workbook.xml"].replace("<sheet ", '<sheet state="hidden" ');
    const book = await archiveOf({ ...BOOK, "xl/workbook.xml": hidden });
    await (await failure(book)).toMatchObject({ message: "x.xlsx has no visible sheet." });
  });

  test("a workbook of an old format, or with a password", async () => {
    await (
      await failure(Buffer.from("d0cf11e0a1b11ae100000000", "hex"))
    ).toMatchObject({ message: expect.stringContaining("has a password") });
  });

  test("a cell that is a thousand columns away", async () => {
    const far = await withSheet(`<row>${text("id")}<c r="XFD1"><v>1</v></c></row>`);
    await (await failure(far)).toMatchObject({ code: "EBADCOLUMN" });
  });

  test("a small archive that stands for gigabytes is given up at the limit", async () => {
    const bomb = await archiveOf({ ...BOOK, "xl/sharedStrings.xml": " ".repeat(201_000_000) });
    expect(bomb.length).toBeLessThan(300_000);
    const before = process.memoryUsage().rss;
    await (
      await failure(bomb)
    ).toMatchObject({ message: expect.stringContaining("unpacks to more than 200 MB") });
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
  });

  test("a part that is larger than the archive says", async () => {
    const lying = Buffer.from(whole);
    // The declared size of the sheet, in the central directory.
    const at = lying.lastIndexOf("xl/worksheets/sheet1.xml") - 46;
    lying.writeUInt32LE(10, at + 24);
    await (await failure(lying)).toMatchObject(damaged);
  });
});

test("a CSV file keeps its name for being one", async () => {
  const path = files.write("plain.csv", "id;name\n1;Ågot\n");
  expect(await contentOf(await openTableFile(path))).toEqual({
    columns: ["id", "name"],
    records: [{ line: 2, values: ["1", "Ågot"] }],
  });
});
