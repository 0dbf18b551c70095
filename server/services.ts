/** The services of handlers. */
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Csrf } from "./auth/csrf.ts";
import type { KnownDevices } from "./auth/throttle/knownDevices.ts";
import type { Background } from "./background.ts";
import type { Config } from "./config.ts";
import type { Connector } from "./connectors/contract.ts";
import type { Database } from "./db/schema.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { Secrets } from "./secrets/secrets.ts";
import type { DiskSpace } from "./jobs/diskSpace.ts";
import type { JobLoop } from "./jobs/jobLoop.ts";

export interface Services {
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly csrf: Csrf;
  readonly secrets: Secrets;
  readonly devices: KnownDevices;
  readonly disk: Pick<DiskSpace, "isFull">;
  /** Called after a report was requested or dropped. */
  readonly miner: Pick<JobLoop, "poke">;
  /** Called after a stored report was requested or cancelled. */
  readonly reporter: Pick<JobLoop, "poke">;
  /** Called after an import was requested or cancelled. */
  readonly importer: Pick<JobLoop, "poke">;
  /** By id. */
  readonly connectors: readonly Connector[];
  /** How long a test of a connected system may take. */
  readonly systemTime: Milliseconds;
  /** Called after a run of a connected system was requested, decided or cancelled. */
  readonly runner: Pick<JobLoop, "poke">;
  /** Called after a preview of mappings was requested. */
  readonly previewer: Pick<JobLoop, "poke">;
  readonly provisioner: Pick<JobLoop, "poke">;
  /** Called after a simulation of correlation was requested. */
  readonly simulator: Pick<JobLoop, "poke">;
  readonly mailer: Mailer;
  readonly background: Omit<Background, "settled">;
  readonly now: () => Date;
  /** Waits. */
  readonly pause: (milliseconds: Milliseconds) => Promise<void>;
  /** Refuses answers that do not match their schema. For tests. */
  readonly checkReplies: boolean;
}
