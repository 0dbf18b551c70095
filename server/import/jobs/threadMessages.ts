/** Messages between the server's thread and the thread of an import. */
import type { ImportPhase } from "#events/entities/directoryImport.ts";
import type { Message } from "#events/kernel/message.ts";
import type { FromJobThread, ThreadFailure } from "../../threads/threadedJobs.ts";
import type { ImportJob } from "./leases.ts";

export interface ImportThreadSettings {
  readonly job: ImportJob;
  /** A private directory, which the server removes afterwards. */
  readonly directory: string;
  /** Maximum bytes of an uncompressed file. */
  readonly maxBytes: number;
}

export type ImportFailure = ThreadFailure<Message>;

export type FromImportThread = FromJobThread<
  { readonly phase: ImportPhase; readonly progress: number },
  Message
>;
