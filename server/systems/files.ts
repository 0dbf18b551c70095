/** Files that an administrator uploads for the configuration of a system, in parts. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { ConnectorField } from "#events/entities/connector.ts";
import type { SystemFile } from "#events/entities/systemConfiguration.ts";
import { message } from "#events/messages/message.ts";
import { IMPORT_PART_BYTES, partsOf } from "#events/rules/directoryImport.ts";
import { isUuid } from "#events/rules/uuid.ts";
import type { CallContext } from "../callContext.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database, Row } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { toUuids } from "../lists/sqlText.ts";
import { conflict, invalid, notFound } from "../plugins/errors.ts";
import { holdSystem, requireConnector } from "./queries.ts";

/** How long a file waits for the configuration to name it. */
const MAX_WAIT: Milliseconds = 24 * 3_600_000;
/** Maximum files of a system that no setting names, so that announcing them does not fill the disk. */
const MAX_WAITING = 5;

export function maxFileBytes({ config }: CallContext["services"]): number {
  return config.importMegabytes * 1_000_000;
}

export async function listFiles(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<SystemFile[]> {
  const rows = await db
    .selectFrom("system_files")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toFile);
}

function toFile({ id, name, size, complete, created_at }: Row<"system_files">): SystemFile {
  return { id, name, size, complete, createdAt: created_at.toISOString() };
}

export async function isCompleteFile(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const file = await db
    .selectFrom("system_files")
    .select("complete")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return file?.complete === true;
}

/** @throws ApiError EINVALID */
export async function announceFile(
  context: CallContext,
  resourceId: string,
  { name, size }: { readonly name: string; readonly size: number },
): Promise<SystemFile> {
  const { at, client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  if (size === 0) throw invalid("/body/size", message("systems.fileEmpty"));
  const max = maxFileBytes(services);
  if (size > max) throw invalid("/body/size", message("systems.fileTooLarge", { size: max }));
  return inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, place);
    const { fields } = requireConnector(services.connectors, row.connector_id);
    await removeUnused(tx, place, at, await findUsedFiles(tx, place, fields));
    const file = await tx
      .insertInto("system_files")
      .values({
        client_id: client.id,
        resource_id: resourceId,
        id: randomUUID(),
        name,
        size,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await context.audit(tx, { target: resourceId, after: { file: file.id, name, size } });
    return toFile(file);
  });
}

/** Removes files that no setting names, if they are old or many. */
async function removeUnused(
  tx: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  now: Date,
  used: readonly string[],
): Promise<void> {
  await sql`
    delete from system_files where client_id = ${clientId} and resource_id = ${resourceId}
      and id in (
        select id from (
          select id, created_at, row_number() over (order by created_at desc, id) as place
          from system_files
          where client_id = ${clientId} and resource_id = ${resourceId}
            and id <> all(${toUuids(used)})
        ) unused
        where place >= ${MAX_WAITING} or created_at < ${new Date(now.getTime() - MAX_WAIT)}
      )
  `.execute(tx);
}

/** @returns whether the file is complete. @throws ApiError ENOTFOUND, EINVALID, ECONFLICT */
export async function addFilePart(
  { client, db }: CallContext,
  { resourceId, fileId }: { readonly resourceId: string; readonly fileId: string },
  { part, content }: { readonly part: number; readonly content: string },
): Promise<boolean> {
  const body = Buffer.from(content, "base64");
  if (Math.ceil(body.length / 3) * 4 !== content.length) {
    throw invalid("/body/content", message("values.notBase64"));
  }
  return inTransaction(db, async (tx) => {
    // One part at a time, so that the last one sees that no other is missing.
    const file = await tx
      .selectFrom("system_files")
      .select(["size", "complete"])
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .where("id", "=", fileId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!file) throw notFound("systems.fileNotFound");
    const expected = Math.min(IMPORT_PART_BYTES, file.size - part * IMPORT_PART_BYTES);
    if (part >= partsOf(file.size) || body.length !== expected) {
      throw invalid("/body/part", message("systems.badPart"));
    }
    if (file.complete) throw conflict("systems.fileComplete");
    await tx
      .insertInto("system_file_parts")
      .values({ client_id: client.id, resource_id: resourceId, file_id: fileId, part, body })
      .onConflict((known) => known.doNothing())
      .execute();
    const { parts } = await tx
      .selectFrom("system_file_parts")
      .select(sql<number>`count(*)`.as("parts"))
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .where("file_id", "=", fileId)
      .executeTakeFirstOrThrow();
    if (parts < partsOf(file.size)) return false;
    await tx
      .updateTable("system_files")
      .set({ complete: true })
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .where("id", "=", fileId)
      .execute();
    return true;
  });
}

/** The ids of files that the settings of a system name, published or not. */
async function findUsedFiles(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  fields: readonly ConnectorField[],
): Promise<readonly string[]> {
  const ids = fields.filter(({ type }) => type === "FILE").map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select distinct v.value as id from connected_systems c
    cross join lateral (
      select * from jsonb_each_text(c.settings -> 'configuration')
      union all
      select * from jsonb_each_text(coalesce(c.published_settings -> 'configuration', '{}'))
    ) v
    where c.client_id = ${clientId} and c.resource_id = ${resourceId} and v.key = any(${ids}::text[])
  `.execute(db);
  return rows.map(({ id }) => id);
}
