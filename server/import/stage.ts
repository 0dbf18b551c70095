/** What the steps of one import share. */
import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import type { ImportCounts, ImportMode } from "./types.ts";

export interface Stage {
  readonly tx: Transaction<Database>;
  readonly clientId: string;
  /** The client is new: the directory holds nothing that could be looked up. */
  readonly isNewClient: boolean;
  /** False in a dry run: the steps look up and count, but write nothing. */
  readonly write: boolean;
  readonly mode: ImportMode;
  /** Filled by the steps. */
  readonly counts: ImportCounts;
}
