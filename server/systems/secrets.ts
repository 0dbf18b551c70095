/** Secrets of connected systems: encrypted for one field of one system. They leave the database only for its connector. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import type { FieldValue } from "#events/entities/connector.ts";
import { message } from "#events/messages/message.ts";
import { targetOfSecrets } from "#events/rules/systems.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Configuration, Connector, SystemPlace } from "../connectors/contract.ts";
import { hideSecrets } from "../connectors/hideSecrets.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { fixKey } from "../secrets/secretKey.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { withSecretKey } from "../secrets/withSecretKey.ts";

export interface NewSecret {
  readonly fieldId: string;
  /** Empty: the secret is removed. */
  readonly value: string;
}

/** Binds a secret to its field, so that it cannot be moved to another one. */
export const secretContext = ({ clientId, resourceId }: SystemPlace, fieldId: string) =>
  `system ${clientId.toLowerCase()} ${resourceId.toLowerCase()} ${fieldId}`;

/** Who may receive the secrets of a configuration, and for which client, as a hash. */
export function receiversOf(fields: Connector["fields"], values: Configuration): string {
  return createHash("sha256").update(targetOfSecrets(fields, values)).digest("base64url");
}

/** Ids of the fields that have a secret. */
export async function findSetSecrets(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("system_secrets")
    .select("field_id")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  return new Set(rows.map((row) => row.field_id));
}

interface NewSecrets {
  readonly values: readonly NewSecret[];
  /** Of the configuration for which they were entered or given (`receiversOf`). */
  readonly receivers: string;
  /** The `secrets_version` that the caller gives the system. */
  readonly version: number;
}

export async function writeSecrets(
  tx: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  { values, receivers, version }: NewSecrets,
): Promise<void> {
  const { clientId, resourceId } = place;
  for (const { fieldId, value } of values) {
    if (value === "") {
      await tx
        .deleteFrom("system_secrets")
        .where("client_id", "=", clientId)
        .where("resource_id", "=", resourceId)
        .where("field_id", "=", fieldId)
        .execute();
      continue;
    }
    await fixKey(tx, secrets);
    const sealed = secrets.encrypt(Buffer.from(value), secretContext(place, fieldId));
    await tx
      .insertInto("system_secrets")
      .values({
        client_id: clientId,
        resource_id: resourceId,
        field_id: fieldId,
        sealed,
        receivers,
        version,
      })
      .onConflict((conflict) =>
        conflict.columns(["client_id", "resource_id", "field_id"]).doUpdateSet({
          sealed: sql`excluded.sealed`,
          receivers: sql`excluded.receivers`,
          version: sql`excluded.version`,
        }),
      )
      .execute();
  }
}

/** Which secrets a connection was opened with. */
export interface SecretsOrigin {
  readonly receivers: string;
  /** By field id. */
  readonly versions: Readonly<Record<string, number>>;
}

export const NO_SECRETS: SecretsOrigin = { receivers: "", versions: {} };

/** What a system replaced of the secrets with which it was opened. */
export interface ReplacedSecrets {
  readonly values: Configuration;
  readonly origin: SecretsOrigin;
}

interface ReadSecrets {
  /** By field id. */
  readonly values: Readonly<Record<string, FieldValue>>;
  readonly origin: SecretsOrigin;
}

/** The secrets of a system that the receivers may get, for its connector. @throws SecretUnreadableError */
export async function readSecrets(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  receivers: string,
): Promise<ReadSecrets> {
  const rows = await db
    .selectFrom("system_secrets")
    .select(["field_id", "sealed", "version"])
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where((eb) => eb.or([eb("receivers", "is", null), eb("receivers", "=", receivers)]))
    .execute();
  const values = rows.map(({ field_id: id, sealed }) => [
    id,
    secrets.decrypt(sealed, secretContext(place, id)).toString(),
  ]);
  const versions = rows.map(({ field_id: id, version }) => [id, version]);
  return {
    values: Object.fromEntries(values),
    origin: { receivers, versions: Object.fromEntries(versions) },
  };
}

/**
 * Stores what the system itself replaced, such as a refresh token that is valid once. Drops the value of a field that an
 * administrator changed since the connection was opened: it may belong to other receivers or to a former grant.
 */
export async function storeReplacedSecrets(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  { values, origin, at }: ReplacedSecrets & { readonly at: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored: string[] = [];
    for (const [fieldId, value] of Object.entries(values)) {
      const version = origin.versions[fieldId];
      if (version === undefined) continue;
      const sealed = secrets.encrypt(Buffer.from(String(value)), secretContext(place, fieldId));
      const { numUpdatedRows } = await tx
        .updateTable("system_secrets")
        .set({ sealed, receivers: origin.receivers })
        .where("client_id", "=", place.clientId)
        .where("resource_id", "=", place.resourceId)
        .where("field_id", "=", fieldId)
        .where("version", "=", version)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) stored.push(fieldId);
    }
    if (stored.length === 0) return;
    await recordAudit(tx, {
      at,
      actor: null,
      clientId: place.clientId,
      call: "server/systemSecretReplaced",
      target: place.resourceId,
      after: { secrets: stored },
    });
  });
}

/** @throws ApiError EUNAVAILABLE if the server lacks the key of the secrets. */
export const withKey = <Result>(
  context: { readonly request: Pick<FastifyRequest, "log"> },
  task: () => Promise<Result>,
): Promise<Result> =>
  withSecretKey(
    context,
    {
      logged: "The secrets of connected systems cannot be used",
      refusal: message("systems.secretsUnavailable"),
    },
    task,
  );

/** Shorter secrets are left in texts, because they would also be found within words. */
const MIN_SECRET_LENGTH = 4;

/** A text of a system or its connector, as people may see it. */
export function withoutSecrets(text: string, secrets: readonly FieldValue[]): string {
  const long = secrets.filter(
    (secret): secret is string => typeof secret === "string" && secret.length >= MIN_SECRET_LENGTH,
  );
  return hideSecrets(text, long, "•••").replaceAll("\0", "");
}
