/** What an HR system says about people: files leave it as it is. */
import { sql } from "kysely";
import { identifies, mappingsOf, targetOf } from "#events/rules/mappings/fields.ts";
import type { SystemSettings } from "#events/entities/system.ts";
import { attributeOf } from "./columns.ts";
import type { Stage } from "./stage.ts";

export interface HrAuthority {
  readonly resourceId: string;
  /** Name of the HR system. */
  readonly name: string;
  /** The fields and additional attributes that it sets. */
  readonly fields: ReadonlySet<string>;
}

/** @returns null if the client has no HR system, and for runs of systems, which say themselves what people are. */
export async function findHrAuthority({
  tx,
  clientId,
  isNewClient,
  origin,
}: Pick<Stage, "tx" | "clientId" | "isNewClient" | "origin">): Promise<HrAuthority | null> {
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
  return system ? { ...system, fields: fieldsOf(system.settings) } : null;
}

function fieldsOf({ identity, mappings }: SystemSettings): ReadonlySet<string> {
  const fields = mappings.some(identifies)
    ? mappingsOf(mappings, "inbound").map(targetOf)
    : Object.keys(identity);
  return new Set(fields.map(attributeOf));
}

/** @returns those of the external ids whom a present object of the HR system describes. */
export async function findDescribed(
  { tx, clientId }: Pick<Stage, "tx" | "clientId">,
  { resourceId }: HrAuthority,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct person_id as id from system_objects
    where client_id = ${clientId} and resource_id = ${resourceId} and gone_at is null
      and person_id = any(${externalIds}::text[])
  `.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
