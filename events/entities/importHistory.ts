/** Imports of files that were written, and what they changed. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Instant, Nullable, OneOf, Text, Uuid } from "./common.ts";
import { ImportCounts, ImportMode } from "./directoryImport.ts";
import { ObjectContent } from "./systemRun.ts";

export const PAST_IMPORT_STATUSES = ["done", "undone"] as const;

export const PastImport = Type.Object({
  id: Uuid,
  /** From 1 in each client. */
  no: Count,
  at: Instant,
  /** A username, or for the command the name of the operating system's user. */
  actor: Personal(Text),
  /** `npm run import` made it. */
  byCommand: Type.Boolean(),
  mode: ImportMode,
  counts: ImportCounts,
  /** How many records it changed. */
  changes: Count,
  status: OneOf(PAST_IMPORT_STATUSES),
  /** Who undid it; null unless it was undone. */
  undoneBy: Nullable(Personal(Text)),
  /** The import was not undone, and its changes are still stored. An undo can still fail because something later depends on it. */
  undoable: Type.Boolean(),
});
export type PastImport = Static<typeof PastImport>;

/** The kinds of records of which an import keeps what it changed. People include their memberships, accounts what they hold. */
export const IMPORTED_KINDS = ["person", "org", "resource", "entitlement", "account"] as const;
export const IMPORT_CHANGES = ["added", "updated", "removed"] as const;

/** A record that an import changed. */
export const ImportChange = Type.Object({
  no: Count,
  kind: OneOf(IMPORTED_KINDS),
  change: OneOf(IMPORT_CHANGES),
  name: Personal(Text),
  /** The name of the resource of an account or entitlement. */
  resource: Nullable(Text),
  /** Null for an added record. */
  before: Nullable(Personal(ObjectContent)),
  /** Null for a removed record. */
  after: Nullable(Personal(ObjectContent)),
});
export type ImportChange = Static<typeof ImportChange>;
