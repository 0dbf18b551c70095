/** An import of directory files in the browser: its files, its progress and its outcome. */
import { Type, type Static } from "typebox";
import { MessageSchema, PersonalMessageSchema } from "../kernel/message.ts";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";

/** merge adds and updates; replace also removes access that the file lacks, on the resources that it names. */
export const ImportMode = OneOf(["merge", "replace"]);

export const IMPORT_FILES = ["identities", "access"] as const;
export const ImportFile = OneOf(IMPORT_FILES);
export type ImportFile = (typeof IMPORT_FILES)[number];

export const IMPORT_STATUSES = [
  /** The browser sends the files. */
  "uploading",
  /** The server reads them and counts the changes. */
  "checking",
  /** The preview waits for a decision. */
  "checked",
  "importing",
  "done",
  "failed",
  "cancelled",
] as const;
const ImportStatus = OneOf(IMPORT_STATUSES);

/** What a running import does. It can be cancelled until it writes. */
export const IMPORT_PHASES = ["waiting", "reading", "comparing", "writing"] as const;
export const ImportPhase = OneOf(IMPORT_PHASES);
export type ImportPhase = (typeof IMPORT_PHASES)[number];

const ChangeCounts = Type.Object({
  added: Count,
  updated: Count,
  unchanged: Count,
  removed: Count,
  rejected: Count,
});

/** What is counted, in the order in which it is shown. */
export const IMPORT_KINDS = [
  "identities",
  "orgs",
  "resources",
  "accounts",
  "entitlements",
  "assignments",
] as const;

export const ImportCounts = Type.Object({
  identities: Type.Object({
    ...ChangeCounts.properties,
    /**
     * People of the directory before the import, and those of them whose name, job, department or location it replaces or
     * clears. Missing for imports of an earlier version.
     */
    existing: Type.Optional(Count),
    rewritten: Type.Optional(Count),
  }),
  orgs: ChangeCounts,
  resources: ChangeCounts,
  accounts: ChangeCounts,
  entitlements: ChangeCounts,
  assignments: ChangeCounts,
});

export const DirectoryImport = Type.Object({
  id: Uuid,
  /** The username of the administrator. */
  actor: Personal(Text),
  createdAt: Instant,
  mode: ImportMode,
  status: ImportStatus,
  phase: ImportPhase,
  /** Percent of the phase. */
  progress: Count,
  files: Type.Array(Type.Object({ kind: ImportFile, name: Personal(Text), size: Count })),
  /** What changes, or what has changed; null before the check. Rejected records are left out. */
  counts: Nullable(ImportCounts),
  /** Of the plan that the check made; null before, and missing in logs of earlier builds. */
  hash: Type.Optional(Nullable(Type.String())),
  /** All rejected records. The server keeps the first ones for the list. */
  rejected: Count,
  /** Unusual input that does not stop the import, in English. */
  warnings: Type.Array(Personal(Type.String())),
  /** The same as messages; missing for imports of an earlier version. */
  notes: Type.Optional(Type.Array(PersonalMessageSchema)),
  /** Why it failed. */
  failure: Nullable(MessageSchema),
});
export type DirectoryImport = Static<typeof DirectoryImport>;

/** A record that cannot be imported. */
export const ImportReject = Type.Object({
  no: Count,
  file: Personal(Text),
  line: Count,
  /** Null if the whole record is invalid. */
  column: Nullable(Type.String()),
  code: OneOf([
    "COLUMN_COUNT",
    "REQUIRED",
    "TOO_LONG",
    "CONTROL_CHARACTER",
    "UNREADABLE_CELL",
    "CONFLICT",
    "UNKNOWN_IDENTITY",
    "CONNECTED_SYSTEM",
  ]),
  /** In English, with the values at fault. */
  reason: Personal(Type.String()),
  /** The same as a message; missing for imports of an earlier version. */
  detail: Type.Optional(PersonalMessageSchema),
});
export type ImportReject = Static<typeof ImportReject>;
