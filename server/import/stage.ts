/** State shared by the steps of one import. */
import type { Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import type { ChangeLog } from "./history/changeLog.ts";
import type { HistoryOrigin } from "./personHistory.ts";
import type { PlanDigest } from "./planDigest.ts";
import type { ImportCounts, ImportMode } from "./types.ts";

export interface Stage {
  readonly tx: Transaction<Database>;
  readonly clientId: string;
  /** The client is new, so there is nothing to look up. */
  readonly isNewClient: boolean;
  /** False in a dry run: the steps look up and count but write nothing. */
  readonly write: boolean;
  readonly mode: ImportMode;
  readonly origin: HistoryOrigin;
  /** Filled by the steps. */
  readonly counts: ImportCounts;
  /** Keeps what changes; null in dry runs and in runs of systems, which keep their own changes. */
  readonly changes: ChangeLog | null;
  /** Whether the user of a new account can sign in; null: unknown. */
  readonly activeOf: (account: string) => boolean | null;
  /** Null if the result has no hash of the plan. */
  readonly digest: PlanDigest | null;
}
