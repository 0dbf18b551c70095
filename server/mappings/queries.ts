/** Field mappings and the schema that they refer to, as screens see them. */
import type { Kysely } from "kysely";
import type {
  FieldMappings,
  Mapping,
  MappingDirection,
  MidpointUserField,
  ResourceSchema,
  ResourceSchemaItem,
} from "#events/entities/mapping.ts";
import {
  fieldsWith,
  missingAttributes,
  schemaItems,
  sourceKindOf,
} from "#events/rules/mappings/fields.ts";
import type { Connector } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import {
  requireConnector,
  requireSystem,
  type SystemPlace,
  type SystemRow,
} from "../systems/queries.ts";

/** @param direction undefined: both. */
export async function readMappings(
  db: Kysely<Database>,
  connectors: readonly Connector[],
  place: SystemPlace,
  direction?: MappingDirection,
): Promise<FieldMappings> {
  const row = await requireSystem(db, place);
  const { name } = await db
    .selectFrom("resources")
    .select("name")
    .where("client_id", "=", place.clientId)
    .where("id", "=", place.resourceId)
    .executeTakeFirstOrThrow();
  const { tags } = requireConnector(connectors, row.connector_id);
  return {
    resourceId: place.resourceId,
    systemDisplayName: name,
    sourceKind: sourceKindOf(row.kind, tags),
    mappings: row.settings.mappings.filter(
      (mapping) => direction === undefined || mapping.direction === direction,
    ),
    version: row.version,
  };
}

/** The attributes that accounts have. Null if they are not known: mappings may then name any. */
export function knownItems(row: SystemRow): ResourceSchemaItem[] | null {
  return row.kind === "manual" || row.object_classes === null
    ? null
    : schemaItems(row.object_classes);
}

/** The names of the attributes that accounts have. Null if they are not known: code may then read any. */
export function attributeNames(row: SystemRow): ReadonlySet<string> | null {
  const items = knownItems(row);
  return items && new Set(items.map(({ name }) => name));
}

export async function readSchema(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<ResourceSchema> {
  const row = await requireSystem(db, place);
  const items = knownItems(row);
  return {
    resourceId: place.resourceId,
    items: items ?? [],
    missing: items ? missingAttributes(row.settings.mappings, items) : [],
  };
}

/** The mappings of all systems of a client, as they are edited. */
export async function clientMappings(db: Kysely<Database>, clientId: string): Promise<Mapping[]> {
  const rows = await db
    .selectFrom("connected_systems")
    .select("settings")
    .where("client_id", "=", clientId)
    .execute();
  return rows.flatMap(({ settings }) => settings.mappings);
}

export async function readUserFields(
  db: Kysely<Database>,
  clientId: string,
): Promise<MidpointUserField[]> {
  return fieldsWith(await clientMappings(db, clientId));
}
