/** The systems whose inbound mappings set fields of people, and the accounts that they read. */
import { sql, type Kysely } from "kysely";
import type { Mapping } from "#events/entities/mapping.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { identifies, mappingsOf, schemaIdOf, targetOf } from "#events/rules/mappings/fields.ts";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database, Row } from "../../db/schema.ts";
import { INACTIVE, parseContent } from "../../systems/runs/content.ts";
import { missingFields, missingInSystem } from "../missingAttributes.ts";

/** A system in the order of precedence: the HR system first, then by their first publication. */
export interface MappedSystem {
  readonly resourceId: string;
  readonly name: string;
  readonly isHr: boolean;
  /** Its place in the order. */
  readonly rank: number;
  /** Inbound ones, without that of the person's id. */
  readonly mappings: readonly Mapping[];
}

/** An account whose owner is known, or an object of the HR system. */
export interface MappedAccount {
  readonly system: MappedSystem;
  /** The external id of the person. */
  readonly personId: string;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly content: ObjectContent;
}

/** The inbound mappings that set fields of people who are known already. */
export function fillingMappings({ mappings }: Pick<SystemSettings, "mappings">): Mapping[] {
  return mappingsOf(mappings, "inbound").filter((mapping) => !identifies(mapping));
}

/** Whether a mapping makes its values unique, and so reads everybody. */
export function makesUnique(systems: readonly MappedSystem[]): boolean {
  return systems.some(({ mappings }) => mappings.some(({ iterationToken }) => iterationToken));
}

/**
 * As published, with mappings to the targets only. Systems without any are left out. Mappings of attributes that the last applied
 * run no longer found are dropped, because a text or code would still give them a value.
 */
export async function loadMappedSystems(
  db: Kysely<Database>,
  clientId: string,
  targets: ReadonlySet<string>,
): Promise<MappedSystem[]> {
  const rows = await db
    .selectFrom("connected_systems as system")
    .innerJoin("resources as resource", (join) =>
      join
        .onRef("resource.client_id", "=", "system.client_id")
        .onRef("resource.id", "=", "system.resource_id"),
    )
    .select([
      "system.resource_id as resourceId",
      "resource.name",
      "system.kind",
      "system.published_settings as settings",
      "system.object_classes as classes",
    ])
    .where("system.client_id", "=", clientId)
    .where("system.published_settings", "is not", null)
    .orderBy((eb) => eb("system.kind", "=", "hr"), "desc")
    .orderBy("system.first_published_at", (order) => order.asc().nullsLast())
    .orderBy("system.resource_id")
    .execute();
  return rows.flatMap(({ resourceId, name, kind, settings, classes }, rank) => {
    if (settings === null) return [];
    const isHr = kind === "hr";
    const all = isHr ? hrMappings(settings, classes) : fillingMappings(settings);
    const wanted = all.filter((mapping) => targets.has(targetOf(mapping)));
    if (wanted.length === 0) return [];
    const missing = missingInSystem(kind, settings.mappings, classes);
    const mappings = wanted.filter(({ id }) => !missing.has(id));
    // A system that has lost all of them stays: its own next run may find the attributes again.
    return [{ resourceId, name, isHr, rank, mappings }];
  });
}

/** Without a mapping of the id, the HR system uses the attributes of its settings. */
function hrMappings(settings: SystemSettings, classes: readonly ObjectClass[] | null): Mapping[] {
  if (settings.mappings.some(identifies)) return fillingMappings(settings);
  const missing: ReadonlyMap<string, unknown> = missingFields(settings, classes);
  return Object.entries(settings.identity)
    .filter(([field]) => field !== "externalId" && !missing.has(field))
    .map(([field, attribute]) => attributeMapping(field, attribute));
}

function attributeMapping(field: string, attribute: string): Mapping {
  const id = "00000000-0000-0000-0000-000000000000";
  return {
    id,
    resourceId: id,
    direction: "inbound",
    strength: "strong",
    customCode: "",
    resourceSchemaId: null,
    midpointUserFieldId: field,
    authoritative: true,
    tolerant: false,
    mappingType: "STANDARD",
    condition: "",
    config: { target: "attribute", kind: "Basic", separator: "", template: "", dn: null },
    locked: false,
    iterationToken: false,
    attributes: [
      {
        id,
        mappingId: id,
        type: "FIELD",
        midpointUserFieldId: null,
        // Of any class.
        resourceSchemaId: schemaIdOf("", attribute),
        staticContent: "",
        position: 0,
        formats: [],
      },
    ],
  };
}

interface AccountRow {
  readonly resourceId: string;
  readonly personId: string;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

/** What the last applied runs found of the people in these systems. */
export async function loadMappedAccounts(
  db: Kysely<Database>,
  clientId: string,
  systems: readonly MappedSystem[],
  people: readonly Pick<Row<"identities">, "oid" | "external_id">[],
): Promise<MappedAccount[]> {
  if (systems.length === 0 || people.length === 0) return [];
  const idsOf = (isHr: boolean) =>
    systems.flatMap((system) => (system.isHr === isHr ? system.resourceId : []));
  // Looked up by key: without statistics, a join may compare every pair.
  const { rows } = await sql<AccountRow>`
    select account.resource_id as "resourceId", item.external_id as "personId",
      stored.object_class as "objectClass", stored.object_id as id, stored.name, stored.content
    from ${listedRows(people, {
      oid: ["uuid", ({ oid }) => oid],
      external_id: ["text", (person) => person.external_id],
    })}
    cross join lateral (
      select resource_id, name from accounts
      where client_id = ${clientId} and identity_oid = item.oid and resource_id = any(${idsOf(false)}::uuid[])
      offset 0
    ) as account
    cross join lateral (
      select object_class, object_id, name, content from system_objects
      where client_id = ${clientId} and resource_id = account.resource_id and account_name = account.name
        and gone_at is null
      offset 0
    ) as stored
    union all
    select stored.resource_id, item.external_id, stored.object_class, stored.object_id, stored.name, stored.content
    from ${listedRows(people, { external_id: ["text", (person) => person.external_id] })}
    cross join lateral (
      select resource_id, object_class, object_id, name, content from system_objects
      where client_id = ${clientId} and person_id = item.external_id and resource_id = any(${idsOf(true)}::uuid[])
        and gone_at is null and position(${INACTIVE} in content) = 0
      offset 0
    ) as stored
  `.execute(db);
  const byId = new Map(systems.map((system) => [system.resourceId, system]));
  return rows.flatMap(({ resourceId, content, ...row }) => {
    const system = byId.get(resourceId);
    return system ? [{ ...row, system, content: parseContent(content) }] : [];
  });
}
