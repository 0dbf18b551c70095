/** What the form of a configuration shows of its table file. */
import { describe, expect, it } from "vitest";
import type { ConnectorField } from "#events/entities/connector.ts";
import { columnChoices, fileQuery } from "#src/features/systems/configurationRules.ts";
import { german } from "#src/features/systems/setupMessages.de.ts";
import { setupMessages } from "#src/features/systems/setupMessages.ts";

const field = (id: string, more: Partial<ConnectorField> = {}): ConnectorField => ({
  id,
  group: "file",
  type: "TEXT",
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
  ...more,
});
const FIELDS = [field("source"), field("file", { type: "FILE" }), field("path")];
const VALUES = { source: "UPLOAD", file: "f1", path: "", delimiter: "AUTO", encoding: "AUTO" };

describe("the table file of a form", () => {
  it("is an uploaded one before it is saved", () => {
    expect(fileQuery({ fields: FIELDS, values: [] }, VALUES)).toEqual({
      source: "UPLOAD",
      file: "f1",
      delimiter: "AUTO",
      encoding: "AUTO",
    });
    expect(fileQuery({ fields: FIELDS, values: [] }, { ...VALUES, file: "" })).toBeNull();
    expect(fileQuery({ fields: [field("host")], values: [] }, VALUES)).toBeNull();
  });

  it("is one of the server's directory only once its path is saved, not with each letter", () => {
    const typed = { ...VALUES, source: "FOLDER", path: "in/people.csv" };
    expect(fileQuery({ fields: FIELDS, values: [] }, typed)).toBeNull();
    const values = [{ id: "r/path", fieldId: "path", value: "in/people.csv", isSet: true }];
    expect(fileQuery({ fields: FIELDS, values }, typed)).toMatchObject({
      source: "FOLDER",
      path: "in/people.csv",
    });
  });
});

describe("the choices of a column", () => {
  const id = field("idColumn", { namesColumn: true, required: true });

  it("are the columns of the file, and a saved name that the file lacks", () => {
    expect(columnChoices(id, ["Nr", "Name"], "")).toEqual(["", "Nr", "Name"]);
    expect(columnChoices(id, ["Nr", "Name"], "Nr")).toEqual(["Nr", "Name"]);
    expect(columnChoices(id, ["Nr", "Name"], "id")).toEqual(["id", "Nr", "Name"]);
    expect(columnChoices({ ...id, required: false }, ["Nr"], "Nr")).toEqual(["", "Nr"]);
  });

  it("are not offered while the columns are unknown, and for other fields", () => {
    expect(columnChoices(id, null, "Nr")).toBeNull();
    expect(columnChoices(field("inactiveValues"), ["Nr"], "0")).toBeNull();
  });
});

describe("the text about a file", () => {
  const text = {
    charset: "windows-1252",
    isMarked: false,
    delimiter: ";",
    isCompressed: false,
  } as const;

  it("names the encoding, the byte order mark, the delimiter and the columns", () => {
    const format = { columns: ["Nr", "Name"], text };
    expect(setupMessages.english.formatOf(format)).toBe(
      "Windows-1252 file without byte order mark, delimiter: semicolon. 2 columns: Nr, Name",
    );
    expect(german.formatOf(format)).toBe(
      "Datei in Windows-1252 ohne Byte-Reihenfolge-Markierung, Trennzeichen: Semikolon. 2 Spalten: Nr, Name",
    );
    expect(setupMessages.english.formatOf({ ...format, text: null })).toBe(
      "Excel workbook. 2 columns: Nr, Name",
    );
  });
});
