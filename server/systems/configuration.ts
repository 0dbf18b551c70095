/** Reading and saving the configuration of a system. Secrets are never read back, audited or logged. */
import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import type { FieldValue } from "#events/entities/connector.ts";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import {
  appliesTo,
  checkValue,
  completeConfiguration,
  leadsElsewhere,
  validateConfiguration,
} from "#events/rules/systems.ts";
import type { CallContext } from "../callContext.ts";
import type { Connector, SystemPlace } from "../connectors/contract.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { invalidRequest } from "../plugins/errors.ts";
import { authorizationOf } from "./authorization.ts";
import { isCompleteFile, listFiles, maxFileBytes } from "./files.ts";
import { holdSystem, requireConnector, requireSystem } from "./queries.ts";
import { findSetSecrets, receiversOf, withKey, writeSecrets, type NewSecret } from "./secrets.ts";

interface NewValue {
  readonly fieldId: string;
  readonly value: FieldValue;
}

interface Sent {
  readonly values: readonly NewValue[];
  readonly secrets: readonly NewSecret[];
  readonly version: number;
}

type Values = Readonly<Record<string, FieldValue>>;

export async function readConfiguration(
  { app, client, services }: Pick<CallContext, "app" | "client" | "services">,
  db: Kysely<Database>,
  resourceId: string,
): Promise<SystemConfiguration> {
  const place = { clientId: client.id, resourceId };
  const row = await requireSystem(db, place);
  const connector = requireConnector(services.connectors, row.connector_id);
  const setSecrets = await findSetSecrets(db, place);
  const { configuration } = row.settings;
  return {
    resourceId,
    connectorId: connector.id,
    connectorKey: connector.key,
    fields: [...connector.fields],
    values: connector.fields.map((field) => {
      const isSecret = field.type === "SECRET";
      const value = isSecret ? null : (ownValue(configuration, field.id) ?? null);
      return {
        id: `${resourceId}/${field.id}`,
        fieldId: field.id,
        value,
        isSet: isSecret ? setSecrets.has(field.id) : value !== null,
      };
    }),
    files: await listFiles(db, place),
    authorization: authorizationOf({ app }, resourceId, connector, configuration),
    maxFileBytes: maxFileBytes(services),
    version: row.version,
  };
}

function ownValue(values: Values, id: string): FieldValue | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}

/** @throws ApiError EINVALID that names every invalid field; ECONFLICT for another version. */
export async function saveConfiguration(
  context: CallContext,
  resourceId: string,
  sent: Sent,
): Promise<SystemConfiguration> {
  const { client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  return withKey(context, () =>
    inTransaction(db, async (tx) => {
      const row = await holdSystem(tx, place, sent.version);
      const connector = requireConnector(services.connectors, row.connector_id);
      const setBefore = await findSetSecrets(tx, place);
      const before = row.settings.configuration;
      const elsewhere = leadsElsewhere(
        connector.fields,
        before,
        Object.fromEntries(sent.values.map(({ fieldId, value }) => [fieldId, value])),
      );
      // A new address removes the secrets that were not entered again.
      const removed = [...setBefore]
        .filter((id) => elsewhere && !sent.secrets.some(({ fieldId }) => fieldId === id))
        .map((fieldId) => ({ fieldId, value: "" }));
      const wanted = { ...sent, secrets: [...sent.secrets, ...removed] };
      const after = await requireValid(tx, connector, place, wanted, setBefore);
      const hasChanged = !isDeepStrictEqual(before, after);
      const secrets = wanted.secrets.filter(
        ({ fieldId, value }) => value !== "" || setBefore.has(fieldId),
      );
      if (hasChanged || secrets.length > 0) {
        const secretsVersion = row.secrets_version + (secrets.length > 0 ? 1 : 0);
        await writeSecrets(tx, services.secrets, place, {
          values: secrets,
          receivers: receiversOf(connector.fields, after),
          version: secretsVersion,
        });
        await tx
          .updateTable("connected_systems")
          .set({
            settings: JSON.stringify({ ...row.settings, configuration: after }),
            version: row.version + 1,
            test_outcome: null,
            secrets_version: secretsVersion,
          })
          .where("client_id", "=", client.id)
          .where("resource_id", "=", resourceId)
          .execute();
        await context.audit(tx, {
          target: resourceId,
          before: difference(before, after),
          after: {
            ...difference(after, before),
            ...(secrets.length > 0 && { secrets: secrets.map(({ fieldId }) => fieldId) }),
          },
        });
      }
      return readConfiguration(context, tx, resourceId);
    }),
  );
}

/** The values that the other configuration lacks. */
function difference(values: Values, other: Values): Record<string, JsonValue> {
  return Object.fromEntries(
    Object.entries(values).filter(([id, value]) => ownValue(other, id) !== value),
  );
}

/** @returns the values to store. @throws ApiError EINVALID */
async function requireValid(
  tx: Transaction<Database>,
  { fields }: Connector,
  place: SystemPlace,
  { values, secrets }: Sent,
  setBefore: ReadonlySet<string>,
): Promise<Record<string, FieldValue>> {
  const problems = new Map<string, Message>();
  const fieldOf = (id: string) => fields.find((field) => field.id === id);
  const chosen = new Map<string, FieldValue>();
  for (const { fieldId, value } of values) {
    const field = fieldOf(fieldId);
    if (!field) problems.set(fieldId, message("systems.unknownField"));
    else if (field.type === "SECRET") problems.set(fieldId, message("systems.secretField"));
    else if (chosen.has(fieldId)) problems.set(fieldId, message("systems.repeatedField"));
    else if (value !== "") chosen.set(fieldId, value);
  }
  const typed = new Map<string, string>();
  for (const { fieldId, value } of secrets) {
    if (fieldOf(fieldId)?.type !== "SECRET") {
      problems.set(fieldId, message("systems.unknownField"));
    } else if (typed.has(fieldId)) problems.set(fieldId, message("systems.repeatedField"));
    else typed.set(fieldId, value);
  }
  const stillSet = new Set([...setBefore].filter((id) => typed.get(id) !== ""));
  const all = Object.fromEntries([...chosen, ...typed]);
  for (const [id, problem] of Object.entries(validateConfiguration(fields, all, stillSet))) {
    const isRemoved = setBefore.has(id) && typed.get(id) === "";
    problems.set(id, isRemoved ? message("systems.secretAgain") : problem);
  }
  // Initial values are stored, so that a later version of the connector does not change them.
  const given = Object.fromEntries(chosen);
  const stored = { ...given, ...completeConfiguration(fields, given) };
  for (const field of fields) {
    const value = ownValue(stored, field.id);
    if (value === undefined || problems.has(field.id)) continue;
    // A field that does not apply keeps a valid value for the time when it applies again.
    if (!appliesTo(field, fields, given) && checkValue(field, value) !== null) {
      delete stored[field.id];
    } else if (field.type === "FILE" && !(await isCompleteFile(tx, place, String(value)))) {
      problems.set(field.id, message("systems.fileIncomplete"));
    }
  }
  if (problems.size > 0) {
    throw invalidRequest(
      [...problems].map(([id, reason]) => ({ path: `/body/values/${id}`, reason })),
    );
  }
  return stored;
}
