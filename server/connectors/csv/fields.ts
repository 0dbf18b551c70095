/** The configuration of a table file. */
import type { ConnectorField } from "#events/entities/connector.ts";
import type { Delimiter } from "../../import/delimiter.ts";
import type { Configuration } from "../contract.ts";
import { TEXT_FIELD } from "../textField.ts";

const DELIMITERS: Readonly<Record<string, readonly Delimiter[]>> = {
  AUTO: [",", ";", "\t", "|"],
  COMMA: [","],
  SEMICOLON: [";"],
  TAB: ["\t"],
  PIPE: ["|"],
};

/** Excel workbooks cannot be written, and a pattern may match one. */
const READ_ONLY_NAME = /\.xls[xmb]?$|\*/i;

export const ENCODINGS = ["AUTO", "UTF-8", "WINDOWS-1252", "UTF-16"] as const;
export type Encoding = (typeof ENCODINGS)[number];

const COLUMN_FIELD = { ...TEXT_FIELD, namesColumn: true };

const WATCHED: ConnectorField = {
  ...TEXT_FIELD,
  id: "watched",
  group: "file",
  type: "BOOL",
  initial: false,
  when: { field: "source", isOneOf: ["FOLDER"] },
};

/** Uploaded files are copies, which no system reads again. */
const WRITING: readonly ConnectorField[] = [
  {
    ...TEXT_FIELD,
    id: "writable",
    group: "changes",
    type: "BOOL",
    initial: false,
    when: { field: "source", isOneOf: ["FOLDER"] },
  },
  {
    ...TEXT_FIELD,
    id: "activeValue",
    group: "changes",
    initial: "1",
    when: { field: "writable", isOneOf: [true] },
  },
];

/** @param readsFolder whether the server has a directory that connectors may read. */
export function csvFields(readsFolder: boolean): readonly ConnectorField[] {
  return [
    {
      ...TEXT_FIELD,
      id: "source",
      group: "file",
      type: "SELECT",
      required: true,
      initial: "UPLOAD",
      options: readsFolder ? ["UPLOAD", "FOLDER"] : ["UPLOAD"],
    },
    {
      ...TEXT_FIELD,
      id: "file",
      group: "file",
      type: "FILE",
      required: true,
      when: { field: "source", isOneOf: ["UPLOAD"] },
    },
    {
      ...TEXT_FIELD,
      id: "path",
      group: "file",
      required: true,
      when: { field: "source", isOneOf: ["FOLDER"] },
    },
    ...(readsFolder ? [WATCHED] : []),
    {
      ...TEXT_FIELD,
      id: "delimiter",
      group: "format",
      type: "SELECT",
      required: true,
      initial: "AUTO",
      options: Object.keys(DELIMITERS),
    },
    {
      ...TEXT_FIELD,
      id: "encoding",
      group: "format",
      type: "SELECT",
      required: true,
      initial: "AUTO",
      options: [...ENCODINGS],
    },
    { ...COLUMN_FIELD, id: "idColumn", group: "accounts", required: true },
    { ...COLUMN_FIELD, id: "nameColumn", group: "accounts" },
    { ...COLUMN_FIELD, id: "activeColumn", group: "accounts" },
    {
      ...TEXT_FIELD,
      id: "inactiveValues",
      group: "accounts",
      initial: "0, false, no, inactive, disabled, left",
    },
    { ...COLUMN_FIELD, id: "entitlementColumn", group: "entitlements" },
    {
      ...TEXT_FIELD,
      id: "entitlementLayout",
      group: "entitlements",
      type: "SELECT",
      required: true,
      initial: "ONE_PER_ROW",
      options: ["ONE_PER_ROW", "MULTIPLE_IN_CELL"],
    },
    {
      ...TEXT_FIELD,
      id: "separator",
      group: "entitlements",
      required: true,
      initial: ";",
      when: { field: "entitlementLayout", isOneOf: ["MULTIPLE_IN_CELL"] },
    },
    ...(readsFolder ? WRITING : []),
  ];
}

export interface CsvSettings {
  /** The id of an uploaded file. */
  readonly file: string | null;
  /** Within the directory of the client. */
  readonly path: string | null;
  /** Whether a new version of the file starts a run. */
  readonly isWatched: boolean;
  readonly delimiters: readonly Delimiter[];
  readonly encoding: Encoding;
  readonly idColumn: string;
  readonly nameColumn: string | null;
  readonly activeColumn: string | null;
  /** In lower case. */
  readonly inactiveValues: ReadonlySet<string>;
  readonly entitlementColumn: string | null;
  /** Between the entitlements of a cell; null: each row has one. */
  readonly separator: string | null;
  /** Whether Provision may change the file. */
  readonly isWritable: boolean;
  /** What the column of the status gets. Null if the status cannot be changed. */
  readonly statusValues: { readonly active: string; readonly inactive: string } | null;
}

export function readSettings(configuration: Configuration): CsvSettings {
  const textOf = (id: string): string | null => {
    const value = configuration[id];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const isFolder = textOf("source") === "FOLDER";
  const inactive = (textOf("inactiveValues") ?? "")
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
  const inactiveValues = new Set(inactive.map((value) => value.toLowerCase()));
  const activeColumn = textOf("activeColumn")?.trim() ?? null;
  const activeValue = (textOf("activeValue") ?? "").trim();
  const path = isFolder ? textOf("path") : null;
  const isWritable =
    path !== null && configuration["writable"] === true && !READ_ONLY_NAME.test(path);
  const canActivate =
    isWritable &&
    activeColumn !== null &&
    activeValue !== "" &&
    !inactiveValues.has(activeValue.toLowerCase());
  return {
    file: isFolder ? null : textOf("file"),
    path,
    isWatched: configuration["watched"] === true,
    delimiters: DELIMITERS[textOf("delimiter") ?? "AUTO"] ?? [","],
    encoding: ENCODINGS.find((encoding) => encoding === textOf("encoding")) ?? "AUTO",
    idColumn: (textOf("idColumn") ?? "").trim(),
    nameColumn: textOf("nameColumn")?.trim() ?? null,
    activeColumn,
    inactiveValues,
    entitlementColumn: textOf("entitlementColumn")?.trim() ?? null,
    separator: textOf("entitlementLayout") === "MULTIPLE_IN_CELL" ? textOf("separator") : null,
    isWritable,
    statusValues:
      canActivate && inactive[0] !== undefined
        ? { active: activeValue, inactive: inactive[0] }
        : null,
  };
}
