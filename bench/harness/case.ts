/** What a case is to the harness. */
import type { Cleanup } from "./cleanup.ts";
import type { Goal, Run } from "./figures.ts";
import type { CaseOptions, Settings } from "./options.ts";

export interface BenchCase {
  /** One line for the list of cases. */
  readonly describes: string;
  readonly options: CaseOptions;
  /** What is wanted of the figures at so many rows. */
  readonly goals?: (settings: Settings) => readonly Goal[];
  /** Makes what all runs share. Whatever it starts or writes, `cleanup` ends and removes. */
  readonly open: (settings: Settings, cleanup: Cleanup) => Promise<OpenCase>;
}

export interface OpenCase {
  readonly run: () => Promise<Run>;
  /** What a reader must know of these figures; read when all runs are done. */
  readonly notes?: readonly string[];
}
