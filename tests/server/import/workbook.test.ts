/** Excel workbooks as tables. `people.xlsx` was written by exceljs 4.4; other archives are made here, part by part. */
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readAccess } from "#server/import/readAccess.ts";
import { readIdentities } from "#server/import/readIdentities.ts";
import { openTableBytes, openTableFile } from "#server/import/tableFile.ts";
import type { TableSource } from "#server/import/types.ts";
import { temporaryFiles } from "../support/csv.ts";
import { archiveOf, BOOK, cell, errorCell, UNCALCULATED, withSheet } from "../support/workbook.ts";

const files = temporaryFiles();
const PEOPLE = fileURLToPath(new URL("workbooks/people.xlsx", import.meta.url));

async function contentOf(table: TableSource) {
  const records: { line: number; values: readonly string[] }[] = [];
  for await (const batch of table.batches) records.push(...batch);
  return { columns: table.columns, records };
}

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

describe("an unusable workbook stops the import and says what to do", () => {
  let whole: Buffer;
  beforeAll(async () => {
    whole = await withSheet(`<row>${cell("id")}</row><row>${cell("1")}</row>`);
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
    const lol = `<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><worksheet><sheetData><row>${cell("&c;")}</row></sheetData></worksheet>`;
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
    const far = await withSheet(`<row>${cell("id")}<c r="XFD1"><v>1</v></c></row>`);
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

describe("formulas", () => {
  const open = async (...rows: readonly string[]) =>
    openTableBytes(await withSheet(rows.map((row) => `<row>${row}</row>`).join("")), "x.xlsx");
  const header = cell("id") + cell("department");
  const failed = (error: string) => message("xlsx.errorCell", { error });
  const notCalculated = message("xlsx.notCalculated");

  test("a result is a value, also an empty text", async () => {
    const rows = [
      `<c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>IT</v></c>`,
      `${cell("3")}<c t="str"><f>""</f><v></v></c>`,
      `<c t="b"><f>TRUE()</f><v>1</v></c><c t="s"/>`,
    ];
    expect((await contentOf(await open(header, ...rows))).records).toEqual([
      { line: 2, values: ["2", "IT"] },
      { line: 3, values: ["3", ""] },
      { line: 4, values: ["TRUE", ""] },
    ]);
  });

  test("an error, or a formula that was never calculated, is no value", async () => {
    const rows = [
      cell("1") + errorCell("#N/A"),
      UNCALCULATED + UNCALCULATED,
      `${cell("3")}<c t="str"><f>A1</f></c>`,
      `${cell("4")}<c t="b"><f>A1</f></c>`,
      `${cell("5")}<c/><c t="e"><v>#DIV/0!</v></c>`,
      cell("6") + cell("#N/A"),
    ];
    const second = (reason: Message) => [{ column: 1, reason }];
    expect((await contentOf(await open(header, ...rows))).records).toEqual([
      { line: 2, values: ["1", ""], unreadable: second(failed("#N/A")) },
      {
        line: 3,
        values: ["", ""],
        unreadable: [{ column: 0, reason: notCalculated }, ...second(notCalculated)],
      },
      { line: 4, values: ["3", ""], unreadable: second(notCalculated) },
      { line: 5, values: ["4", ""], unreadable: second(notCalculated) },
      { line: 6, values: ["5", "", ""], unreadable: [{ column: 2, reason: failed("#DIV/0!") }] },
      { line: 7, values: ["6", "#N/A"] },
    ]);
  });

  test("the header needs names", async () => {
    await expect(open(cell("id") + errorCell("#REF!"), cell("1") + cell("IT"))).rejects.toThrow(
      "x.xlsx, line 1, column 2 of the header: The cell shows the error #REF!. Correct its formula, or replace it with a value, and save the workbook.",
    );
  });

  test("a directory's records with such cells are rejected with line and column", async () => {
    const people = await readIdentities(
      await open(header, cell("1") + errorCell("#N/A"), UNCALCULATED, cell("3") + cell("IT")),
    );
    expect(people.ids).toEqual(["3"]);
    expect(people.rejected).toEqual(
      [
        { line: 2, column: "department", reason: failed("#N/A") },
        { line: 3, column: "id", reason: notCalculated },
      ].map((rejection) => ({ file: "x.xlsx", code: "UNREADABLE_CELL", ...rejection })),
    );
    const columns = ["note", "resource", "account", "entitlement"].map(cell).join("");
    const access = await readAccess(
      await open(
        columns,
        errorCell("#N/A") + cell("R") + cell("a") + cell("E"),
        cell("x") + cell("R") + cell("b") + errorCell("#N/A"),
        cell("x") + cell("R") + UNCALCULATED,
      ),
    );
    // The column "note" is not imported.
    expect([...access.rows.lines]).toEqual([2]);
    expect(access.rejected).toEqual(
      [
        { line: 3, column: "entitlement", reason: failed("#N/A") },
        { line: 4, column: "account", reason: notCalculated },
      ].map((rejection) => ({ file: "x.xlsx", code: "UNREADABLE_CELL", ...rejection })),
    );
    expect(access.rejectedWithEntitlement).toBe(1);
  });
});

test("a CSV file keeps its name for being one", async () => {
  const path = files.write("plain.csv", "id;name\n1;Ågot\n");
  expect(await contentOf(await openTableFile(path))).toEqual({
    columns: ["id", "name"],
    records: [{ line: 2, values: ["1", "Ågot"] }],
  });
});
