/** What tests, authorizations and runs need to connect to a system. */
import type { Kysely } from "kysely";
import type { FieldValue } from "#events/entities/connector.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import { completeConfiguration, validateConfiguration } from "#events/rules/systems.ts";
import type { CallContext } from "../callContext.ts";
import type { Configuration, Connector, SystemPlace } from "../connectors/contract.ts";
import { basicPairs } from "../connectors/hideSecrets.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { conflict } from "../plugins/errors.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { hasNewSecrets, holdSystem, requireConnector, type SystemRow } from "./queries.ts";
import {
  findSetSecrets,
  readSecrets,
  receiversOf,
  withKey,
  type SecretsOrigin,
} from "./secrets.ts";

interface OpenedConfiguration {
  /** Complete, with secrets in clear text. */
  readonly configuration: Configuration;
  /** The texts that nobody may see. */
  readonly secrets: readonly FieldValue[];
  readonly origin: SecretsOrigin;
}

const MAX_NAME_LENGTH = 200;

/** Whether a value may be the name of a user or of a client. */
const isName = (value: string) => value.length <= MAX_NAME_LENGTH && !value.includes("\n");

/** Adds the secrets and the initial values to the settings of a system. @throws SecretUnreadableError */
async function openConfiguration(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  { fields, values }: { readonly fields: Connector["fields"]; readonly values: Configuration },
): Promise<OpenedConfiguration> {
  const receivers = receiversOf(fields, values);
  const { values: own, origin } = await readSecrets(db, secrets, place, receivers);
  const texts = (some: Configuration) =>
    Object.values(some).filter((value): value is string => typeof value === "string");
  return {
    configuration: completeConfiguration(fields, { ...values, ...own }),
    secrets: [...Object.values(own), ...basicPairs(texts(values).filter(isName), texts(own))],
    origin,
  };
}

interface PublishedSystem extends OpenedConfiguration {
  readonly settings: SystemSettings;
}

/**
 * The published configuration with its secrets.
 * @returns null if the system is not published, and after a secret changed: the published address must not get it.
 * @throws SecretUnreadableError
 */
export function openPublishedConfiguration(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  connectors: readonly Connector[],
): Promise<PublishedSystem | null> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom("connected_systems")
      .select(["connector_id", "published_settings"])
      .select(["secrets_version", "published_secrets_version"])
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      // No secret changes before it is read below.
      .forShare()
      .executeTakeFirstOrThrow();
    const { published_settings: settings } = row;
    if (settings === null || hasNewSecrets(row)) return null;
    const opened = await openConfiguration(tx, secrets, place, {
      fields: connectors.find(({ id }) => id === row.connector_id)?.fields ?? [],
      values: settings.configuration,
    });
    return { settings, ...opened };
  });
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
  return inTransaction(db, async (tx) => {
    // The secrets are those of this configuration.
    const row = await holdSystem(tx, place);
    const connector = requireConnector(services.connectors, row.connector_id);
    const { fields } = connector;
    const values = row.settings.configuration;
    const problems = validateConfiguration(fields, values, await findSetSecrets(tx, place));
    if (Object.keys(problems).length > 0) throw conflict("systems.notConfigured");
    const opened = await withKey(context, () =>
      openConfiguration(tx, services.secrets, place, { fields, values }),
    );
    return { row, connector, ...opened };
  });
}
