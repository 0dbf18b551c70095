/** What the thread of an import gets and reports. */
import type { ImportPhase } from "#events/entities/directoryImport.ts";
import type { ImportJob } from "./leases.ts";

export interface ImportThreadSettings {
  readonly job: ImportJob;
  /** A private directory, which the server removes afterwards. */
  readonly directory: string;
  /** Maximum bytes of an uncompressed file. */
  readonly maxBytes: number;
}

export interface ImportProgress {
  readonly phase: ImportPhase;
  readonly progress: number;
}
