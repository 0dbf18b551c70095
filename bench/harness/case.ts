/** A case in the harness's terms. */
import type { Cleanup } from "./cleanup.ts";
import type { Goal, Run } from "./figures.ts";
import type { CaseOptions, Settings } from "./options.ts";

export interface BenchCase {
  /** One line for the list of cases. */
  readonly describes: string;
  readonly options: CaseOptions;
  /** The goals of the figures at that number of rows. */
  readonly goals?: (settings: Settings) => readonly Goal[];
  /** Prepares what all runs share. `cleanup` ends and removes whatever it starts or writes. */
  readonly open: (settings: Settings, cleanup: Cleanup) => Promise<OpenCase>;
}

export interface OpenCase {
  readonly run: () => Promise<Run>;
  /** Notes for the reader of these figures; read after all runs. */
  readonly notes?: readonly string[];
}
