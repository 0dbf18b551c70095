/** The capabilities of a system with its configuration. */
import type { Capabilities, FieldValue } from "#events/entities/connector.ts";
import { completeConfiguration } from "#events/rules/systems.ts";
import type { Connector } from "./contract.ts";

/** @param values of the configuration, which may be incomplete and without secrets. */
export function capabilitiesOf(
  { capabilities, configuredCapabilities, fields }: Connector,
  values: Readonly<Record<string, FieldValue>>,
): Capabilities {
  return configuredCapabilities?.(completeConfiguration(fields, values)) ?? capabilities;
}

/** Whether systems of the connector can be read. Every connector that reads has the capability `paging`. */
export function isReadable({ capabilities }: Connector): boolean {
  return capabilities.paging;
}
