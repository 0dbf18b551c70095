/** Secrets of connected systems: encrypted for one field of one system. They leave the database only for its connector. */
import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import type { FieldValue } from "#events/entities/connector.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Configuration, SystemPlace } from "../connectors/contract.ts";
import { hideSecrets } from "../connectors/hideSecrets.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError } from "../plugins/errors.ts";
import { fixKey, SecretKeyError } from "../secrets/secretKey.ts";
import { SecretUnreadableError, type Secrets } from "../secrets/secrets.ts";

export interface NewSecret {
  readonly fieldId: string;
  /** Empty: the secret is removed. */
  readonly value: string;
}

/** Binds a secret to its field, so that it cannot be moved to another one. */
export const secretContext = ({ clientId, resourceId }: SystemPlace, fieldId: string) =>
  `system ${clientId.toLowerCase()} ${resourceId.toLowerCase()} ${fieldId}`;

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

export async function writeSecrets(
  tx: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  values: readonly NewSecret[],
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
      .values({ client_id: clientId, resource_id: resourceId, field_id: fieldId, sealed })
      .onConflict((conflict) =>
        conflict
          .columns(["client_id", "resource_id", "field_id"])
          .doUpdateSet({ sealed: sql`excluded.sealed` }),
      )
      .execute();
  }
}

/** The secrets of a system by field id, for its connector. @throws SecretUnreadableError */
export async function readSecrets(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
): Promise<Readonly<Record<string, FieldValue>>> {
  const rows = await db
    .selectFrom("system_secrets")
    .select(["field_id", "sealed"])
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .execute();
  return Object.fromEntries(
    rows.map(({ field_id: id, sealed }) => [
      id,
      secrets.decrypt(sealed, secretContext(place, id)).toString(),
    ]),
  );
}

/** Stores what the system itself replaced, such as a refresh token that is valid once. The version stays. */
export async function storeReplacedSecrets(
  db: Kysely<Database>,
  secrets: Secrets,
  place: SystemPlace,
  { values, at }: { readonly values: Configuration; readonly at: Date },
): Promise<void> {
  const replaced = Object.entries(values).map(([fieldId, value]) => ({
    fieldId,
    value: String(value),
  }));
  await inTransaction(db, async (tx) => {
    await writeSecrets(tx, secrets, place, replaced);
    await recordAudit(tx, {
      at,
      actor: null,
      clientId: place.clientId,
      call: "server/systemSecretReplaced",
      target: place.resourceId,
      after: { secrets: replaced.map(({ fieldId }) => fieldId) },
    });
  });
}

/** Answers EUNAVAILABLE where the server lacks the key of the secrets. */
export async function withKey<Result>(
  { request }: { readonly request: Pick<FastifyRequest, "log"> },
  task: () => Promise<Result>,
): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof SecretKeyError) && !(error instanceof SecretUnreadableError)) {
      throw error;
    }
    request.log.error(error, "The secrets of connected systems cannot be used");
    throw new ApiError("EUNAVAILABLE", message("systems.secretsUnavailable"));
  }
}

/** Shorter secrets are left in texts, because they would also be found within words. */
const MIN_SECRET_LENGTH = 4;

/** A text of a system or its connector, as people may see it. */
export function withoutSecrets(text: string, secrets: readonly FieldValue[]): string {
  const long = secrets.filter(
    (secret): secret is string => typeof secret === "string" && secret.length >= MIN_SECRET_LENGTH,
  );
  return hideSecrets(text, long, "•••").replaceAll("\0", "");
}
