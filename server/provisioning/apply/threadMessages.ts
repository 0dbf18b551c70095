/** The settings of the thread that applies a plan. */
import type { FieldValue } from "#events/entities/connector.ts";
import type { Config } from "../../config.ts";
import type { Configuration, Connector } from "../../connectors/contract.ts";
import type { SecretsOrigin } from "../../systems/secrets.ts";
import type { ApplyJob } from "./applyLeases.ts";

export interface ApplyThreadSettings {
  readonly job: ApplyJob;
  readonly connectorId: number;
  readonly capabilities: Connector["capabilities"];
  /** With secrets in clear text, in memory only. Null if the system is no longer published and confirmed. */
  readonly configuration: Configuration | null;
  /** The texts that no detail of an error may contain. */
  readonly secrets: readonly FieldValue[];
  readonly origin: SecretsOrigin;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly config: Pick<
    Config,
    "connectorHosts" | "connectorFolder" | "dataDirectory" | "importMegabytes"
  >;
}
