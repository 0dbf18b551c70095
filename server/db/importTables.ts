/** The tables of imports of files. */
import type { ColumnType, Generated } from "kysely";
import type { IMPORT_STATUSES, ImportFile, ImportPhase } from "#events/entities/directoryImport.ts";
import type {
  IMPORT_CHANGES,
  IMPORTED_KINDS,
  PAST_IMPORT_STATUSES,
} from "#events/entities/importHistory.ts";
import type { Message } from "#events/kernel/message.ts";
import type { Jsonb, JsonValue, NullableJsonb } from "./columns.ts";

export interface DirectoryImportsTable {
  client_id: string;
  id: string;
  actor_id: string;
  /** The actor's username. */
  actor: string;
  created_at: Date;
  mode: "merge" | "replace";
  skip_rejected: Generated<boolean>;
  /** Kind, name and size of each file. */
  files: Jsonb;
  status: (typeof IMPORT_STATUSES)[number];
  phase: Generated<ImportPhase>;
  progress: Generated<number>;
  counts: NullableJsonb;
  /** SHA-256 of the plan in hexadecimal; null before the check. */
  hash: string | null;
  rejected: Generated<number>;
  warnings: ColumnType<JsonValue, string | undefined, string>;
  /** A `Message`. */
  failure: NullableJsonb;
  requested_at: Date | null;
  attempts: Generated<number>;
  lease_owner: string | null;
  lease_until: Date | null;
}

export interface ImportPartsTable {
  client_id: string;
  import_id: string;
  file: ImportFile;
  part: number;
  body: Buffer;
}

export interface ImportRejectsTable {
  client_id: string;
  import_id: string;
  no: number;
  file: string;
  line: number;
  column_name: string | null;
  code: string;
  /** In English. */
  reason: string;
  /** The reason as a message; null for imports of an earlier version. */
  detail: Message | null;
}

/** An import of files that was written, by the command or in the browser. */
export interface ImportHistoryTable {
  client_id: string;
  id: string;
  /** From 1 in each client. */
  no: number;
  at: Date;
  /** A username, or the name of the operating system's user. */
  actor: string;
  by_command: boolean;
  mode: "merge" | "replace";
  counts: Jsonb;
  /** How many records it changed. */
  changes: number;
  /** Its records are no longer kept. */
  changes_dropped: Generated<boolean>;
  status: Generated<(typeof PAST_IMPORT_STATUSES)[number]>;
  undone_at: Date | null;
  undone_by: string | null;
}

/** A record that an import of files changed. */
export interface ImportChangesTable {
  client_id: string;
  import_id: string;
  no: number;
  kind: (typeof IMPORTED_KINDS)[number];
  change: (typeof IMPORT_CHANGES)[number];
  record_id: string;
  name: string;
  search_key: string;
  /** As in `server/import/history/states.ts`; null for an added record. */
  before: NullableJsonb;
  /** Null for a removed record. */
  after: NullableJsonb;
}
