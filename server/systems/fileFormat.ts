/** Describes a table file before the configuration that names it is saved. */
import type { FileFormat, TestOutcome } from "#events/entities/connector.ts";
import { completeConfiguration } from "#events/rules/systems.ts";
import type { CallContext } from "../callContext.ts";
import type { Configuration } from "../connectors/contract.ts";
import { createEnvironment } from "../connectors/environment.ts";
import { conflict } from "../plugins/errors.ts";
import { toFailure } from "./probe.ts";
import { requireConnector, requireSystem } from "./queries.ts";

/** @throws ApiError ENOTFOUND; ECONFLICT for a connector that reads no files */
export async function readFileFormat(
  context: CallContext,
  resourceId: string,
  values: Configuration,
): Promise<{ readonly format: FileFormat | null; readonly failure: TestOutcome["failure"] }> {
  const { client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  const { connector_id: connectorId } = await requireSystem(db, place);
  const { describeFile, fields } = requireConnector(services.connectors, connectorId);
  if (!describeFile) throw conflict("systems.readsNoFiles");
  const environment = createEnvironment(db, services.config, place, {
    signal: AbortSignal.timeout(services.systemTime),
    answerTime: services.systemTime,
  });
  try {
    const format = await describeFile(completeConfiguration(fields, values), environment);
    return { format, failure: null };
  } catch (error) {
    return { format: null, failure: toFailure(context, error, []) };
  }
}
