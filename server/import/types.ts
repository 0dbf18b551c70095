/** Input and output of an import, independent of files and databases. */
import type { Message } from "#events/kernel/message.ts";

/** A record of a file. */
export interface TableRecord {
  /** The line on which the record starts, from 1. */
  readonly line: number;
  /** The record's values, whose number may differ from that of the columns. */
  readonly values: readonly string[];
  /** The text of which a CSV record was parsed, if it was asked for: with preceding empty lines, and `\r` or `\n` at its end. */
  readonly text?: string;
  /** Cells that have no usable value, in the order of columns; each value is empty. */
  readonly unreadable?: readonly UnreadableCell[];
}

/** A cell of a workbook whose formula failed or was never calculated. */
export interface UnreadableCell {
  /** The column, from 0. */
  readonly column: number;
  readonly reason: Message;
}

/** A table with a header: a CSV file, or rows in memory. */
export interface TableSource {
  /** The name in messages: for a file, its path as given. */
  readonly name: string;
  /** The header, trimmed. */
  readonly columns: readonly string[];
  /** The records in order, in batches of any size; readable once. */
  readonly batches: AsyncIterable<readonly TableRecord[]>;
}

/**
 * merge adds and updates; replace also makes the access of the named resources equal the file's; exact makes only the
 * access of the named accounts equal the table's.
 */
export type ImportMode = "merge" | "replace" | "exact";

export type RejectionCode =
  | "COLUMN_COUNT"
  | "REQUIRED"
  | "TOO_LONG"
  | "CONTROL_CHARACTER"
  | "UNREADABLE_CELL"
  | "CONFLICT"
  | "UNKNOWN_IDENTITY"
  /** Imports of a connected system fill the resource. */
  | "CONNECTED_SYSTEM"
  /** A mapping gave no valid value. */
  | "NOT_MAPPED";

/** A record that cannot be imported, with its first error. */
export interface Rejection {
  readonly file: string;
  readonly line: number;
  /** Null if the whole record is invalid. */
  readonly column: string | null;
  readonly code: RejectionCode;
  readonly reason: Message;
}

/** A rejected record counts once, under the kind that it would have added. */
export interface ChangeCounts {
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  rejected: number;
}

export const COUNTED = [
  "identities",
  "orgs",
  "resources",
  "accounts",
  "entitlements",
  "assignments",
] as const;
export type Counted = (typeof COUNTED)[number];

export interface IdentityCounts extends ChangeCounts {
  /** People of the directory before the import who have not left; 0 if the import has no identities. */
  existing: number;
  /** Those of them whose name, job, department or location the import replaces or clears. */
  rewritten: number;
}

export interface ImportCounts extends Record<Exclude<Counted, "identities">, ChangeCounts> {
  readonly identities: IdentityCounts;
}

export interface ImportedClient {
  /** null if the client would be created but nothing was written. */
  readonly id: string | null;
  readonly name: string;
  /** Whether this import created it. */
  readonly created: boolean;
  /** The previous name, if this import renames it; otherwise null. */
  readonly formerName: string | null;
  /** The number of other clients in the directory. */
  readonly others: number;
}

export interface ImportResult extends ImportCounts {
  readonly client: ImportedClient;
  readonly mode: ImportMode;
  readonly dryRun: boolean;
  /** Whether the database was changed. */
  readonly changed: boolean;
  /** Of the plan, in a dry run and if only the plan with this hash may be written; otherwise null. */
  readonly planHash: string | null;
  /** The number of the import in the history of its client; null if it changed nothing there. */
  readonly importNo: number | null;
  /** Usernames of users who got access to the client. */
  readonly accessGranted: readonly string[];
  /** If this is not empty and `skipRejected` is not set, nothing was written and all other counts are 0. */
  readonly rejectedRows: readonly Rejection[];
  /**
   * Unusual input that does not stop the import: ignored columns, probable misspellings, entitlements kept for a
   * policy.
   */
  readonly warnings: readonly Message[];
}

export function noChanges(): ImportCounts {
  const zero = (): ChangeCounts => ({
    added: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    rejected: 0,
  });
  return {
    identities: { ...zero(), existing: 0, rewritten: 0 },
    orgs: zero(),
    resources: zero(),
    accounts: zero(),
    entitlements: zero(),
    assignments: zero(),
  };
}
