/** All connectors. */
import type { ConnectorSummary } from "#events/entities/connector.ts";
import type { Config } from "../config.ts";
import type { Connector } from "./contract.ts";
import { createCsvConnector } from "./csv/csvConnector.ts";
import { ldapConnector } from "./ldap/index.ts";
import { manualConnector } from "./manual/manualConnector.ts";
import { scimConnector } from "./scim/index.ts";
import { sqlConnector } from "./sql/index.ts";

/** By id. */
export function createConnectors(
  config: Pick<Config, "connectorFolder" | "dataDirectory" | "importMegabytes">,
): readonly Connector[] {
  return [createCsvConnector(config), ldapConnector, scimConnector, sqlConnector, manualConnector];
}

export function toSummary(connector: Connector): ConnectorSummary {
  const { id, key, kinds, tags, available, capabilities, authorization } = connector;
  return {
    id,
    key,
    kinds: [...kinds],
    tags: [...tags],
    available,
    supportsActivation: capabilities.activation,
    capabilities,
    authorizes: authorization !== null,
  };
}
