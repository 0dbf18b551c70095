import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { counted } = formatsOf("en");

const english = {
  title: "Import from CSV",
  chooseFile: "Choose a file",
  fileHint: "or drop a CSV file here, such as an edited export. You see its effect first.",
  fileUnusable: "This file can't be used",
  dropFile: (name: string) => `Discard ${name}`,
  checking: "Checking the file",
  badLines: (lines: number) =>
    `${counted(lines, { one: "line", other: "lines" })} can't be used. Nothing of this file will be applied.`,
  badLine: (line: number, reason: string) => `Line ${line}: ${reason}`,
  moreLines: (lines: number) => `and ${counted(lines, { one: "line", other: "lines" })} more`,
};

export type CheckedFileMessages = typeof english;
export const checkedFileMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
