/** Previews of the mappings of a system: a stored job evaluates all objects. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type {
  EditedMapping,
  Mapping,
  MappingDirection,
  MappingDraft,
  PreviewFinding,
  PreviewObject,
  StoredPreview,
  WrittenDirection,
} from "#events/entities/mapping.ts";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import { message } from "#events/messages/message.ts";
import { directionOf, mappingsOf } from "#events/rules/mappings/fields.ts";
import type { CallContext } from "../callContext.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { Database, Row } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import type { List } from "../lists/list.ts";
import { conflict, invalid, notFound } from "../plugins/errors.ts";
import { holdSystem, requireSystem, type SystemPlace, type SystemRow } from "../systems/queries.ts";
import { mappingOf, requireValid } from "./commands.ts";
import { fingerprint } from "./fingerprint.ts";

export interface Wanted {
  readonly direction: WrittenDirection;
  readonly mapping: MappingDraft | null;
  readonly mappingId: string | null;
}

/** The saved mappings of the direction with the one that is being edited. @throws ApiError EINVALID */
export function mappingsWith(context: CallContext, row: SystemRow, wanted: Wanted): Mapping[] {
  const saved = mappingsOf(row.settings.mappings, directionOf(wanted.direction));
  const edited = editedOf(wanted);
  if (edited === null) return saved;
  requireValid(context, row, edited.mapping, "/body/mapping");
  return withEdited(saved, row.resource_id, edited);
}

/** @returns null if all mappings are saved. */
function editedOf({ direction, mapping, mappingId }: Wanted): EditedMapping | null {
  return mapping && { mapping: { ...mapping, direction: directionOf(direction) }, mappingId };
}

function withEdited(
  saved: readonly Mapping[],
  resourceId: string,
  { mapping: draft, mappingId }: EditedMapping,
): Mapping[] {
  const id = mappingId ?? randomUUID();
  const edited = mappingOf(draft, resourceId, id);
  return saved.some((mapping) => mapping.id === id)
    ? saved.map((mapping) => (mapping.id === id ? edited : mapping))
    : [...saved, edited];
}

/** @throws ApiError EINVALID; ECONFLICT while another preview of the system runs. */
export async function generatePreview(
  context: CallContext,
  resourceId: string,
  wanted: Wanted,
): Promise<StoredPreview> {
  const { at, client, db, services, user } = context;
  const place = { clientId: client.id, resourceId };
  const direction = directionOf(wanted.direction);
  const edited = editedOf(wanted);
  const id = randomUUID();
  try {
    await inTransaction(db, async (tx) => {
      const row = await holdSystem(tx, place);
      const mappings = mappingsWith(context, row, wanted);
      // Only the latest preview of a direction is kept.
      await tx
        .deleteFrom("mapping_previews")
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .where("direction", "=", direction)
        .where("status", "not in", ["waiting", "running"])
        .execute();
      await tx
        .insertInto("mapping_previews")
        .values({
          client_id: client.id,
          resource_id: resourceId,
          id,
          direction,
          status: "waiting",
          mappings: JSON.stringify(mappings),
          edited: edited && JSON.stringify(edited),
          fingerprint: await fingerprint(tx, place, mappings),
          actor_id: user.id,
          actor: user.username,
          created_at: at,
        })
        .execute();
      await context.audit(tx, {
        target: resourceId,
        after: { preview: id, direction, mappings: mappings.length },
      });
    });
  } catch (error) {
    if (errorCode(error) === UNIQUE_VIOLATION) throw conflict("mappings.previewRuns");
    throw error;
  }
  services.previewer.poke();
  return requirePreview(db, { ...place, previewId: id });
}

interface PreviewPlace extends SystemPlace {
  readonly previewId: string;
}

/** @throws ApiError ENOTFOUND */
export async function requirePreview(
  db: Kysely<Database>,
  { clientId, resourceId, previewId }: PreviewPlace,
): Promise<StoredPreview> {
  const row = await db
    .selectFrom("mapping_previews")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("id", "=", previewId)
    .executeTakeFirst();
  if (!row) throw notFound("mappings.previewNotFound");
  return toPreview(db, row);
}

