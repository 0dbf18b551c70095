/** Messages between the server's thread and the thread of an import, which has no database of its own. */
import type { ImportPhase } from "#events/entities/directoryImport.ts";
import type { Message } from "#events/kernel/message.ts";
import type { ImportJob } from "./leases.ts";

export interface ImportThreadSettings {
  readonly job: ImportJob;
  /** A private directory, which the server removes afterwards. */
  readonly directory: string;
  /** Maximum bytes of an uncompressed file. */
  readonly maxBytes: number;
}

/** An error of the database; its class does not survive the way between threads. */
export interface SentError {
  readonly message: string;
  readonly code: string;
}

export type ToImportThread =
  | { readonly kind: "connected"; readonly connection: number }
  | {
      readonly kind: "rows";
      readonly connection: number;
      readonly rows: unknown[];
      readonly affected: bigint | undefined;
    }
  | { readonly kind: "refused"; readonly connection: number; readonly error: SentError };

/** What became of a job that has not stored its outcome. */
export type ImportFailure =
  /** Its user can act on the reason. */
  | { readonly reason: Message }
  /** Cancelled, or taken by another worker. */
  | { readonly isLost: true }
  | { readonly unexpected: string };

export type FromImportThread =
  | { readonly kind: "connect" | "release"; readonly connection: number }
  | {
      readonly kind: "query";
      readonly connection: number;
      readonly sql: string;
      readonly parameters: readonly unknown[];
    }
  | { readonly kind: "progress"; readonly phase: ImportPhase; readonly progress: number }
  | { readonly kind: "ended"; readonly failure: ImportFailure | null };
