/** A case in the harness's terms. */
import type { Cleanup } from "./cleanup.ts";
import type { Goal, Measurement, Run } from "./figures.ts";
import type { CaseOptions, Settings } from "./options.ts";

export interface BenchCase {
  /** One line for the list of cases. */
  readonly describes: string;
  /** How long it takes with its default options on two cores, for example "7 min". */
  readonly takes: string;
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

/** One case of several, which run one after the other; their names precede their figures. */
export function inSequence(parts: Readonly<Record<string, OpenCase>>): OpenCase {
  const entries = Object.entries(parts);
  return {
    async run() {
      const run: Measurement[] = [];
      for (const [name, part] of entries) {
        const measured = await part.run();
        run.push(...measured.map((one) => ({ ...one, figure: `${name}: ${one.figure}` })));
      }
      return run;
    },
    get notes() {
      return entries.flatMap(([name, { notes = [] }]) => notes.map((note) => `${name}: ${note}`));
    },
  };
}
