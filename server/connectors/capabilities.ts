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
