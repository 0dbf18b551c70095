/** Finds what an HR system says about people, because files do not change it. */
import { sql } from "kysely";
import { identifies, mappingsOf, targetOf } from "#events/rules/mappings/fields.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import { chunksOf } from "./batch.ts";
import { INACTIVE } from "../systems/runs/content.ts";
import { attributeOf } from "./columns.ts";
import { ORG_FIELDS } from "./planIdentity.ts";
import type { IdentityTable } from "./readIdentities.ts";
import type { Stage } from "./stage.ts";

export interface HrAuthority {
  /** Name of the HR system. */
  readonly name: string;
  /** By the table's identity index: 1 for a stored person whom a present object of the HR system describes. */
  readonly described: Uint8Array;
  /** 1 for a stored person whose present objects are all inactive: the person has left. */
  readonly left: Uint8Array;
  /** The fields and additional attributes that it sets. */
  readonly fields: ReadonlySet<string>;
  /** Of people who have left: those that it sets, and those that assign people to orgs. */
  readonly fieldsOfLeft: ReadonlySet<string>;
}

/** @returns null if the client has no HR system, and in runs of systems. */
export async function findHrAuthority(
  stage: Pick<Stage, "tx" | "clientId" | "isNewClient" | "origin">,
  table: IdentityTable,
): Promise<HrAuthority | null> {
  const { tx, clientId, isNewClient, origin } = stage;
  if (isNewClient || origin.run !== null) return null;
  const { rows } = await sql<{ resourceId: string; name: string; settings: SystemSettings }>`
    select system.resource_id as "resourceId", resource.name, system.published_settings as settings
    from connected_systems system
    join resources resource on resource.client_id = system.client_id and resource.id = system.resource_id
    where system.client_id = ${clientId} and system.kind = 'hr' and system.published_settings is not null
      and system.initial_import_complete
    limit 1
  `.execute(tx);
  const [system] = rows;
  if (!system) return null;
  const { resourceId, name, settings } = system;
  const found = await findDescribed(stage, resourceId, table);
  const fields = fieldsOf(settings);
  const fieldsOfLeft = new Set([...fields, ...ORG_FIELDS.map(([field]) => attributeOf(field))]);
  return { name, fields, fieldsOfLeft, ...found };
}

function fieldsOf({ identity, mappings }: SystemSettings): ReadonlySet<string> {
  const fields = mappings.some(identifies)
    ? mappingsOf(mappings, "inbound").map(targetOf)
    : Object.keys(identity);
  return new Set(fields.map(attributeOf));
}

async function findDescribed(
  { tx, clientId }: Pick<Stage, "tx" | "clientId">,
  resourceId: string,
  { ids, indexes, rows }: IdentityTable,
): Promise<Pick<HrAuthority, "described" | "left">> {
  const described = new Uint8Array(rows.length);
  const left = new Uint8Array(rows.length);
  for (const chunk of chunksOf(ids)) {
    const found = await sql<{ id: string; hasLeft: boolean }>`
      select person.external_id as id, bool_and(position(${INACTIVE} in object.content) > 0) as "hasLeft"
      from system_objects object
      join identities person on person.client_id = object.client_id and person.external_id = object.person_id
      where object.client_id = ${clientId} and object.resource_id = ${resourceId} and object.gone_at is null
        and object.person_id = any(${chunk}::text[])
      group by person.external_id
    `.execute(tx);
    for (const { id, hasLeft } of found.rows) {
      const at = indexes.get(id);
      if (at === undefined) continue;
      described[at] = 1;
      left[at] = Number(hasLeft);
    }
  }
  return { described, left };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * @param at an identity index of the table.
 * @returns the fields and attributes of the person that the file does not change.
 */
export function hrFieldsOf(hr: HrAuthority | null, at: number): ReadonlySet<string> {
  if (hr?.described[at] !== 1) return NO_FIELDS;
  return hr.left[at] === 1 ? hr.fieldsOfLeft : hr.fields;
}
