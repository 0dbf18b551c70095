import { formatsOf } from "../../ui/language/formats.ts";
import type { CheckedFileMessages } from "./messages.ts";

const { counted } = formatsOf("de");

export const german: CheckedFileMessages = {
  title: "Aus CSV importieren",
  chooseFile: "Datei wählen",
  fileHint:
    "oder legen Sie hier eine CSV-Datei ab, etwa einen bearbeiteten Export. Sie sehen zuerst ihre Wirkung.",
  fileUnusable: "Diese Datei kann nicht verwendet werden",
  dropFile: (name) => `${name} verwerfen`,
  checking: "Die Datei wird geprüft",
  badLines: (lines) =>
    `${counted(lines, { one: "Zeile ist", other: "Zeilen sind" })} nicht verwendbar. Nichts aus dieser Datei wird angewendet.`,
  badLine: (line, reason) => `Zeile ${line}: ${reason}`,
  moreLines: (lines) => `und ${counted(lines, { one: "weitere Zeile", other: "weitere Zeilen" })}`,
};