export async function latestPreview(
  db: Kysely<Database>,
  place: SystemPlace,
  direction: MappingDirection,
): Promise<StoredPreview | null> {
  await requireSystem(db, place);
  const row = await db
    .selectFrom("mapping_previews")
    .selectAll()
    .where("client_id", "=", place.clientId)
    .where("resource_id", "=", place.resourceId)
    .where("direction", "=", direction)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toPreview(db, row) : null;
}

/** Objects that a stored preview shows without a further call. */
const FIRST_OBJECTS = 10;

async function toPreview(
  db: Kysely<Database>,
  row: Row<"mapping_previews">,
): Promise<StoredPreview> {
  const place = { clientId: row.client_id, resourceId: row.resource_id };
  const { settings } = await requireSystem(db, place);
  const saved = mappingsOf(settings.mappings, row.direction);
  const current = row.edited ? withEdited(saved, row.resource_id, row.edited) : saved;
  const objects = await db
    .selectFrom("mapping_preview_objects")
    .selectAll()
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("preview_id", "=", row.id)
    .orderBy("no")
    .limit(FIRST_OBJECTS)
    .execute();
  return {
    id: row.id,
    resourceId: row.resource_id,
    direction: row.direction,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    actor: row.actor,
    stale: (await fingerprint(db, place, current)) !== row.fingerprint,
    ...(row.edited && { edited: row.edited }),
    resourcePreview: row.targets,
    previewCount: row.evaluated,
    previewObjects: objects.map(toPreviewObject),
    totalCount: row.total,
  };
}

export function toPreviewObject({
  object_id: id,
  name,
  content,
}: Pick<Row<"mapping_preview_objects">, "object_id" | "name" | "content">): PreviewObject {
  return { id, name, values: content };
}

export interface ObjectSelection extends PreviewPlace {
  readonly finding?: PreviewFinding | undefined;
  readonly target?: string | undefined;
}

export const PREVIEW_OBJECTS: List<ObjectSelection, Row<"mapping_preview_objects">, "no"> = {
  table: "mapping_preview_objects",
  alias: "found",
  key: ["no"],
  scope: ({ clientId, resourceId, previewId }) => [
    sql`found.client_id = ${clientId}`,
    sql`found.resource_id = ${resourceId}`,
    sql`found.preview_id = ${previewId}`,
  ],
  filters: ({ finding, target }) => {
    if (finding === undefined) return [];
    const sought = target === undefined ? finding : `${finding}:${target}`;
    return [sql`found.findings @> ${[sought]}::text[]`];
  },
  sorts: { no: [{ by: sql`found.no` }] },
  defaultOrder: { field: "no", direction: "asc" },
  items: ({ clientId, resourceId, previewId }) => sql`
    select p.position, found.*
    from page p join mapping_preview_objects found on found.client_id = ${clientId}
      and found.resource_id = ${resourceId} and found.preview_id = ${previewId} and found.no = p.no`,
};

/** @throws ApiError EINVALID for another change; ECONFLICT for a preview that ended. */
export function patchPreview(
  context: CallContext,
  place: PreviewPlace,
  patch: JsonPatch,
): Promise<StoredPreview> {
  const { at, db } = context;
  const [step] = patch;
  const isCancel =
    patch.length === 1 &&
    step?.op === "replace" &&
    step.path === "/status" &&
    step.value === "cancelled";
  if (!isCancel) throw invalid("/body", message("mappings.onlyCancel"));
  return inTransaction(db, async (tx) => {
    await requirePreview(tx, place);
    const { numUpdatedRows } = await tx
      .updateTable("mapping_previews")
      .set({ status: "cancelled", ended_at: at, lease_owner: null, lease_until: null })
      .where("client_id", "=", place.clientId)
      .where("resource_id", "=", place.resourceId)
      .where("id", "=", place.previewId)
      .where("status", "in", ["waiting", "running"])
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw conflict("mappings.previewEnded");
    await context.audit(tx, {
      target: place.resourceId,
      after: { preview: place.previewId, status: "cancelled" },
    });
    return requirePreview(tx, place);
  });
}
