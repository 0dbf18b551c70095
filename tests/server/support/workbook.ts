/** Workbooks for tests, made part by part. */
import { ZipFile } from "yazl";

export async function archiveOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The parts of a workbook of one sheet, without the sheet. */
export const BOOK = {
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
};

/** @param rows the XML of the rows. */
export const withSheet = (rows: string) =>
  archiveOf({
    ...BOOK,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  });

/** The XML of a cell with a text. */
export const cell = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

/** The XML of a cell whose formula failed. */
export const errorCell = (error: string) => `<c t="e"><f>A1</f><v>${error}</v></c>`;

/** The XML of a cell whose formula was never calculated, as openpyxl writes it. */
export const UNCALCULATED = "<c><f>A1</f><v/></c>";
