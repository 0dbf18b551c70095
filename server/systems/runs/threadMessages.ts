/** What the thread of a run gets, and how it fails. */
import type { FieldValue } from "#events/entities/connector.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import type { RunProblem } from "#events/entities/systemRun.ts";
import type { Configuration } from "../../connectors/contract.ts";
import type { Config } from "../../config.ts";
import type { SecretsOrigin } from "../secrets.ts";
import type { RunJob } from "./leases.ts";

export interface RunThreadSettings {
  readonly job: RunJob;
  readonly connectorId: number;
  readonly isHr: boolean;
  readonly settings: SystemSettings;
  /** The published one with secrets in clear text, in memory only; null while the system must not be connected. */
  readonly configuration: Configuration | null;
  /** The texts that no detail of an error may contain. */
  readonly secrets: readonly FieldValue[];
  readonly origin: SecretsOrigin;
  /** Where a read of changes continues; null: everything is read. */
  readonly token: string | null;
  /** Of a run that a watched file started: the state of the file. */
  readonly fileState: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** A private directory, which the server removes afterwards. */
  readonly directory: string;
  readonly config: Pick<
    Config,
    "connectorHosts" | "connectorFolder" | "dataDirectory" | "importMegabytes" | "runMegabytes"
  >;
}

export interface RunFailure {
  readonly problem: RunProblem;
  /** Milliseconds after which the run may be repeated; null: never. */
  readonly retryAfter: number | null;
}
