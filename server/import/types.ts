/** What an import takes and gives. Nothing here knows files or databases. */

/** A record as it stood in its file. */
export interface TableRecord {
  /** Line of the file on which the record begins, from 1. */
  readonly line: number;
  /** As many values as the record has, which may differ from the number of columns. */
  readonly values: readonly string[];
}

/** A table with a header: a CSV file, or rows made in memory. */
export interface TableSource {
  /** What messages call it: for a file, its path as it was given. */
  readonly name: string;
  /** The header, trimmed. */
  readonly columns: readonly string[];
  /** The records in order, in batches of any size; can be read once. */
  readonly batches: AsyncIterable<readonly TableRecord[]>;
}

/** merge adds and updates; replace also makes the access of the named resources exactly the file's. */
export type ImportMode = "merge" | "replace";

export type RejectionCode =
  | "COLUMN_COUNT"
  | "REQUIRED"
  | "TOO_LONG"
  | "CONTROL_CHARACTER"
  | "CONFLICT"
  | "UNKNOWN_IDENTITY";

/** A record that cannot be imported, with its first fault. */
export interface Rejection {
  readonly file: string;
  readonly line: number;
  /** Null where the record as a whole is at fault. */
  readonly column: string | null;
  readonly code: RejectionCode;
  readonly reason: string;
}

/** A rejected record counts once, under what it would have brought. */
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
export type ImportCounts = Record<Counted, ChangeCounts>;

export interface ImportedClient {
  /** null where the client would be made but nothing was written. */
  readonly id: string | null;
  readonly name: string;
  /** Whether this import made it. */
  readonly created: boolean;
  /** What it is called until this import gives it its name; null where it keeps its own. */
  readonly formerName: string | null;
  /** How many other clients the directory has. */
  readonly others: number;
}

export interface ImportResult extends ImportCounts {
  readonly client: ImportedClient;
  readonly mode: ImportMode;
  readonly dryRun: boolean;
  /** Whether the database now differs from what it was. */
  readonly changed: boolean;
  /** Usernames of those who had no access to the client before, and have it now. */
  readonly accessGranted: readonly string[];
  /** Where this is not empty and `skipRejected` was not asked for, nothing was written and all other counts are 0. */
  readonly rejectedRows: readonly Rejection[];
  /** What is odd but no reason to stop: ignored columns, probable misspellings, entitlements that a policy keeps. */
  readonly warnings: readonly string[];
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
    identities: zero(),
    orgs: zero(),
    resources: zero(),
    accounts: zero(),
    entitlements: zero(),
    assignments: zero(),
  };
}
