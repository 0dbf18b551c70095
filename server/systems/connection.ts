/** What tests, authorizations and runs need to connect to a system. */
import type { Kysely } from "kysely";
import type { FieldValue } from "#events/entities/connector.ts";
import { completeConfiguration, validateConfiguration } from "#events/rules/systems.ts";
import type { CallContext } from "../callContext.ts";
import type { Configuration, Connector, SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { conflict } from "../plugins/errors.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { requireConnector, requireSystem, type SystemRow } from "./queries.ts";
import { findSetSecrets, readSecrets, withKey } from "./secrets.ts";

interface OpenedConfiguration {
  /** Complete, with secrets in clear text. */
  readonly configuration: Configuration;
  /** The texts that nobody may see. */
  readonly secrets: readonly FieldValue[];
}

/** Adds the secrets and the initial values to the settings of a system. @throws SecretUnreadableError */
export async function openConfiguration(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  { fields, values }: { readonly fields: Connector["fields"]; readonly values: Configuration },
): Promise<OpenedConfiguration> {
  const own = await readSecrets(db, secrets, place);
  return {
    configuration: completeConfiguration(fields, { ...values, ...own }),
    secrets: Object.values(own),
  };
}

interface SavedSystem extends OpenedConfiguration {
  readonly row: SystemRow;
  readonly connector: Connector;
}

/** The saved configuration. @throws ApiError ENOTFOUND; ECONFLICT if it is incomplete; EUNAVAILABLE without the key. */
export async function openSavedConfiguration(
  context: Pick<CallContext, "client" | "db" | "request" | "services">,
  resourceId: string,
): Promise<SavedSystem> {
  const { client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  const row = await requireSystem(db, place);
  const connector = requireConnector(services.connectors, row.connector_id);
  const { fields } = connector;
  const values = row.settings.configuration;
  const problems = validateConfiguration(fields, values, await findSetSecrets(db, place));
  if (Object.keys(problems).length > 0) throw conflict("systems.notConfigured");
  const opened = await withKey(context, () =>
    openConfiguration(db, services.secrets, place, { fields, values }),
  );
  return { row, connector, ...opened };
}
