/** Streams rows as a workbook (Office Open XML). Its ZIP archive is written by yazl. */
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { DAY_MS } from "#events/rules/time.ts";

export type WorkbookCell = string | number | Date | null;

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>`;

/** A sheet has at most this many rows, the header included. */
export const SHEET_ROWS_MAX = 1_048_576;
/** A cell has at most this many characters. */
const TEXT_MAX = 32_767;
/** The style of dates and times. */
const TIME_STYLE = 1;
/** Day 0 of a workbook's dates is 1899-12-30. */
const EPOCH = Date.UTC(1899, 11, 30);

const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Report" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** @param batches of rows; the first row of the first batch is the header. */
export function workbookOf(batches: AsyncIterable<readonly (readonly WorkbookCell[])[]>): Readable {
  const zip = new ZipFile();
  const sheet = Readable.from(sheetOf(batches), { objectMode: false });
  const output = new Readable().wrap(zip.outputStream);
  // A failure while rows are read breaks the download, so that no file looks complete.
  sheet.once("error", (error) => output.destroy(error));
  output.once("close", () => sheet.destroy());
  for (const [name, text] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(HEAD + text), name);
  zip.addReadStream(sheet, "xl/worksheets/sheet1.xml");
  zip.end();
  return output;
}

async function* sheetOf(
  batches: AsyncIterable<readonly (readonly WorkbookCell[])[]>,
): AsyncGenerator<string> {
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for await (const rows of batches) {
    yield rows.map((row) => `<row>${row.map(cellOf).join("")}</row>`).join("");
  }
  yield `</sheetData></worksheet>`;
}

/** Texts are inline strings, which a spreadsheet never runs as formulas. */
function cellOf(cell: WorkbookCell): string {
  if (cell === null) return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (cell instanceof Date) {
    return `<c s="${TIME_STYLE}"><v>${(cell.getTime() - EPOCH) / DAY_MS}</v></c>`;
  }
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.slice(0, TEXT_MAX))}</t></is></c>`;
}

/** XML has no control characters but tab and line breaks. */
// oxlint-disable-next-line no-control-regex
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escapeXml(text: string): string {
  return text
    .replaceAll(NOT_XML, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
